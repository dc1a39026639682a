"""Tables with a board of letters, looked at again: what lies still beside the board is named once more, and nothing else is looked for."""

from dataclasses import replace

import pytest

from companion.games import available
from fixtures.closed_loop import table_of
from fixtures.play import setup_of
from fixtures.render import held, render
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.cards.doubts import Found
from vision.changes.patches import Known
from vision.frame import Frame
from vision.observation import Observation
from vision.stopwatch import Stopwatch
from vision.table.origin import Origin
from vision.table.plane import TablePlane
from vision.tiles.onboard import tiles_of

GAME, SEED = "word_buffet", 5


def frame() -> Frame:
    """A table of the game as it is laid out."""
    pack, eyes = open_eyes(GAME)
    game, stage = available()[GAME], STAGES[GAME]
    state = game.initial(pack, setup_of(pack, 2, **stage.options))
    scene = replace(held(table_of(SEED, GAME)), markers_mm=stage.markers_mm, place=stage.places(game, state, SEED) or ())
    return Frame(render(scene, eyes.art)[0], 1.0)


def told(seen: Observation) -> list[tuple[str, str | None]]:
    return sorted(((one.kind, one.id) for one in seen.detections), key=str)


def test_a_table_that_lies_still_tells_the_same_without_looking_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, follower = frame(), open_eyes(GAME)[1].reader.following()
    table = Origin()(picture)
    first = follower.read(picture, table)
    assert first.board is not None and follower._search is not None
    monkeypatch.setattr(follower._search, "read", None)  # who looks for more fails
    again = follower.read(picture, table, first.quality, Known(again=True))
    assert again.board is not None and told(again) == told(first)
    with pytest.raises(TypeError):
        follower.read(picture, table, first.quality, Known())


def test_on_the_tiles_of_a_board_that_is_told_no_other_piece_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, reader = frame(), open_eyes(GAME)[1].reader.following()
    search = reader._search
    assert search is not None
    read, asked = search.read, list[Known]()

    def noted(picture: Frame, table: TablePlane | None, clock: Stopwatch, known: Known, usual: float | None = None) -> Found:
        asked.append(known)
        return read(picture, table, clock, known, usual)

    monkeypatch.setattr(search, "read", noted)
    seen = reader.read(picture)
    assert seen.board is not None and len(tiles_of(seen.board)) == 9
    assert [known.pieces for known in asked] == [tiles_of(seen.board)]
    nests = [one for one in seen.detections if (one.id or "").startswith("nest-")]
    assert len(nests) == 2
