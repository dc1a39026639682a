"""Why the companion asks: a piece in doubt is another thing than moves that look alike."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game import Game, Layout, Setup
from companion.referee import Ambiguous, Verdict
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from tests.session.conftest import look, unsure
from tests.session.counting_game import GAME, PACK, Play
from vision.observation import Detection

SILENT = replace(unsure(6, 9), why="")
ALIKE = "more than one move leads to this table"


@pytest.mark.parametrize(
    ("seen", "why"), [(unsure(6, 9), "glare over the number"), (SILENT, "it is read in more than one way"), (6, ALIKE)]
)
def test_a_question_says_whether_a_piece_is_in_doubt_or_the_move(tmp_path: Path, seen: Detection | int, why: str) -> None:
    def either(game: Game[Any, Any], state: Any, layout: Layout) -> Verdict[Any]:
        return Ambiguous(((Play(0, 6),), (Play(0, 9),)), tuple(spot for spot in layout.spots if spot.piece is None))

    session = Session.start(Store(tmp_path), GAME, PACK, Setup(2), ["Ines", "Bruno"], by=Source.PAGE, explain=either)
    question = session.look(look(seen), b"a picture", confirm=1).question
    session.close()
    assert question is not None and question.why == why
