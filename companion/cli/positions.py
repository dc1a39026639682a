"""A position written down: as JSON, or as text. Nothing here sees, so that questions of the rules are answered at once."""

from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.cli.asked import answers, chosen, named, seats, told_apart
from companion.game import CompanionError, Game, Pack
from vision.written import WrittenError, parsed, read_text

MOST_BYTES = 1_000_000
"""Of a position written down."""
EXAMPLE = "players 4, option NAME=VALUE, and last the position, a line each"


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position written down."""

    state: str
    players: int | list[str] = 0
    options: dict[str, str] = {}


def written_down(
    file: Path, game: str, pack: Path | None, players: str = "", options: tuple[str, ...] = ()
) -> tuple[Game[Any, Any], Pack, list[str], Any]:
    """The rules, the box, the players and the state of a position written down. Raises CompanionError naming the file and the column."""
    rules, box = chosen(game, pack)
    position = _position(file)
    names, setup = seats(named(players) or position.players, position.options | answers(options), box)
    try:
        return rules, box, names, rules.parse_state(box, setup, position.state)
    except CompanionError as fault:
        raise CompanionError(f"{file}: {fault}") from fault


def _position(file: Path) -> Position:
    try:
        text = read_text(file, f"write the position as JSON, or as text: {EXAMPLE}", MOST_BYTES)
        is_json = text.lstrip().startswith("{")
        position = parsed(partial(msgspec.json.decode, type=Position), text) if is_json else _from_text(text, file)
    except (msgspec.MsgspecError, WrittenError) as fault:
        raise CompanionError(f"{file}: {fault}") from fault
    if isinstance(position.players, list):
        told_apart(position.players, f"{file}: players")
    return position


def _from_text(text: str, file: Path) -> Position:
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise CompanionError(f"{file}: no position in it; write {EXAMPLE}")
    position = Position(lines[-1])
    for line in lines[:-1]:
        word, _, rest = line.partition(" ")
        if word == "players":
            position.players = named(rest, f"{file}: players {rest}")
        elif word == "option":
            position.options |= answers((rest,))
        else:
            raise CompanionError(f"{file}: {line!r} is not understood; write {EXAMPLE}")
    return position
