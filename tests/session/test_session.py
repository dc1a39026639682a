"""An evening played by hand: acting, taking back, correcting, ruling."""

from pathlib import Path

import pytest

from companion.game import IllegalAction, Setup, SetupError, TextError
from companion.session import ConflictError, CorrectionRefused, LogError, Session, SessionError, opened
from companion.snapshot import Source, Standing
from companion.store import Store
from tests.session.counting_game import GAME, PACK


def play(session: Session, *numbers: int) -> None:
    for number in numbers:
        seat = session.snapshot().status.to_act[0]
        session.act(f"play {number} P{seat + 1}" if number else f"pass P{seat + 1}", Source.PAGE)


def total(session: Session) -> object:
    return session.snapshot().show["total"]


def test_an_action_stands_with_its_sentence_and_its_player(session: Session) -> None:
    snapshot = session.act("play 3 P1", Source.PAGE)
    told = snapshot.told[-1]
    assert (told.text, told.seat, told.by, told.action) == ("played a 3. Total 3.", 0, Source.PAGE, "play 3 P1")
    assert snapshot.show == {"total": 3, "turn": 1} and "play 3 P2" not in snapshot.legal and "play 4 P2" in snapshot.legal


def test_what_the_rulebook_refuses_leaves_everything_as_it_was(session: Session) -> None:
    play(session, 3)
    before = session.snapshot()
    with pytest.raises(IllegalAction) as caught:
        session.act("play 3 P1", Source.PAGE)
    assert [violation.clause for violation in caught.value.violations] == ["C-1", "C-3"]
    with pytest.raises(TextError):
        session.act("sing", Source.PAGE)
    assert session.snapshot() is before and len(session.entries()) == 2


def test_undo_takes_back_one_step_and_redo_brings_it_back(session: Session) -> None:
    play(session, 3, 4)
    assert session.undo(Source.BUTTON).show == {"total": 3, "turn": 1}
    assert session.snapshot().told[2].standing is Standing.UNDONE
    assert session.snapshot().told[3].text == "took back: played a 4. Total 7."
    assert session.redo(Source.PAGE).show == {"total": 7, "turn": 0}
    assert session.snapshot().told[2].standing is Standing.STANDS


def test_undo_to_an_entry_takes_it_and_all_behind_it(session: Session) -> None:
    play(session, 3, 4, 5)
    assert session.undo(Source.PAGE, to_seq=3).show == {"total": 3, "turn": 1}
    assert session.redo(Source.PAGE).show == {"total": 12, "turn": 1}


def test_of_many_entries_taken_back_the_first_is_told(session: Session) -> None:
    play(session, 3, 4, 5, 1, 2)
    session.undo(Source.PAGE, to_seq=3)
    assert session.snapshot().told[-1].text == "took back: played a 4. Total 7; and 3 more"
    session.redo(Source.PAGE)
    assert session.snapshot().told[-1].text == "brought back: played a 4. Total 7; and 3 more"


def test_after_something_new_nothing_can_be_brought_back(session: Session) -> None:
    play(session, 3)
    session.undo(Source.PAGE)
    play(session, 4)
    with pytest.raises(SessionError, match="nothing to bring back"):
        session.redo(Source.PAGE)


def test_with_nothing_played_there_is_nothing_to_take_back(session: Session) -> None:
    with pytest.raises(SessionError, match="nothing to take back"):
        session.undo(Source.PAGE)


def test_a_correction_recomputes_what_came_after(session: Session) -> None:
    play(session, 3, 4)
    snapshot = session.correct(2, "play 5 P1", Source.PAGE)
    assert snapshot.show["total"] == 9
    told = snapshot.told[1]
    assert (told.standing, told.text, told.was) == (Standing.CORRECTED, "played a 5. Total 5.", "played a 3. Total 3.")
    assert snapshot.told[2].text == "played a 4. Total 9."
    assert session.undo(Source.PAGE).show["total"] == 7, "a correction is a step like any other"


def test_a_correction_that_breaks_a_later_entry_is_refused_and_names_it(session: Session) -> None:
    play(session, 3, 4, 5)
    with pytest.raises(CorrectionRefused) as caught:
        session.correct(2, "play 4 P1", Source.PAGE)
    assert caught.value.seq == 3 and [v.clause for v in caught.value.violations] == ["C-3"] and caught.value.dropped == (3, 4)
    assert total(session) == 12


