"""Tables with a board of letters, looked at again: what lies still beside the board is named once more, and nothing else is looked for."""

from dataclasses import replace

import pytest

from companion.games import available
from fixtures.closed_loop import table_of
from fixtures.play import setup_of
from fixtures.render import held, render
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.changes.patches import Known
from vision.frame import Frame
from vision.observation import Observation
from vision.table.origin import Origin

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
