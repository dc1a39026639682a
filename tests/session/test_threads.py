"""Many at once: two who act, fifty who watch, one of them slow."""

import threading
import time

from companion.game import IllegalAction
from companion.session import ConflictError, Session
from companion.snapshot import Snapshot, Source
from tests.session.conftest import look


def test_of_two_who_know_the_same_entry_one_acts_and_one_is_told(session: Session) -> None:
    outcomes: list[str] = []
    gate = threading.Barrier(2)

    def person() -> None:
        for _ in range(40):
            gate.wait()
            known = session.snapshot()
            gate.wait()
            try:
                session.act(f"pass P{known.status.to_act[0] + 1}", Source.PAGE, known.seq)
                outcomes.append("acted")
            except ConflictError as error:
                assert "passed" in str(error) and error.snapshot.seq > known.seq
                outcomes.append("told")

    threads = [threading.Thread(target=person) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["acted"] * 40 + ["told"] * 40
    assert session.snapshot().seq == 41


def test_a_page_may_not_act_on_a_state_it_has_not_seen_but_a_question_does_not_stand_in_its_way(session: Session) -> None:
    known = session.snapshot().seq
    session.look(look(3, 3), b"x", confirm=1)
    assert session.snapshot().question is not None and session.snapshot().seq > known
    session.act("play 4 P1", Source.PAGE, known)


def test_fifty_watch_and_nobody_waits_for_the_slow_one(session: Session) -> None:
    got: dict[int, list[Snapshot]] = {number: [] for number in range(50)}

    def watch(number: int) -> None:
        with session.subscribe() as snapshots:
            for snapshot in snapshots:
                got[number].append(snapshot)
                if number == 0:
                    time.sleep(0.2)

    threads = [threading.Thread(target=watch, args=(number,)) for number in got]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    for number in range(60):
        session.act(f"pass P{number % 2 + 1}", Source.PAGE)
        time.sleep(0.005)
    took = time.monotonic() - began
    newest = session.snapshot()
    time.sleep(0.5)
    session.close()
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()
    assert took < 10, "the slow watcher delays nobody"
    for number, snapshots in got.items():
        versions = [snapshot.version for snapshot in snapshots]
        assert versions == sorted(set(versions)), "each version once, in order"
        assert snapshots[-1] == newest, "and the newest reaches everybody"
        assert number or len(snapshots) < 20, "the slow one skips"


def test_a_subscription_waits_only_as_long_as_it_is_told(session: Session) -> None:
    with session.subscribe(after=session.snapshot().version) as snapshots:
        began = time.monotonic()
        assert snapshots.wait(0.05) is None
        assert 0.04 < time.monotonic() - began < 1 and not snapshots.is_closed
        session.act("pass P1", Source.PAGE)
        assert snapshots.wait(5) is session.snapshot()
    assert snapshots.is_closed and snapshots.wait(5) is None


def test_snapshots_of_one_version_are_equal_and_never_change(session: Session) -> None:
    before = session.snapshot()
    told, show = before.told, dict(before.show)
    session.act("play 3 P1", Source.PAGE)
    session.undo(Source.PAGE)
    assert before.told == told and before.show == show and before.version < session.snapshot().version


def test_hands_and_camera_together_never_break_the_game(session: Session) -> None:
    stop = threading.Event()
    faults: list[BaseException] = []

    def camera() -> None:
        try:
            while not stop.is_set():
                laid = session.snapshot().told
                session.look(look(*range(1, 1 + len(laid) % 5)), b"x")
        except BaseException as error:
            faults.append(error)

    def person() -> None:
        for _ in range(60):
            snapshot = session.snapshot()
            try:
                session.act(snapshot.legal[len(snapshot.told) % len(snapshot.legal)], Source.PAGE, snapshot.seq)
                if len(snapshot.told) % 3 == 0:
                    session.undo(Source.PAGE)
            except (ConflictError, IllegalAction):
                pass

    threads = [threading.Thread(target=camera), threading.Thread(target=person), threading.Thread(target=person)]
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join()
    stop.set()
    threads[0].join()
    assert not faults
    assert [entry.seq for entry in session.entries()] == list(range(1, len(session.entries()) + 1))
