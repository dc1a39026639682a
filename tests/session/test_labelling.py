"""An evening becomes a labelled set: what people corrected is the truth, and what nobody vouches for is left out."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli.log import replay
from companion.fold import Rulebook
from companion.game import Setup
from companion.games import available
from companion.labelling import Labelled, labelled
from companion.pack import built_in, save
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from tests.session.conftest import look, unsure
from tests.session.counting_game import GAME, PACK
from vision.evaluation.labels import load_labels
from vision.observation import Detection, Observation

RULEBOOK: Rulebook[Any] = Rulebook(GAME, PACK, Setup(2))


def pictures(session: Session) -> tuple[tuple[Labelled, ...], int]:
    return labelled(RULEBOOK, session.entries(), lambda sha: msgspec.json.decode(session.reading(sha), type=Observation))


def names(one: Labelled) -> list[str | None]:
    return [piece.id for piece, visible in one.pieces if visible == 1]


def see(session: Session, *cards: Detection | int, jpeg: bytes) -> None:
    for _ in range(2):
        session.look(look(*cards), jpeg)


def test_what_was_read_rightly_is_labelled_so(session: Session) -> None:
    see(session, 3, jpeg=b"one")
    see(session, 3, 4, jpeg=b"two")
    found, left_out = pictures(session)
    assert [names(one) for one in found] == [["card-3"], ["card-3", "card-4"]] and left_out == 0
    assert [one.corrected for one in found] == [0, 0] and [one.seq for one in found] == [2, 3]


def test_a_correction_is_the_truth(session: Session) -> None:
    see(session, 3, jpeg=b"one")
    session.correct(2, "play 5 P1", Source.PAGE)
    found, left_out = pictures(session)
    assert [names(one) for one in found] == [["card-5"]] and (found[0].corrected, left_out) == (1, 0)


def test_the_answer_to_a_question_is_the_truth(session: Session) -> None:
    see(session, unsure(6, 9), jpeg=b"one")
    asked = session.snapshot().question
    assert asked is not None
    session.answer(asked.id, next(a.id for a in asked.answers if a.action == "play 9 P1"), Source.PAGE)
    found, _ = pictures(session)
    assert names(found[0]) == ["card-9"] and found[0].corrected == 1


def test_what_was_undone_and_played_otherwise_is_left_out_when_the_table_does_not_fit(session: Session) -> None:
    see(session, 3, jpeg=b"one")
    session.undo(Source.PAGE)
    session.act("play 4 P1", Source.PAGE)
    session.act("play 2 P2", Source.PAGE)
    found, left_out = pictures(session)
    assert [names(one) for one in found] == [["card-4"]] and left_out == 0, "the card was a four"
    see(session, 4, 2, 7, 8, jpeg=b"two")
    session.undo(Source.PAGE)
    found, left_out = pictures(session)
    assert len(found) == 1 and left_out == 1, "of two cards that nobody played nothing is known"


def test_replay_writes_a_set_that_can_be_evaluated(tmp_path: Path, jpeg_of_table: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    game, box = available()["appetite"], built_in("appetite")
    folder = tmp_path / "evening"
    session = Session.start(Store(folder), game, box, Setup(2, {"boxes": "5"}), ("Ines", "Bruno"))
    save(folder / "pack", box, None)
    quad = ((100.0, 100.0), (163.0, 100.0), (163.0, 188.0), (100.0, 188.0))
    card = Detection("card", quad, "lunches-6", 0.99, quad_mm=((0, 88), (63, 88), (63, 0), (0, 0)))
    session.act("table deal P1", Source.PAGE)
    for _ in range(2):
        session.look(look(card), jpeg_of_table)
    seq = session.snapshot().told[-1].seq
    session.correct(seq, session.snapshot().told[-1].action.replace("lunches-6", "lunches-9"), Source.PAGE)
    session.close()
    replay.main([str(folder), "--labels", str(tmp_path / "set"), "--json"], standalone_mode=False)
    said = capsys.readouterr()
    assert "1 labelled pictures, 1 pieces corrected" in said.err and json.loads(said.out)["chain"] == "verified"
    (image,) = load_labels(tmp_path / "set").images
    assert image.pieces[0].id == "lunches-9" and (tmp_path / "set" / image.file).is_file()
