"""The evenings that lie in the folder of logs, each read once while it does not change."""

from functools import lru_cache
from pathlib import Path

from companion.cli.log import PACK
from companion.evening import entry_of, fitting
from companion.evenings import Evening, evening_of
from companion.fold import Rulebook, lines_of, steps_of
from companion.game import CompanionError, Setup
from companion.games import available
from companion.history import History
from companion.pack import load_box
from companion.store import ANCHOR, Store


def evenings_in(folder: Path) -> tuple[Evening, ...]:
    """Every evening that can be read, newest first; one that cannot is left out, `companion replay` says why."""
    found = (_read(place, (place / ANCHOR).stat().st_mtime_ns) for place in folder.glob("*") if (place / ANCHOR).is_file())
    return tuple(sorted((each for each in found if each is not None), key=lambda evening: evening.began, reverse=True))


@lru_cache(maxsize=2000)
def _read(place: Path, changed_ns: int) -> Evening | None:
    """`changed_ns` is what makes the answer new."""
    del changed_ns
    try:
        return _evening(place)
    except (CompanionError, OSError):
        return None


def _evening(place: Path) -> Evening:
    with Store(place, writable=False) as store:
        entries = tuple(entry_of(store, record) for record in store.records())
        box = load_box(place / PACK)[0]
        game = available()[box.game]
        opened = fitting(store, game, box)
    rulebook = Rulebook(game, box, Setup(len(opened.players), opened.options))
    return evening_of(History(rulebook, entries, rulebook.play(lines_of(steps_of(entries).standing))), place.name)
