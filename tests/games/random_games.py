"""Random legal games of every game and number of players, each retold from its text: `python -m tests.games.random_games --help`.

How a game is played at random is its own test module's (what people mostly do there, the odd house rules, a second telling of the
rules to compare with) and so are the invariants, checked in every position or, where a table says so, in every 16th. Retelling is
the same for all: each action comes back from its line, positions and their scores come back from theirs, the game ends in the same
state with the same score, and, in every eighth game, undo (a shorter fold of the log) leads back to what stood there, to the start at last.
"""

import argparse
import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import count
from pathlib import Path
from typing import Any

from companion.game import Game, Pack, Setup
from companion.games import available
from companion.pack import built_in
from fixtures.play import quick_play
from tests.games import (
    appetite_tables,
    buffet_boss_tables,
    buffet_master_tables,
    surrealist_dinner_party_tables,
    test_appetite_model,
    test_buffet_boss_random,
    test_buffet_master_play,
    test_surrealist_dinner_party_model,
    test_word_buffet_random,
    word_buffet_tables,
)
from tests.test_architecture import MODULES, imports

ROOT = Path(__file__).parents[2]
PLAYED_TO = ROOT / "tests" / "games" / "random_games_played.txt"
"""What has been played so far, a line for each block, with the rules' fingerprint: blocks of other rules do not count."""
BLOCK = 250
"""Games played of one table before the next has its turn."""
UNDO_EVERY = 8
"""Of so many games one is undone to its middle and to its start."""
TEXT_EVERY = 24
"""Of so many positions one is read back from its text, and the last of every game."""


@dataclass(frozen=True, slots=True)
class Tale:
    """A random game as it was played."""

    pack: Pack
    setup: Setup
    actions: Sequence[Any]
    end: Any


def appetite(players: int, seed: int) -> Tale:
    boxes = 1 + seed % 5
    table = appetite_tables.setup(players, str(boxes))
    game = available()["appetite"]
    steps = quick_play(game, game.initial(appetite_tables.PACK, table), seed)
    told = list(test_appetite_model.followed(steps, test_appetite_model.Plain(players, boxes)))
    return Tale(appetite_tables.PACK, table, [step.action for step in told], told[-1].after)


def buffet_boss(players: int, seed: int) -> Tale:
    end, actions = test_buffet_boss_random.play_one(players, seed, deep=seed % 50 == 0)
    table = buffet_boss_tables.setup(players, **test_buffet_boss_random.setting(players, seed))
    return Tale(buffet_boss_tables.BOX if seed % 7 == 6 else buffet_boss_tables.PACK, table, actions, end)


def buffet_master(players: int, seed: int) -> Tale:
    played = test_buffet_master_play.whole_game(players, seed)
    options = test_buffet_master_play.TABLES[seed % len(test_buffet_master_play.TABLES)]
    return Tale(buffet_master_tables.PACK, buffet_master_tables.setup(players, **options), played.log, played.state)


def surrealist_dinner_party(players: int, seed: int) -> Tale:
    box, table = (
        surrealist_dinner_party_tables.BOX,
        surrealist_dinner_party_tables.setup(players, **test_surrealist_dinner_party_model.house_rules(seed)),
    )
    game = available()["surrealist_dinner_party"]
    end, actions = game.initial(box, table), []
    for step in quick_play(game, end, seed):
        test_surrealist_dinner_party_model.check(step.after)
        actions.append(step.action)
        end = step.after
    return Tale(box, table, actions, end)


def word_buffet(players: int, seed: int) -> Tale:
    end, actions = test_word_buffet_random.play_one(players, seed, deep=seed % 50 == 0)
    options = test_word_buffet_random.HOUSES[seed % len(test_word_buffet_random.HOUSES)]
    return Tale(word_buffet_tables.PACK, word_buffet_tables.setup(players, **options), actions, end)


PLAYED: dict[str, Callable[[int, int], Tale]] = {
    "appetite": appetite,
    "buffet_boss": buffet_boss,
    "buffet_master": buffet_master,
    "surrealist_dinner_party": surrealist_dinner_party,
    "word_buffet": word_buffet,
}


@cache
def fingerprint(name: str) -> str:
    """Of the source that a game's rules and scores stand on: every module of the companion that they import, and theirs in turn."""
    sources: dict[str, bytes] = {}
    waiting = [f"companion.games.{name}.{room}" for room in ("rules", "scoring", "notation")]
    while waiting:
        module = waiting.pop()
        if module in MODULES and module.startswith("companion.") and module not in sources:
            sources[module] = MODULES[module].read_bytes()
            reached = imports(MODULES[module])
            waiting += [*reached, *(target.rpartition(".")[0] for target in reached)]
    return hashlib.sha256(b"".join(sources[module] for module in sorted(sources))).hexdigest()[:12]


TABLES = [(name, n) for name in available() for n in range(built_in(name).players[0], built_in(name).players[1] + 1)]


def play(name: str, players: int, seed: int) -> bool:
    """Play one game and retell it; whether it came to its end. Raises AssertionError naming what does not hold."""
    tale = PLAYED[name](players, seed)
    game = available()[name]
    assert _retold(game, tale, seed) == tale.end, f"{name}, {players} players, seed {seed}: the retold game ends otherwise"
    return game.status(tale.end).over


def _retold(game: Game[Any, Any], tale: Tale, seed: int) -> Any:
    """The game told again from the lines of its actions."""
    start = state = game.initial(tale.pack, tale.setup)
    stood = [start]
    for number, action in enumerate(tale.actions, seed):
        again = game.parse_action(str(action))
        assert again == action
        state = game.apply(state, again)
        stood.append(state)
        if number % TEXT_EVERY == 0:
            _reads_back(game, tale, state)
    _reads_back(game, tale, state)
    for kept in (len(stood) // 2, 0) if seed % UNDO_EVERY == 0 else ():
        assert reduce(game.apply, tale.actions[:kept], start) == stood[kept]
    return state


def _reads_back(game: Game[Any, Any], tale: Tale, state: Any) -> None:
    read = game.parse_state(tale.pack, tale.setup, str(state))
    assert read == state
    assert game.scores(read) == game.scores(state)


def main() -> None:
    """Play blocks of games, table after table, until each has had its number; what was done stands in a file, line by line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", nargs="*", help="all games unless some are named")
    parser.add_argument("--games", type=int, default=10_000, help="of each game and number of players")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no block after so many seconds")
    parser.add_argument(
        "--done", type=Path, default=PLAYED_TO, help="a file with a line for each block that was played; a second run goes on after it"
    )
    asked = parser.parse_args()
    done = asked.done.read_text().splitlines() if asked.done.exists() else []
    begun = time.monotonic()
    for block in count():
        if block * BLOCK >= asked.games:
            return
        for name, players in TABLES:
            first = f"{name} {players} {block * BLOCK} "
            if time.monotonic() - begun > asked.seconds:
                return
            if (asked.game and name not in asked.game) or any(line.startswith(first) and line.endswith(fingerprint(name)) for line in done):
                continue
            _block(name, players, block, asked.done)


def _block(name: str, players: int, block: int, done: Path) -> None:
    used = time.process_time()
    ended = sum(play(name, players, seed) for seed in range(block * BLOCK, (block + 1) * BLOCK))
    line = f"{name} {players} {block * BLOCK} {BLOCK} games, {ended} ended, {time.process_time() - used:.1f} s, rules {fingerprint(name)}"
    print(line, flush=True)
    with done.open("a") as file:
        file.write(f"{line}\n")


if __name__ == "__main__":
    main()