def test_forced_it_gives_up_the_misfit_and_all_behind_it_for_everybody_to_see(session: Session) -> None:
    play(session, 3, 4, 5)
    snapshot = session.correct(2, "play 4 P1", Source.PAGE, force=True)
    assert snapshot.show == {"total": 4, "turn": 1}
    assert [told.standing for told in snapshot.told[1:4]] == [Standing.CORRECTED, Standing.UNDONE, Standing.UNDONE]
    assert session.undo(Source.PAGE).show["total"] == 12, "taking the correction back brings back what it gave up"


def test_a_correction_has_to_fit_its_own_place_and_an_action(session: Session) -> None:
    play(session, 3, 4)
    with pytest.raises(IllegalAction):
        session.correct(3, "play 3 P2", Source.PAGE)
    with pytest.raises(SessionError, match="entry 1 is no action"):
        session.correct(1, "play 3 P1", Source.PAGE)


def test_a_ruling_may_set_the_table_against_the_rulebook(session: Session) -> None:
    play(session, 3)
    snapshot = session.rule("both threes may lie", Source.PAGE, clause="C-3", about=2, state="2:0.3,1.3:0")
    assert snapshot.show["total"] == 6 and snapshot.told[-1].text == "ruled: both threes may lie"
    play(session, 4)
    assert total(session) == 10
    with pytest.raises(TextError):
        session.rule("nonsense", Source.PAGE, state="x")


def test_whoever_does_not_know_the_newest_step_is_told_what_it_was(session: Session) -> None:
    seen = session.snapshot().seq
    play(session, 3)
    with pytest.raises(ConflictError, match=r"Ines played a 3\. Total 3 \(typed on a page, entry 2\)") as caught:
        session.act("play 4 P1", Source.PAGE, expected_seq=seen)
    assert caught.value.snapshot is session.snapshot() and [told.seq for told in caught.value.meanwhile] == [2]


def test_a_page_ahead_of_the_log_is_told_to_load_again(session: Session) -> None:
    with pytest.raises(ConflictError, match="knows entry 9, the log ends at 1"):
        session.act("play 4 P1", Source.PAGE, expected_seq=9)


def test_what_is_sent_twice_under_one_key_happens_once(session: Session) -> None:
    for _ in range(3):
        session.act("play 3 P1", Source.PAGE, 1, key="a")
    for _ in range(3):
        session.undo(Source.PAGE, key="b")
    for _ in range(3):
        session.redo(Source.PAGE, key="c")
    assert len(session.entries()) == 4 and total(session) == 3


def test_an_evening_goes_on_after_a_restart_as_it_stood(tmp_path: Path) -> None:
    first = Session.start(Store(tmp_path), GAME, PACK, Setup(2), ("Ines", "Bruno"))
    play(first, 3, 4, 5)
    first.undo(Source.PAGE)
    first.correct(2, "play 6 P1", Source.PAGE)
    before = first.snapshot()
    first.close()
    with Store(tmp_path) as store:
        event = opened(store)
        assert event is not None and (event.game, event.players) == ("counting", ("Ines", "Bruno"))
        again = Session.resume(store, GAME, PACK).snapshot()
    assert (again.told, again.show, again.seq, again.head) == (before.told, before.show, before.seq, before.head)


def test_a_log_of_another_box_or_game_is_refused(tmp_path: Path) -> None:
    from dataclasses import replace

    Session.start(Store(tmp_path), GAME, PACK, Setup(2), ("Ines", "Bruno")).close()
    with Store(tmp_path) as store:
        with pytest.raises(LogError, match="the log is of counting, not of other"):
            Session.resume(store, replace(GAME, name="other"), PACK)
        with pytest.raises(LogError, match="has changed since"):
            Session.resume(store, GAME, replace(PACK, pieces=PACK.pieces[1:]))
        with pytest.raises(LogError, match="resume it"):
            Session.start(store, GAME, PACK, Setup(2), ("Ines", "Bruno"))
        assert Session.resume(store, GAME, replace(PACK, title="New title")).snapshot().title == "New title"


def test_faults_of_a_setup_are_told_before_a_log_is_begun(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        with pytest.raises(SetupError, match="for 2 to 4 players, not 7"):
            Session.start(store, GAME, PACK, Setup(7), tuple("abcdefg"))
        with pytest.raises(SetupError, match="2 players, but 1 names"):
            Session.start(store, GAME, PACK, Setup(2), ("Ines",))
        with pytest.raises(LogError, match="the log is empty"):
            Session.resume(store, GAME, PACK)
        assert store.head.seq == 0
