"""One evening at one table: the log, what stands of it, and what everybody may see of it now.

`Session` is the program's one mutable object and has its one lock. The camera's loop calls `look`, people's devices call
`act`, `undo`, `redo`, `correct`, `answer` and `rule`; everybody else reads immutable snapshots. An entry counts once it is on
the disk; whoever is refused finds the session as it was.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from threading import Condition
from time import monotonic
from typing import Any, Self

from companion.anchor import Head
from companion.answering import entries_of
from companion.changes import THEN, CorrectionRefused, Proof, SessionError, acted, corrected, redone, undone
from companion.conflicts import ConflictError, expect, open_question
from companion.evening import hash_of, opened
from companion.events import Acted, Answered, Disputed, Entry, Event, Opened, Ruled, encode
from companion.fold import STEP
from companion.game import Game, Json, Pack, Setup, SetupError
from companion.history import History
from companion.ledger import Ledger, Signed
from companion.misread import Misread
from companion.pictures import PictureError, name_of
from companion.public import LEGAL_SHOWN
from companion.questions import ANOTHER_CARD, SCORE_IS_RIGHT, Explain, Shape, Watch, asked_about, offered, shape_of
from companion.referee import Played, Unchanged, Verdict, explain
from companion.shown import Shown
from companion.snapshot import Look, Snapshot, Source, Verdict as Judgement
from companion.store import LogError, Record, Store
from companion.subscription import Subscription
from vision.observation import NotReady, Observation

__all__ = ["LEGAL_SHOWN", "ConflictError", "CorrectionRefused", "LogError", "PictureError", "Session", "SessionError", "opened"]

CONFIRM_LOOKS = 2
"""How many looks in a row have to show the same table before a live camera is believed."""


class Session:
    """One table. Every method may be called from any thread and returns the newest snapshot where it changes something."""

    def __init__(self, store: Store, game: Game[Any, Any], pack: Pack, explain: Explain = explain) -> None:
        """Folds the log in `store`, which has to hold an evening of this game; `start` and `resume` say it better."""
        self._changed = Condition()
        self._ledger = Ledger(store, game, pack)
        self._opened, self._rulebook = self._ledger.opened, self._ledger.rulebook
        self._closed = False
        self._shown = Shown(self._ledger)
        self._misread = Misread(game, explain)
        self._watch = Watch()
        for entry in self._ledger.entries:
            self._watch.note(entry)
        self._stepped_at = self._spoke_at = monotonic()
        with self._changed:
            self._show()

    @classmethod
    def start(
        cls,
        store: Store,
        game: Game[Any, Any],
        pack: Pack,
        setup: Setup,
        players: Iterable[str],
        by: Source = Source.PROGRAM,
        explain: Explain = explain,
    ) -> Self:
        """A new evening in an empty log. Raises SetupError with every fault at once, or LogError."""
        names = tuple(players)
        options = setup.answers(pack)
        if len(names) != setup.players:
            raise SetupError(f"{setup.players} players, but {len(names)} names")
        game.initial(pack, setup)
        if store.head.seq:
            raise LogError(store.path, "an evening is in this log already; resume it or choose another folder")
        event = Opened(game.name, pack.name, hash_of(pack), options, names, datetime.now(UTC).isoformat())
        store.append([encode(event)], by.value)
        return cls(store, game, pack, explain)

    @classmethod
    def resume(cls, store: Store, game: Game[Any, Any], pack: Pack, explain: Explain = explain) -> Self:
        """The evening in the log, as it stood. Raises LogError when it is another game's or cannot be replayed."""
        return cls(store, game, pack, explain)

    @property
    def pack(self) -> Pack:
        """The box that is played."""
        return self._rulebook.pack

    def snapshot(self) -> Snapshot:
        """What everybody may see now."""
        return self._snapshot

    @property
    def state(self) -> Any:
        """The game's own state now, for programs that know the game; pages read `snapshot`."""
        with self._changed:
            return self._ledger.state

    def entries(self) -> tuple[Entry, ...]:
        """The whole log, for evidence and replay."""
        with self._changed:
            return tuple(self._ledger.entries)

    def records(self) -> tuple[tuple[Record, ...], Head | None]:
        """The log as it lies on the disk, and what the anchor says of its end. Raises LogError, OSError."""
        with self._changed:
            return self._ledger.records()

    def history(self) -> History:
        """The log as it is folded now: for inquiries, charts and earlier moments."""
        with self._changed:
            return History(self._rulebook, tuple(self._ledger.entries), self._ledger.stands)

    def subscribe(self, after: int = -1) -> Subscription:
        """Snapshots from now on, the present one first; `after` is a version that the listener has already."""
        return Subscription(self._changed, lambda: None if self._closed else self._snapshot, after)

    def close(self) -> None:
        """Ends every subscription and closes the log; may be called twice."""
        with self._changed:
            self._closed = True
            self._ledger.close()
            self._changed.notify_all()

    def act(
        self, action: object, by: Source, expected_seq: int | None = None, *, key: str | None = None, picture: str | None = None
    ) -> Snapshot:
        """Plays an action, given as its text or as the game's own value. With `key`, sent twice is played once.

        Raises TextError, IllegalAction with every violation, ConflictError when a step behind `expected_seq` is not known to
        the caller yet, LogError when it cannot be written.
        """
        with self._changed:
            if not self._ledger.is_done(key):
                expect(expected_seq, self._ledger.entries, self._snapshot)
                self._write(by, acted(self._rulebook, self._ledger.state, action, (picture, None)), key)
            return self._snapshot

    def undo(self, by: Source, to_seq: int | None = None, *, expected_seq: int | None = None, key: str | None = None) -> Snapshot:
        """Takes back the newest step; with `to_seq`, that entry and every step behind it. Raises SessionError, ConflictError, LogError."""
        with self._changed:
            if self._ledger.is_done(key):
                return self._snapshot
            expect(expected_seq, self._ledger.entries, self._snapshot)
            self._write(by, (undone(self._ledger.steps, to_seq),), key)
            return self._snapshot

    def redo(self, by: Source, *, expected_seq: int | None = None, key: str | None = None) -> Snapshot:
        """Brings back what the last undo took, while nothing was played since. Raises SessionError, ConflictError, LogError."""
        with self._changed:
            if self._ledger.is_done(key):
                return self._snapshot
            expect(expected_seq, self._ledger.entries, self._snapshot)
            self._write(by, (redone(self._ledger.steps),), key)
            return self._snapshot

    def correct(
        self, seq: int, action: object, by: Source, force: bool = False, *, expected_seq: int | None = None, key: str | None = None
    ) -> Snapshot:
        """Says that entry `seq` was another action; everything behind it is folded anew.

        Raises IllegalAction when it does not fit its own place, CorrectionRefused when a later entry would no longer fit
        (with `force` that entry and all behind it are given up instead), SessionError, ConflictError, LogError.
        """
        with self._changed:
            if not self._ledger.is_done(key):
                expect(expected_seq, self._ledger.entries, self._snapshot)
                self._write(by, (corrected(self._rulebook, self._ledger.stands, seq, action, force),), key)
            return self._snapshot

    def dispute(self, about: int, claim: str, by: Source, seat: int | None = None, *, key: str | None = None) -> Snapshot:
        """Questions entry `about`. Raises SessionError when there is no such entry or seat, LogError."""
        with self._changed:
            if not 0 < about <= len(self._ledger.entries):
                raise SessionError(f"there is no entry {about} to question")
            if seat is not None and not 0 <= seat < len(self._opened.players):
                raise SessionError(f"nobody sits on seat {seat + 1}")
            if not self._ledger.is_done(key):
                self._write(by, (Disputed(about, claim, seat),), key)
            return self._snapshot

    def rule(
        self,
        text: str,
        by: Source,
        *,
        clause: str = "",
        about: int | None = None,
        state: str | None = None,
        verdict: str = "",
        who: str = "",
        take_back: bool = False,
        key: str | None = None,
    ) -> Snapshot:
        """Writes down what the players decided; with `state`, a position's text, play goes on from there.

        `take_back` takes back entry `about` and all behind it in the same breath. Raises TextError, SessionError, LogError.
        """
        with self._changed:
            if self._ledger.is_done(key):
                return self._snapshot
            if verdict not in ("", *Judgement) or (about is not None and not 0 < about <= len(self._ledger.entries)):
                raise SessionError(f"a ruling is {', '.join(Judgement)}, about an entry that there is")
            if state is not None:
                self._rulebook.game.parse_state(self._rulebook.pack, self._rulebook.setup, state)
            back = (undone(self._ledger.steps, about),) if take_back else ()
            self._write(by, (*back, Ruled(text, clause, about, state, verdict, who)), key)
            return self._snapshot

    def answer(self, question_id: int, answer_id: str, by: Source, action: object = None, *, key: str | None = None) -> Snapshot:
        """Answers the open question; "Another card…" takes its `action` from the caller, and without one leaves it open.

        Raises ConflictError when it is no longer open, SessionError for an answer that it does not have, and what `act` raises.
        """
        with self._changed:
            if self._ledger.is_done(key):
                return self._snapshot
            asked = open_question(question_id, self._watch.question, self._snapshot)
            chosen = next((a for a in asked.answers if a.id == answer_id), None)
            if chosen is None:
                raise SessionError(f"question {question_id} has no answer {answer_id!r}")
            if chosen.id == ANOTHER_CARD and action is None:
                return self._snapshot
            self._append(entries_of(self._ledger, asked, chosen, by, action), key)
            if answer_id == SCORE_IS_RIGHT:
                self._misread.is_right(self._ledger.state)
            return self._snapshot

    def look(
        self, observation: Observation, jpeg: bytes, *, confirm: int = CONFIRM_LOOKS, since_step: bool | None = None, beside: bytes = b""
    ) -> Snapshot:
        """Shows what was read, and plays or asks once `confirm` looks in a row agree; 1 for a single picture. Raises LogError.

        With `since_step` (the default for more than one look) a picture from before the last step of the game says nothing.
        `beside` is the picture in which the stacks were read, where it is another one.
        """
        seen = self._rulebook.game.see(self._rulebook.pack, observation)
        remarks = self._rulebook.game.remarks(self._rulebook.pack, observation)
        shape = shape_of(seen)
        with self._changed:
            self._shown.look = Look(name_of(jpeg), observation, datetime.now(UTC), remarks), jpeg
            self._shown.not_ready = ""
            is_live = confirm > 1 if since_step is None else since_step
            oldest = self._spoke_at if is_live else float("-inf")
            if is_live and observation.taken_at < self._stepped_at:
                self._watch.disregard()
                due = False
            else:
                due = self._watch.due(shape, confirm)
            state, stepped_at = self._ledger.state, self._stepped_at
            if due:
                seen = self._misread.put_right(seen, state)
            else:
                self._measure(observation, beside or jpeg, oldest)
                self._show()
        if due:
            # Without the lock: explaining may take a while, and people go on meanwhile.
            verdict = self._misread.explained(state, seen)
            with self._changed:
                version = self._snapshot.version
                try:
                    if stepped_at == self._stepped_at and not self._closed:
                        self._judge(verdict, shape, observation, jpeg)
                        self._measure(observation, beside or jpeg, oldest)
                finally:
                    if version == self._snapshot.version:  # picture and news go out together, since a page is told one change at a time
                        self._show()
        return self._snapshot

    def not_ready(self, why: str) -> None:
        """Why the newest picture was not read; empty when it was."""
        with self._changed:
            if why in (NotReady.HAND, NotReady.MOVING):
                self._watch.moved()
            if why != self._shown.not_ready:
                self._shown.not_ready = why
                self._show()

    def camera(self, sentence: str) -> None:
        """What people have to know about the camera; empty while all is well."""
        with self._changed:
            if sentence != self._shown.camera:
                self._shown.camera = sentence
                self._show()

    def remark(self, name: str, value: Json) -> None:
        """Puts something into `Snapshot.extras`, e.g. that this is a recorded table."""
        with self._changed:
            self._shown.extras = {**self._shown.extras, name: value}
            self._show()

    def picture(self, sha: str) -> bytes:
        """A picture's bytes: one that an entry names, or the newest look's. Raises PictureError."""
        newest = self._shown.look
        if newest is not None and newest[0].picture == sha:
            return newest[1]
        return self._ledger.pictures.read(sha)

    def reading(self, sha: str) -> bytes:
        """What was read in a picture that an entry names: the observation as JSON. Raises PictureError."""
        return self._ledger.readings.read(sha)

    # Everything below is called with the lock held.

    def _judge(self, verdict: Verdict[Any], shape: Shape, observation: Observation, jpeg: bytes) -> None:
        """Plays, asks, or lets a question settle itself."""
        watch = self._watch
        if isinstance(verdict, Unchanged):
            self._misread.agrees(self._ledger.state)
            if (settled := watch.fits(shape)) is not None:
                self._write(Source.CAMERA, (settled,))
            self._show()
        elif watch.is_known(shape):
            pass
        elif isinstance(verdict := watch.doubted(shape, verdict), Played):
            proof = self._keep(jpeg, observation)
            self._write(Source.CAMERA, acted(self._rulebook, self._ledger.state, THEN.join(map(str, verdict.actions)), proof))
        else:
            asked = asked_about(self._rulebook, self._ledger.state, self._opened.players, verdict, observation)
            if watch.ask(shape, asked):
                picture, reading = self._keep(jpeg, observation)
                self._write(Source.CAMERA, (replace(asked, picture=picture, reading=reading),))
            watch.judged(shape)
            self._show()

    def _measure(self, observation: Observation, jpeg: bytes, oldest: float) -> None:
        """Offers what was measured in stacks, or not read of a board, seen since `oldest`, while nothing else is asked; `jpeg` shows it."""
        stacks = tuple(stack for stack in observation.stacks if stack.taken_at is None or stack.taken_at >= oldest)
        board = observation.board if observation.taken_at >= oldest else None
        if not stacks and board is None:
            return
        game, state = self._rulebook.game, self._ledger.state
        for found in game.measured(self._rulebook.pack, state, replace(observation, stacks=stacks, board=board))[:1]:
            asked = offered(state, found)
            if self._watch.offer(asked):
                picture, reading = self._keep(jpeg, observation)
                self._write(Source.CAMERA, (replace(asked, picture=picture, reading=reading),))
            self._show()

    def _keep(self, jpeg: bytes, observation: Observation) -> Proof:
        """The names of a picture and its reading, safely kept; None, told on every page, when they cannot be."""
        try:
            return self._ledger.keep(jpeg, observation)
        except PictureError as error:
            self._shown.extras = {**self._shown.extras, "trouble": str(error)}
            return None, None

    def _write(self, by: Source, events: Iterable[Event], key: str | None = None) -> None:
        """Appends what one source says, folds, shows. Raises LogError and changes nothing when the log refuses."""
        self._append(tuple((by, event) for event in events), key)

    def _append(self, signed: tuple[Signed, ...], key: str | None = None) -> None:
        """Appends in one piece what several say, folds, shows. Raises LogError and changes nothing when the log refuses."""
        before = self._ledger.state
        written = self._ledger.append(signed, key)
        for entry in written.entries:
            self._watch.note(entry)
        if any(isinstance(event, STEP) for _, event in signed):
            self._stepped_at = monotonic()
        of_people = [event for by, event in signed if by is not Source.CAMERA]
        if any(isinstance(event, STEP) for event in of_people):
            self._spoke_at = self._stepped_at
            is_typed = all(isinstance(event, Acted | Answered) for event in of_people)
            self._misread.spoke(before, self._ledger.state, is_typed=is_typed)
        self._shown.retell(written)
        self._show()

    def _show(self) -> None:
        """A new snapshot for everybody."""
        self._snapshot = self._shown.refresh(self._watch.question)
        self._changed.notify_all()
