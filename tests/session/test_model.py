"""Any sequence of moves, undo, redo, corrections, questions and rulings leads where a simple model says, live and after a restart."""

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.disputes import disputes_of, house_rules, rulings_of
from companion.earlier import Earlier
from companion.fold import Rulebook, lines_of, steps_of
from companion.game import IllegalAction, Setup
from companion.session import CorrectionRefused, Session, SessionError
from companion.snapshot import Source, Standing, Verdict
from companion.store import Store
from companion.telling import tell_log
from tests.session.counting_game import GAME, PACK, Play, State, initial

Line = tuple[tuple[int, Play], ...]
"""Entry number and action of everything that stands."""


@dataclass(frozen=True)
class Model:
    """Each step is remembered as the whole line after it: undo shows an earlier one."""

    lines: tuple[Line, ...] = ((),)
    undone: tuple[tuple[Line, ...], ...] = ()

    @property
    def line(self) -> Line:
        return self.lines[-1]

    @property
    def state(self) -> State:
        state = initial(PACK, Setup(2))
        for _, action in self.line:
            state = GAME.apply(state, action)
        return state

    def then(self, line: Line) -> "Model":
        return Model((*self.lines, line))


def state_of(line: Line) -> State:
    return Model((line,)).state


class Evening(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.session = Session.start(Store(Path(self.folder.name)), GAME, PACK, Setup(2), ("Ines", "Bruno"))
        self.model = Model()
        self.earlier = Earlier()

    @invariant()
    def an_earlier_moment_followed_is_that_moment_folded(self) -> None:
        now, history = self.session.snapshot(), self.session.history()
        count = max(1, now.seq - 2)
        assert self.earlier.snapshot(history, now, count) == history.snapshot(now, count)

    @rule(number=st.integers(0, 9))
    def act(self, number: int) -> None:
        action = Play(self.model.state.turn, number)
        try:
            snapshot = self.session.act(action, Source.PAGE)
        except IllegalAction:
            assert GAME.violations(self.model.state, action)
            return
        self.model = self.model.then((*self.model.line, (snapshot.seq, action)))

    @rule()
    def undo(self) -> None:
        if len(self.model.lines) == 1:
            try:
                self.session.undo(Source.PAGE)
            except SessionError:
                return
            raise AssertionError("there was nothing to take back")
        self.session.undo(Source.PAGE)
        self.model = Model(self.model.lines[:-1], (*self.model.undone, self.model.lines[-1:]))

    @precondition(lambda self: self.model.line)
    @rule(data=st.data())
    def undo_to(self, data: st.DataObject) -> None:
        seq = data.draw(st.sampled_from([seq for seq, _ in self.model.line]))
        self.session.undo(Source.PAGE, to_seq=seq)
        # The first line that has the entry is where it came, so everything from there on goes.
        keep = next(i for i, line in enumerate(self.model.lines) if seq in dict(line))
        self.model = Model(self.model.lines[:keep], (*self.model.undone, self.model.lines[keep:]))

    @rule()
    def redo(self) -> None:
        if not self.model.undone:
            try:
                self.session.redo(Source.PAGE)
            except SessionError:
                return
            raise AssertionError("there was nothing to bring back")
        self.session.redo(Source.PAGE)
        self.model = Model((*self.model.lines, *self.model.undone[-1]), self.model.undone[:-1])

    @precondition(lambda self: self.model.line)
    @rule(data=st.data(), number=st.integers(0, 9), force=st.booleans())
    def correct(self, data: st.DataObject, number: int, force: bool) -> None:
        place = data.draw(st.integers(0, len(self.model.line) - 1))
        seq, old = self.model.line[place]
        new = Play(old.seat, number)
        fits = not GAME.violations(state_of(self.model.line[:place]), new)
        line = (*self.model.line[:place], (seq, new), *self.model.line[place + 1 :])
        good = 0
        while fits and good < len(line) and not GAME.violations(state_of(line[:good]), line[good][1]):
            good += 1
        try:
            self.session.correct(seq, new, Source.PAGE, force)
        except IllegalAction:
            assert not fits
        except CorrectionRefused as error:
            assert fits and not force and error.seq == line[good][0]
        else:
            assert fits and (force or good == len(line))
            self.model = self.model.then(line[:good])

    @rule(verdict=st.sampled_from(["", *Verdict]))
    def decide(self, verdict: str) -> None:
        about = max((seq for seq, _ in self.model.line), default=1)
        self.session.rule("so be it", Source.PAGE, about=about, verdict=verdict)
        self.model = self.model.then(self.model.line)

    @rule(about=st.integers(1, 4))
    def question(self, about: int) -> None:
        if about <= self.session.snapshot().seq:
            self.session.dispute(about, "really?", Source.PAGE)

    @rule()
    def restart(self) -> None:
        before = self.session.snapshot()
        self.session.close()
        self.session = Session.resume(Store(Path(self.folder.name)), GAME, PACK)
        after = self.session.snapshot()
        assert replace(after, version=before.version) == before

    @invariant()
    def folds_as_the_model(self) -> None:
        snapshot = self.session.snapshot()
        assert snapshot.show == GAME.show(self.model.state)
        standing = {told.seq: told.action for told in snapshot.told if told.action and told.standing is not Standing.UNDONE}
        assert standing == {seq: str(action) for seq, action in self.model.line}

    @invariant()
    def what_is_told_bit_by_bit_is_the_whole_told_anew(self) -> None:
        snapshot, entries = self.session.snapshot(), self.session.entries()
        steps = steps_of(entries)
        stands, rulings = Rulebook(GAME, PACK, Setup(2)).play(lines_of(steps.standing)), rulings_of(entries, steps)
        assert snapshot.told == tell_log(entries, stands, steps.standing)
        assert (snapshot.disputes, snapshot.house_rules) == (disputes_of(entries, rulings), house_rules(rulings))
        assert self.session.history().stands == stands

    def teardown(self) -> None:
        self.session.close()
        self.folder.cleanup()


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))
