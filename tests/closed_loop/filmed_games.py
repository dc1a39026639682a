"""Whole random games filmed and followed live, kept in a record that goes on where it stopped: `python -m tests.closed_loop.filmed_games`.

The record has a line for each film, and below it, indented, what went wrong or was not noticed. A film counts as long as films are
drawn as they are now (`FILMS`, raised with every change that makes those of a game harder, or its rules others); what vision and referee
were like is only noted (`by`), for a film that was right need not be made again at every change of theirs. One that was wrong counts
as wrong until a program that reads otherwise has made it again.
"""

import argparse
import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Self

from companion.pack import built_in
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from tests.closed_loop.live_game import AS_PLAYED, FILMING, Evening, play_live

ROOT = Path(__file__).parents[2]
RECORD = Path(__file__).parent / "filmed_games.txt"
FILMS = dict.fromkeys(STAGES, 1) | {"buffet_boss": 2, "surrealist_dinner_party": 2, "word_buffet": 3}
"""By game how films are drawn: those of other numbers do not count."""
GAMES = 100
"""Of each game, shared among its numbers of players; every film has its own seed, and by it another table, light and camera."""
TABLES = [(game, players) for game in sorted(STAGES) for players in range(built_in(game).players[0], built_in(game).players[1] + 1)]


@dataclass(frozen=True, slots=True)
class Filmed:
    """What came of one film, as the record has it."""

    game: str
    players: int
    seed: int
    actions: int
    shown: int
    """Actions that the camera could see; the others were tapped."""
    told: int
    asked: int
    unseen: int
    wrong: int
    ends: str
    seconds: float
    """Of the processor."""
    open: int = 0
    """Actions that show, but look like others: one tap told which."""
    films: int = 1
    """How it was drawn."""
    by: str = ""
    """What read it: `version()`."""
    on: str = ""
    notes: tuple[str, ...] = ()
    """What was wrong and what was not noticed."""

    @property
    def is_wrong(self) -> bool:
        """Whether something was told that was not played, or the game ends in another state or score."""
        return self.wrong > 0 or self.ends != AS_PLAYED

    @property
    def table(self) -> tuple[str, int, int]:
        """Game, players and seed."""
        return self.game, self.players, self.seed

    def __str__(self) -> str:
        head = (
            f"{self.game} {self.players} {self.seed}: {self.actions} actions, {self.told} of {self.shown} told, {self.asked} asked, "
            f"{self.unseen} unseen, {self.wrong} wrong, {self.open} alike, {self.ends}, {self.seconds:.0f} s, films {self.films}, "
            f"by {self.by}, {self.on}"
        )
        return "\n   ".join((head, *self.notes))

    @classmethod
    def of_line(cls, line: str) -> Self | None:
        """A film's first line; None for what is none, or cut short."""
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        names = ("players", "seed", "actions", "shown", "told", "asked", "unseen", "wrong")
        players, seed, actions, shown, told, asked, unseen, wrong = (int(found[name]) for name in names)
        made = float(found["seconds"]), int(found["open"] or 0), int(found["films"]), found["by"], found["on"]
        return cls(found["game"], players, seed, actions, shown, told, asked, unseen, wrong, found["ends"], *made)


_LINE = re.compile(
    r"(?P<game>\w+) (?P<players>\d+) (?P<seed>\d+): (?P<actions>\d+) actions, (?P<told>\d+) of (?P<shown>\d+) told, (?P<asked>\d+) asked, "
    r"(?P<unseen>\d+) unseen, (?P<wrong>\d+) wrong, (?:(?P<open>\d+) alike, )?(?P<ends>[\w ]+), (?P<seconds>\d+) s, "
    r"films (?P<films>\d+), by (?P<by>\w*), "
    r"(?P<on>[\d-]*)"
)


@cache
def version() -> str:
    """A fingerprint of all that reads and judges a film."""
    content = hashlib.sha256()
    for top in ("vision", "companion"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".py", ".toml", ".onnx") and not {"web", "cli"} & set(path.relative_to(ROOT).parts):
                content.update(path.name.encode() + path.read_bytes())
    return content.hexdigest()[:12]


