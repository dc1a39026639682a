"""What a command line asks for: a game and its box, players, answers to open questions of the rulebook."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.game import CompanionError, Game, Pack, Setup
from companion.games import available
from companion.pack import built_in, load_box

LONGEST = 80
"""Of a player's name."""


def chosen(game: str, pack: Path | None) -> tuple[Game[Any, Any], Pack]:
    """The rules of a game and its box. Raises PackError, or CompanionError when the pack is of another game."""
    published = built_in(game)
    box = published if pack is None else load_box(pack)[0]
    if box.game != game:
        raise CompanionError(f"{pack} is a pack of {box.game or 'no game'}, not of {game}; enrol it with --game {game}")
    return available()[game], box


def named(players: str, where: str = "--players") -> list[str] | int:
    """`Ines,Bruno` as names, `4` as a count; 0 for nothing. Raises CompanionError that says where it stands."""
    if re.fullmatch(r"[+-]?\d{1,9}", players.strip()):
        return int(players)
    return told_apart([name.strip() for name in players.split(",") if name.strip()], where) or 0


def told_apart(names: list[str], where: str) -> list[str]:
    """The names of players. Raises CompanionError for one that is empty, and for two that are one."""
    if not all(name.strip() for name in names):
        raise CompanionError(f"{where}: a player without a name; write a name for each")
    for name in names:
        if len(name) > LONGEST or any(ord(sign) < 32 for sign in name):
            raise CompanionError(f"{where}: {name[:LONGEST]!r} is no player's name; write 1 to {LONGEST} letters in one line for each")
    for name in names:
        if sum(name.lower() == other.lower() for other in names) > 1:
            raise CompanionError(f"{where}: two players are called {name[:80]}; give each another name")
    return names


def seats(players: list[str] | int, options: Mapping[str, str], box: Pack) -> tuple[list[str], Setup]:
    """What everybody is called, and how the game is set up. Raises SetupError for as many as the game is not for, before any is named."""
    setup = Setup(players if isinstance(players, int) else len(players), options)
    setup.answers(box)
    return [f"Player {seat + 1}" for seat in range(players)] if isinstance(players, int) else players, setup


def answers(options: tuple[str, ...]) -> dict[str, str]:
    """`NAME=VALUE` pairs. Raises CompanionError for one that is none, or a name twice."""
    found: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name or name in found:
            raise CompanionError(f"--option {option}: write NAME=VALUE, each name once")
        found[name] = value
    return found
