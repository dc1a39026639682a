"""What the camera sees becomes an action, a question, or nothing; and what people said is not seen away again."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game import Difference, Game, IllegalAction, Layout, Setup, Spot
from companion.questions import differs
from companion.referee import Ambiguous, Verdict, explain
from companion.session import ConflictError, Session, SessionError
from companion.snapshot import Source
from companion.store import Store
from tests.session.conftest import look, unsure
from tests.session.counting_game import GAME, PACK
from vision.observation import NotReady

JPEG = b"a picture"


def kinds(session: Session) -> list[str]:
    return [type(entry.event).__name__ for entry in session.entries()]


def test_a_card_is_played_after_two_looks_that_agree_and_only_once(session: Session) -> None:
    assert session.look(look(3), JPEG).show["total"] == 0
    snapshot = session.look(look(3), JPEG)
    assert snapshot.show["total"] == 3 and snapshot.told[-1].by is Source.CAMERA
    for _ in range(5):
        session.look(look(3), JPEG)
    assert kinds(session) == ["Opened", "Acted"]
    assert session.picture(snapshot.told[-1].picture or "") == JPEG


def test_looks_that_differ_are_not_believed(session: Session) -> None:
    for number in (3, 4, 3, 5, 4, 3):
        session.look(look(number), JPEG)
    assert kinds(session) == ["Opened"]


def test_a_single_picture_is_believed_at_once(session: Session) -> None:
    assert session.look(look(3), JPEG, confirm=1).show["total"] == 3


def test_two_moves_between_two_looks_are_written_together(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    snapshot = session.look(look(3, 4, 5), JPEG, confirm=1)
    if snapshot.question is None:
        assert snapshot.show["total"] == 12 and kinds(session) == ["Opened", "Acted", "Acted", "Acted"]
    else:
        snapshot = session.answer(snapshot.question.id, "1", Source.PAGE)
        assert snapshot.show["total"] == 12 and kinds(session) == ["Opened", "Acted", "Asked", "Answered", "Acted", "Acted"]


def test_every_look_is_shown_and_served(session: Session) -> None:
    before = session.snapshot().version
    snapshot = session.look(look(3), b"newest")
    assert snapshot.version > before and snapshot.look is not None
    assert session.picture(snapshot.look.picture) == b"newest"


def test_what_the_game_remarks_on_a_look_is_shown_with_it_and_gone_with_it(tmp_path: Path) -> None:
    game = replace(GAME, remarks=lambda pack, seen: tuple(f"{one.id} lies wrong side up" for one in seen.pieces if one.id == "card-3"))
    session = Session.start(Store(tmp_path / "remarked"), game, PACK, Setup(2), ("Ines", "Bruno"))
    shown = [session.look(look(*cards), JPEG).look for cards in ((3,), ())]
    assert [one.remarks for one in shown if one] == [("card-3 lies wrong side up",), ()]
    session.close()


def test_an_unsure_card_is_a_question_with_its_candidates(session: Session) -> None:
    for _ in range(4):
        session.look(look(unsure(6, 9)), JPEG)
    question = session.snapshot().question
    assert question is not None and question.text == "Which card did Ines play?" and question.why == "glare over the number"
    assert [answer.label for answer in question.answers] == [
        "played a 6. Total 6.",
        "played a 9. Total 9.",
        "Another card…",
        "Look again",
    ]
    assert len(question.quads_px) == 1 and session.picture(question.picture or "") == JPEG
    assert kinds(session) == ["Opened", "Asked"], "asked once"


def test_an_answer_plays_and_the_question_is_gone_for_good(session: Session) -> None:
    for _ in range(2):
        session.look(look(unsure(6, 9)), JPEG)
    question = session.snapshot().question
    assert question is not None
    snapshot = session.answer(question.id, "2", Source.PAGE)
    assert snapshot.show["total"] == 9 and snapshot.question is None
    assert snapshot.told[-1].picture == question.picture
    for _ in range(4):
        assert session.look(look(unsure(6, 9)), JPEG).question is None
    assert kinds(session) == ["Opened", "Asked", "Answered", "Acted"]
    with pytest.raises(ConflictError, match=r"Question 2 is settled: Ines played a 9\. Total 9 \(typed on a page"):
        session.answer(question.id, "1", Source.PAGE)


def test_another_card_is_taken_from_the_person_who_answers(session: Session) -> None:
    for _ in range(2):
        session.look(look(unsure(6, 9)), JPEG)
    question = session.snapshot().question
    assert question is not None
    assert session.answer(question.id, "other", Source.PAGE).question == question
    with pytest.raises(SessionError, match="no answer 'x'"):
        session.answer(question.id, "x", Source.PAGE)
    with pytest.raises(IllegalAction):
        session.answer(question.id, "other", Source.PAGE, "play 8 P2")
    assert session.answer(question.id, "other", Source.PAGE, "play 8 P1").show["total"] == 8


def test_look_again_asks_anew_only_after_new_looks(session: Session) -> None:
    for _ in range(2):
        session.look(look(unsure(6, 9)), JPEG)
    question = session.snapshot().question
    assert question is not None
    assert session.answer(question.id, "again", Source.PAGE).question is None
    assert session.look(look(unsure(6, 9)), JPEG).question is None
    again = session.look(look(unsure(6, 9)), JPEG).question
    assert again is not None and again.id > question.id
    session.answer(again.id, "again", Source.PAGE)
    for _ in range(2):
        session.look(look(9), JPEG)
    assert session.snapshot().show["total"] == 9


def test_a_question_settles_itself_when_the_table_explains_itself(session: Session) -> None:
    for _ in range(2):
        session.look(look(unsure(6, 9)), JPEG)
    for _ in range(2):
        session.look(look(), JPEG)
    assert session.snapshot().question is None and kinds(session)[-1] == "Withdrawn"


def test_a_table_that_flickers_asks_once(session: Session) -> None:
    for _ in range(10):
        for _ in range(2):
            session.look(look(unsure(6, 9)), JPEG)
        assert session.snapshot().question is not None
        for _ in range(2):
            session.look(look(), JPEG)
        assert session.snapshot().question is None
    assert kinds(session) == ["Opened", "Asked", "Withdrawn"]


def test_even_a_reader_gone_mad_does_not_fill_the_log(session: Session) -> None:
    for first in range(1, 9):
        for second in range(first + 1, 10):
            session.look(look(unsure(first, second)), JPEG, confirm=1)
            session.look(look(), JPEG, confirm=1)
    assert len(session.entries()) <= 1 + 2 * 8


def test_a_question_offers_more_moves_than_a_camera_can_tell_apart_usually(tmp_path: Path) -> None:
    """Who dumped which dish on whom has more answers than a hand has fingers; the right one has to be among them."""

    def many(game: Game[Any, Any], state: Any, seen: Layout) -> Verdict[Any]:
        return Ambiguous(tuple((GAME.parse_action(f"play {1 + n % 9} P1"),) for n in range(25)))

    session = Session.start(Store(tmp_path), GAME, PACK, Setup(2), ["Ines", "Bruno"], explain=many)
    question = session.look(look(3), JPEG, confirm=1).question
    session.close()
    assert question is not None and sum(answer.action is not None for answer in question.answers) == 20


def test_of_a_whole_board_that_nobody_expected_the_question_tells_how_much_it_is() -> None:
    difference = Difference((), (*(Spot("letters", letter) for letter in "ABCDEFGH"), Spot("foods", "food")), ())
    assert differs(difference, ()) == "not expected: 8 pieces in letters, food in foods"
    assert differs(Difference(difference.extra[:6], (), ()), ()) == "missing: " + ", ".join(f"{letter} in letters" for letter in "ABCDEF")


def test_a_question_waits_while_people_play_on(session: Session) -> None:
    for _ in range(2):
        session.look(look(unsure(6, 9)), JPEG)
    assert session.act("play 6 P1", Source.PAGE).question is None
    assert kinds(session) == ["Opened", "Asked", "Acted"]


def test_a_table_that_no_move_explains_is_asked_about_with_the_difference(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    snapshot = session.look(look(3, 3), JPEG, confirm=1)
    question = snapshot.question
    assert question is not None and question.why == "not expected: card-3 in pile" and question.text.endswith("What did Bruno do?")
    assert question.answers[0].violations == ("C-3: the last card is a 3 too",)
    with pytest.raises(IllegalAction):
        session.answer(question.id, "1", Source.PAGE)


def test_what_was_taken_back_is_not_played_again_because_the_card_still_lies_there(session: Session) -> None:
    for _ in range(2):
        session.look(look(3), JPEG)
    session.undo(Source.PAGE)
    for _ in range(6):
        assert session.look(look(3), JPEG).show["total"] == 0
    assert kinds(session) == ["Opened", "Acted", "Undone"] and session.snapshot().question is None
    for _ in range(2):
        session.look(look(), JPEG)
    for _ in range(2):
        session.look(look(3), JPEG)
    assert session.snapshot().show["total"] == 3, "but once it was taken away, it may be played anew"


def test_a_picture_from_before_a_step_says_nothing_about_the_table_after_it(session: Session) -> None:
    old = look(3)
    time.sleep(0.01)
    session.act("play 3 P1", Source.PAGE)
    session.undo(Source.PAGE)
    for _ in range(4):
        session.look(old, JPEG)
    assert session.snapshot().show["total"] == 0
    for _ in range(2):
        session.look(look(3), JPEG)
    assert session.snapshot().show["total"] == 3


def test_a_step_while_the_referee_thinks_makes_its_verdict_void(session: Session) -> None:
    def slow(game: Game[Any, Any], state: object, seen: Layout) -> Verdict[Any]:
        verdict = explain(game, state, seen)
        session.act("play 5 P1", Source.PAGE)
        return verdict

    session._misread.explain = slow
    session.look(look(3), JPEG, confirm=1)
    assert session.snapshot().show["total"] == 5 and kinds(session) == ["Opened", "Acted"]


def test_an_open_question_survives_a_restart(session: Session) -> None:
    for _ in range(2):
        session.look(look(unsure(6, 9)), JPEG)
    before = session.snapshot().question
    session.close()
    with Store(session._ledger._store.folder) as store:
        again = Session.resume(store, GAME, PACK)
        assert again.snapshot().question == before
        for _ in range(3):
            again.look(look(unsure(6, 9)), JPEG)
        assert again.snapshot().question == before and kinds(again) == ["Opened", "Asked"]


def test_what_the_camera_and_the_loop_say_is_shown_and_not_logged(session: Session) -> None:
    session.camera("No picture since 21:14.")
    session.not_ready("a hand is over the table")
    session.remark("recording", "appetite")
    snapshot = session.snapshot()
    assert (snapshot.camera, snapshot.not_ready, snapshot.extras) == (
        "No picture since 21:14.",
        "a hand is over the table",
        {"recording": "appetite"},
    )
    version = snapshot.version
    session.not_ready("a hand is over the table")
    assert session.snapshot().version == version and kinds(session) == ["Opened"]
    assert session.look(look(), JPEG).not_ready == ""


def test_a_card_that_is_misread_stays_what_people_said_it_is(session: Session) -> None:
    for _ in range(2):
        session.look(look(6), JPEG)
    session.correct(2, "play 9 P1", Source.PAGE)
    for _ in range(2):
        assert session.look(look(6), JPEG).question is None, "the camera still reads a 6"
    for _ in range(2):
        session.look(look(6, 4), JPEG)
    snapshot = session.snapshot()
    assert snapshot.show["total"] == 13 and snapshot.question is None, "and the next card is understood beside it"
    for _ in range(2):
        session.look(look(9, 4, 6), JPEG)
    assert session.snapshot().show["total"] == 19, "once it is read right, a real 6 is a 6"


def test_whoever_says_that_the_score_is_right_is_believed_until_the_table_changes(session: Session) -> None:
    session.look(look(3), JPEG, confirm=1)
    question = session.look(look(3, 3), JPEG, confirm=1).question
    assert question is not None and [answer.id for answer in question.answers][-3:] == ["right", "other", "again"]
    session.answer(question.id, "right", Source.PAGE)
    for _ in range(4):
        assert session.look(look(3, 3), JPEG, confirm=1).question is None
    session.look(look(3, 3, 4), JPEG, confirm=1)
    assert session.snapshot().show["total"] == 7 and session.snapshot().question is None


def test_a_move_that_is_typed_before_the_card_lies_there_is_not_seen_twice(session: Session) -> None:
    session.look(look(), JPEG, confirm=1)
    session.act("play 3 P1", Source.PAGE)
    for _ in range(3):
        session.look(look(), JPEG)
    assert session.snapshot().question is None
    for _ in range(3):
        session.look(look(3), JPEG)
    assert session.snapshot().show["total"] == 3 and session.snapshot().question is None


@pytest.fixture
def pile(tmp_path: Path) -> Iterator[Session]:
    """A table where of the pile nothing but its top card shows."""
    game = replace(GAME, visible=lambda state: Layout(tuple(Spot("pile", f"card-{number}") for _, number in state.laid[-1:])))
    session = Session.start(Store(tmp_path / "pile"), game, PACK, Setup(2), ("Ines", "Bruno"))
    yield session
    session.close()


class TestATableThatWasSpokenAbout:
    """People spoke after they saw it. It says no more than it did, until a hand was there that may have changed it and changed it back."""

    def test_shown_again_after_a_hand_it_is_asked_about(self, session: Session) -> None:
        session.look(look(3), JPEG, confirm=1)
        session.undo(Source.PAGE)
        assert session.look(look(3), JPEG, confirm=1).question is None, "nobody was there"
        session.not_ready(str(NotReady.HAND))
        snapshot = session.look(look(3), JPEG, confirm=1)
        assert snapshot.question is not None and snapshot.show["total"] == 0, "taken away and laid again, or left lying?"
        assert [(answer.id, answer.action) for answer in snapshot.question.answers][:2] == [("1", "play 3 P1"), ("right", None)]
        assert session.answer(snapshot.question.id, "1", Source.PAGE).show["total"] == 3

    def test_a_move_back_to_it_is_not_overlooked(self, pile: Session) -> None:
        """A three is typed, laid and covered with another five before anybody looks."""
        pile.look(look(5), JPEG, confirm=1)
        pile.act("play 3 P2", Source.PAGE)
        pile.not_ready(str(NotReady.MOVING))
        question = pile.look(look(5), JPEG, confirm=1).question
        assert question is not None and "play 5 P1" in {answer.action for answer in question.answers}

    def test_what_lay_there_before_an_action_was_typed_was_no_misreading(self, pile: Session) -> None:
        pile.look(look(5), JPEG, confirm=1)
        pile.act("play 3 P2", Source.PAGE)
        for number, total in ((3, 8), (5, 13)):
            pile.not_ready(str(NotReady.HAND))
            assert pile.look(look(number), JPEG, confirm=1).show["total"] == total

    def test_whoever_then_says_that_the_score_is_right_is_not_asked_again(self, session: Session) -> None:
        session.look(look(3), JPEG, confirm=1)
        session.undo(Source.PAGE)
        session.not_ready(str(NotReady.HAND))
        question = session.look(look(3), JPEG, confirm=1).question
        assert question is not None
        session.answer(question.id, "right", Source.PAGE)
        for _ in range(3):
            session.not_ready(str(NotReady.HAND))
            assert session.look(look(3), JPEG, confirm=1).question is None

    @pytest.mark.parametrize("why", [NotReady.BLUR, NotReady.DARK, NotReady.GLARE, NotReady.STALE])
    def test_a_poor_picture_moves_nothing(self, session: Session, why: NotReady) -> None:
        session.look(look(3), JPEG, confirm=1)
        session.undo(Source.PAGE)
        session.not_ready(str(why))
        assert session.look(look(3), JPEG, confirm=1).question is None

    def test_it_is_never_played_of_itself(self, session: Session) -> None:
        """Nor where nothing is on record any more that stood against the score."""
        session.look(look(3), JPEG, confirm=1)
        session.undo(Source.PAGE)
        session._misread.stood = ()
        session.not_ready(str(NotReady.HAND))
        snapshot = session.look(look(3), JPEG, confirm=1)
        assert snapshot.show["total"] == 0 and snapshot.question is not None


class TestWhatStoodAgainstTheScore:
    """More or less lies there than people say, who tapped on: the camera errs, or there is something that they have not said yet."""

    def test_a_move_beside_it_is_understood(self, session: Session) -> None:
        assert session.look(look(9, 9, 9), JPEG, confirm=1).question is not None, "two nines in a row are not allowed"
        session.act("play 9 P1", Source.PAGE)
        snapshot = session.look(look(9, 9, 9, 4), JPEG, confirm=1)
        assert snapshot.show["total"] == 13 and snapshot.question is None, "less the nines that people left out"

    def test_less_of_it_is_no_move(self, session: Session) -> None:
        session.look(look(9, 9, 9), JPEG, confirm=1)
        session.act("play 9 P1", Source.PAGE)
        snapshot = session.look(look(9, 9), JPEG, confirm=1)
        assert snapshot.show["total"] == 9 and snapshot.question is None

    def test_where_it_may_be_a_move_people_are_asked(self, session: Session) -> None:
        session.look(look(9, 9), JPEG, confirm=1)
        session.act("play 9 P1", Source.PAGE)
        question = session.look(look(9, 9, 4), JPEG, confirm=1).question
        assert question is not None and session.snapshot().show["total"] == 9
        assert [answer.action for answer in question.answers][:2] == ["play 4 P2", "play 4 P2\nplay 9 P1"]
        assert session.answer(question.id, "2", Source.PAGE).show["total"] == 22

    def test_that_nothing_has_happened_is_an_answer_too(self, session: Session) -> None:
        session._misread.stood = ((Spot("pile", "card-7"), None),)
        question = session.look(look(7), JPEG, confirm=1).question
        assert question is not None and session.snapshot().show["total"] == 0
        assert [(answer.id, answer.action) for answer in question.answers][:2] == [("1", "play 7 P1"), ("right", None)]

    def test_it_is_forgotten_once_the_table_shows_the_score(self, session: Session) -> None:
        session.look(look(9, 9, 9), JPEG, confirm=1)
        session.act("play 9 P1", Source.PAGE)
        session.look(look(9), JPEG, confirm=1)
        session.look(look(9, 4), JPEG, confirm=1)
        snapshot = session.look(look(9, 4, 9), JPEG, confirm=1)
        assert snapshot.show["total"] == 22 and snapshot.question is None
