"""What a command line asks for: a game and its box, players, answers to open questions of the rulebook."""

from pathlib import Path
from typing import Any

from companion.game import CompanionError, Game, Pack
from companion.games import available
from companion.pack import built_in, load_box


def chosen(game: str, pack: Path | None) -> tuple[Game[Any, Any], Pack]:
    """The rules of a game and its box. Raises PackError, or CompanionError when the pack is of another game."""
    box = built_in(game) if pack is None else load_box(pack)[0]
    if box.game != game:
        raise CompanionError(f"{pack} is a pack of {box.game or 'no game'}, not of {game}; enrol it with --game {game}")
    return available()[game], box


def named(players: str) -> list[str] | int:
    """`Ines,Bruno` as names, `4` as a count; 0 for nothing."""
    if players.strip().isdecimal():
        return int(players)
    names = [name.strip() for name in players.split(",") if name.strip()]
    if len({name.lower() for name in names}) < len(names):
        raise CompanionError(f"--players {players}: two players have one name")
    return names or 0


def answers(options: tuple[str, ...]) -> dict[str, str]:
    """`NAME=VALUE` pairs. Raises CompanionError for one that is none, or a name twice."""
    found: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name or name in found:
            raise CompanionError(f"--option {option}: write NAME=VALUE, each name once")
        found[name] = value
    return found
