"""A line of cards with foods on them that closes a gap or makes room: what was pushed aside is known, and only what is new is read."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from fixtures.closed_loop import table_of
from fixtures.filming import Film, Filming
from fixtures.render import held
from fixtures.repainting import Painting
from fixtures.scene import Place
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.observation import Observation, Quality
from vision.table.plane import TablePlane

GAME, PITCH_MM = "buffet_boss", 70.0
TURNS = {"cherry": 0.0, "mussel": 40.0, "pear": 80.0, "bread": 120.0}
"""How the foods lie on their cards, in degrees."""


class Table:
    """One filmed table, and what its reader was asked and answered."""

    def __init__(self, seed: int) -> None:
        _, eyes = open_eyes(GAME)
        self._painting = Painting(replace(held(table_of(seed, GAME)), markers_mm=STAGES[GAME].markers_mm), eyes.art)
        self._film, self._reader = Film(seed, Filming(rest=0.0), grain=self._painting.grain), eyes.reader.following()
        self.live, self.seen = LiveReader(self._read), list[tuple[Known | None, list[str | None]]]()

    def _read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        found = self._reader.read(frame, table, quality, known)
        self.seen.append((known, [piece.id for piece in found.detections]))
        return found

    def told(self, *line: str, bare: Sequence[str] = ()) -> list[str]:
        """What the first answer names once the line lies there, sorted; `seen` is of this table only, up to that answer."""
        places = []
        for k, food in enumerate(line):
            x = (k - (len(line) - 1) / 2) * PITCH_MM
            places += [Place(f"card-{food}", x, 6.0, 2.0), *(() if food in bare else (Place(food, x + 2.0, 4.0, TURNS[food]),))]
        self.seen.clear()
        first = next((one for f in self._film.show(self._painting.show(places)) if isinstance(one := self.live.look(f), Observation)), None)
        assert first is not None
        for frame in self._film.wait(1.0):  # the whole picture, behind the news
            self.live.look(frame)
        return sorted(str(piece.id) for piece in first.detections)


def names(*foods: str) -> list[str]:
    return sorted([*foods, *(f"card-{food}" for food in foods)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 4])
def test_cards_that_close_a_gap_or_make_room_are_not_read_again(seed: int) -> None:
    table = Table(seed)
    assert table.told("cherry", "mussel") == names("cherry", "mussel")
    assert {*names("cherry", "mussel")} < {*table.told("cherry", "mussel", "pear")}
    parts = [(known, ids) for known, ids in table.seen if known is not None and known.within is not None]
    assert parts and not {"card-cherry", "card-mussel"} & {id for _, ids in parts for id in ids}, "they are known where they lie now"
    assert {*names("mussel")} < {*table.told("mussel", "pear")}
    assert "card-mussel" not in {id for known, ids in table.seen if known is not None and known.within for id in ids}


@pytest.mark.slow
def test_what_is_not_sure_at_once_is_looked_at_again_without_looking_for_more() -> None:
    table = Table(2)  # of table 1 all is sure at once
    table.told("cherry", "mussel", bare=("mussel",))
    assert table.told("cherry", "mussel") == names("cherry", "mussel")
    parts = [known for known, _ in table.seen if known is not None and known.within is not None]
    assert [known.again for known in parts] == [False, True]


@pytest.mark.slow
def test_a_food_taken_from_a_card_that_was_pushed_aside_with_the_others_is_missed() -> None:
    table = Table(1)
    table.told("cherry", "mussel", "pear")
    left = {*names("cherry", "mussel", "pear", "bread")} - {"mussel"}
    assert table.told("cherry", "mussel", "pear", "bread", bare=("mussel",)) == sorted(left)