def recorded(record: Path) -> dict[tuple[str, int, int], Filmed]:
    """The newest film of each table that counts; a line cut short by a power cut is none."""
    films: dict[tuple[str, int, int], Filmed] = {}
    newest: Filmed | None = None
    for line in record.read_text().splitlines() if record.exists() else ():
        if line.startswith(" ") and newest is not None:
            newest = replace(newest, notes=(*newest.notes, line.strip()))
        else:
            newest = Filmed.of_line(line)
        if newest is not None and newest.films == FILMS.get(newest.game):
            films[newest.table] = newest
    return films


def keep(record: Path, film: Filmed) -> None:
    """Writes a film behind the others, on a line of its own also behind one that was cut short."""
    torn = record.exists() and not record.read_text().endswith("\n")
    with record.open("a") as file:
        file.write("\n" * torn + f"{film}\n")


def seeds(game: str, players: int, games: int = GAMES) -> range:
    """The seeds of the films of one game with so many players: each seed is one table only."""
    own = [count for name, count in TABLES if name == game]
    first = 1 + own.index(players)
    return range(first, first + ceil(games / len(own)) * len(own), len(own))


def missing(record: Path, game: str, players: int, games: int = GAMES) -> Iterator[int]:
    """Seeds of which there is no film, or only a wrong one of another program."""
    films = recorded(record)
    for seed in seeds(game, players, games):
        film = films.get((game, players, seed))
        if film is None or (film.is_wrong and film.by != version()):
            yield seed


def film(game: str, players: int, seed: int, record: Path = RECORD) -> Filmed:
    """Films one game, follows it, and writes down what came of it."""
    began = time.process_time()
    with TemporaryDirectory() as folder:
        one = play_live(*open_eyes(game, Path(gettempdir())), seed, Path(folder), filming=FILMING, players=players)
    made = _told(game, players, seed, one, time.process_time() - began)
    keep(record, made)
    return made


def _told(game: str, players: int, seed: int, one: Evening, seconds: float) -> Filmed:
    notes = (
        *(f"wrong {text}" for text in one.wrong),
        *(f"unseen {text}" for text in one.unseen),
        *(f"asked {text}" + (f" ({n} times)" if n > 1 else "") for text, n in one.why.items()),
    )
    counts = one.actions, one.shown, one.seen, one.questions, len(one.unseen), len(one.wrong)
    return Filmed(game, players, seed, *counts, one.ends, seconds, one.open, FILMS[game], version(), date.today().isoformat(), notes)


def summary(films: Iterable[Filmed]) -> str:
    """A line for each game: how many films, what was told, asked and wrong."""
    by_game: dict[str, list[Filmed]] = {}
    for one in films:
        by_game.setdefault(one.game, []).append(one)
    lines = []
    for game, some in sorted(by_game.items()):
        actions, shown, told, asked, unseen, wrong, alike = map(
            sum, zip(*((one.actions, one.shown, one.told, one.asked, one.unseen, one.wrong, one.open) for one in some), strict=True)
        )
        ended, seconds = sum(one.ends == AS_PLAYED for one in some), sum(one.seconds for one in some) / len(some)
        lines.append(
            f"{game}: {len(some)} films, {actions} actions, {told} of {shown} that show told, {asked} asked, {unseen} unseen, "
            f"{wrong} wrong, {alike} that look alike, {ended} end as played, {seconds:.0f} s each"
        )
    return "\n".join(lines)


def _fewest(tables: Iterable[tuple[str, int]], films: Iterable[tuple[str, int, int]]) -> tuple[str, int]:
    """The table of which there are fewest films, of the game of which there are fewest."""
    games, own = Counter(game for game, _, _ in films), Counter((game, players) for game, players, _ in films)
    return min(tables, key=lambda table: (games[table[0]], own[table]))


def main() -> None:
    """Film what is missing, next always what there is least of; what came of it stands in a file, film by film."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", nargs="*", help="all games unless some are named")
    parser.add_argument("--games", type=int, default=GAMES, help="of each game")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no film after so many seconds")
    parser.add_argument("--record", type=Path, default=RECORD, help="a file with a line for each film; a second run goes on after it")
    asked = parser.parse_args()
    begun = time.monotonic()
    tables = [table for table in TABLES if not asked.game or table[0] in asked.game]
    waiting = {table: list(missing(asked.record, *table, asked.games)) for table in tables}
    while any(waiting.values()) and time.monotonic() - begun < asked.seconds:
        table = _fewest([table for table in tables if waiting[table]], recorded(asked.record))
        print(film(*table, waiting[table].pop(0), asked.record), flush=True)
    print(summary(recorded(asked.record).values()))


if __name__ == "__main__":
    main()
