"""When a look is believed, and what is asked when it cannot be. Part of the session, under its lock; writes nothing itself."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from companion.changes import THEN
from companion.events import Answered, Asked, Entry, Event, Withdrawn
from companion.fold import STEP, Rulebook
from companion.game import Difference, Game, Layout, Measured, Spot
from companion.referee import Ambiguous, Played, Refused, Unexplained, Verdict
from companion.snapshot import Answer, Question, Source
from vision.observation import Detection, Observation, Quad

Explain = Callable[[Game[Any, Any], Any, Layout], Verdict[Any]]
"""`companion.referee.explain`, or a test's own."""
Told = Played[Any] | Ambiguous[Any] | Unexplained[Any]
"""A verdict on a table that is not as it ought to be."""
Shape = tuple[tuple[str, str, str], ...]
"""What two looks are compared by: zones, slots and names, without order, alternatives and places in the picture."""

ANOTHER_CARD = "other"
LOOK_AGAIN = "again"
OTHERS_THAT_FIT = "more"
"""Where more moves fit than a question offers at once: the next ones of them."""
SCORE_IS_RIGHT = "right"
"""The camera errs; what it misreads is remembered until it is gone."""
MOST_ANSWERS, MOST_REFUSED = 20, 6
"""Answers that a question offers at once besides "Another card…" and "Look again": legal ones, and those that the rulebook refuses."""
MOST_NAMED = 6
"""Pieces of one zone that a question names one by one; of more it says how many they are."""
MOST_ASKED = 8
"""Questions in one state of the game; a reader that flickers more than that does not fill the log."""


_ALWAYS = (Answer(SCORE_IS_RIGHT, "The score is right"), Answer(ANOTHER_CARD, "Another card…"), Answer(LOOK_AGAIN, "Look again"))
"""Offered by every question; the first one only where no move explains the table, or maybe none was made."""
_MORE = Answer(OTHERS_THAT_FIT, "Other moves that fit…")


def shape_of(seen: Layout) -> Shape:
    """What a look shows, comparable."""
    return tuple(sorted((spot.zone, spot.slot, spot.piece or "") for spot in seen.spots))


@dataclass
class Watch:
    """What the last looks showed, and which question is open."""

    question: Question | None = None
    _shape: Shape | None = None
    _count: int = 0
    _judged: Shape | None = None
    _known: set[Shape] = field(default_factory=set)
    """Tables that somebody spoke about: an undo must not be played again only because the card still lies there."""
    _is_touched: bool = False
    """Whether something has moved since: they may have been changed, and changed back."""
    _asked: dict[str, Question] = field(default_factory=dict)
    """By situation, since the last step."""
    _offered: dict[str, Question] = field(default_factory=dict)
    """The same of what was measured."""
    _withdrawn: set[int] = field(default_factory=set)

    def note(self, entry: Entry) -> None:
        """Follows the log: questions open and close, a step settles them all."""
        match entry.event:
            case Asked() as asked:
                of_its_kind = self._offered if asked.is_measured else self._asked
                self.question = of_its_kind[asked.situation] = question_of(entry.seq, asked)
            case Answered(question, answer):
                self._close(question, keep=answer != LOOK_AGAIN)
            case Withdrawn(question):
                self._close(question, keep=True)
            case event if isinstance(event, STEP):
                self._stepped(entry.by)

    def due(self, shape: Shape, confirm: int) -> bool:
        """Counts a look; True when it is the one that has to be judged."""
        self._count = self._count + 1 if shape == self._shape else 1
        self._shape = shape
        return self._count >= confirm and shape != self._judged

    def disregard(self) -> None:
        """A picture from before the last step says nothing about the table after it."""
        self._shape, self._count = None, 0

    def fits(self, shape: Shape) -> Event | None:
        """The table shows what it ought to: an open question settles itself. The event to write, if any."""
        self._judged = shape
        self._known.clear()
        if self.question is not None and self.question.is_measured:
            return None
        open_, self.question = self.question, None
        if open_ is None or open_.id in self._withdrawn:
            return None
        self._withdrawn.add(open_.id)
        return Withdrawn(open_.id)

    def moved(self) -> None:
        """Something moves over the table, or on it."""
        if self._judged in self._known:
            self._judged = None
        self._is_touched = True

    def is_known(self, shape: Shape) -> bool:
        """Whether people spoke after they saw this very table, and nothing has moved since; then it is neither played nor asked about."""
        if shape not in self._known or self._is_touched:
            return False
        self._judged = shape
        return True

    def doubted(self, shape: Shape, verdict: Told) -> Told:
        """The verdict; where people spoke after they saw this very table, a move is asked about: it may be, or nothing has happened."""
        if isinstance(verdict, Played) and shape in self._known:
            return Ambiguous((verdict.actions, ()))
        return verdict

    def ask(self, shape: Shape, asked: Asked) -> bool:
        """Whether the question has to be written; one that was asked before is only shown again."""
        if (before := self._asked.get(asked.situation)) is not None:
            self.question, self._judged = before, shape
            return False
        return len(self._asked) < MOST_ASKED

    def offer(self, asked: Asked) -> bool:
        """Whether what was measured has to be asked; never in the place of a question about the table, or twice."""
        if self.question is not None and not self.question.is_measured:
            return False
        if (before := self._offered.get(asked.situation)) is not None:
            self.question = before
            return False
        return len(self._offered) < MOST_ASKED

    def judged(self, shape: Shape) -> None:
        """The shape needs no second thought until it changes."""
        self._judged = shape

    def _stepped(self, by: Source) -> None:
        """After a person's step the table may stay as it is; a move that the camera saw begins a new table."""
        if by is Source.CAMERA:
            self._known.clear()
        elif self._shape is not None:
            self._known.add(self._shape)
            self._is_touched = False
        self.question = self._judged = None
        self._asked.clear()
        self._offered.clear()

    def _close(self, id_: int, keep: bool) -> None:
        """An answered question may be asked anew ("Look again"), a withdrawn or settled one only shown again."""
        if self.question is not None and self.question.id == id_:
            self.question = None
        if keep:
            self._withdrawn.add(id_)
        else:
            self._asked = {situation: question for situation, question in self._asked.items() if question.id != id_}
            self._offered = {situation: question for situation, question in self._offered.items() if question.id != id_}
            self._known.clear()
            self._judged = None
            self.disregard()


def question_of(seq: int, asked: Asked) -> Question:
    """The question as a page shows it."""
    return Question(seq, asked.text, asked.why, asked.answers, asked.picture, asked.quads_px, asked.reading, asked.is_measured)


def asked_about(
    rulebook: Rulebook[Any], state: object, players: tuple[str, ...], verdict: Ambiguous[Any] | Unexplained[Any], observation: Observation
) -> Asked:
    """The question that a look raises, without its picture."""
    to_act = rulebook.game.status(state).to_act
    who = players[to_act[0]] if len(to_act) == 1 else ""
    if isinstance(verdict, Ambiguous):
        unsure = _detections(verdict.unsure, observation)
        text, why = _which(unsure, who), _reasons(unsure)
        rows, pieces = verdict.fits, ""
    else:
        unsure = _detections((*verdict.difference.extra, *verdict.difference.unsure), observation)
        text, why, rows = _what(who, bool(verdict.refused)), differs(verdict.difference, unsure), ()
        pieces = str(sorted((*spot.key[:2], spot.piece or "") for spot in (*verdict.difference.missing, *verdict.difference.extra)))
    is_right = isinstance(verdict, Unexplained) or () in rows
    moves, always = tuple(_answers(rulebook, state, filter(None, rows), verdict.refused)), _ALWAYS[not is_right :]
    digest = json.dumps([str(state), text, pieces, [answer.action for answer in (*moves, *always)]])
    quads = _finite(detection.quad_px for detection in unsure)
    return _page(Asked(text, why, always, hashlib.sha256(digest.encode()).hexdigest(), None, quads), moves)


def turned(asked: Asked) -> Asked:
    """The same question with the next of the moves that fit; behind the last ones come the first again."""
    moves = tuple(answer for answer in asked.answers if answer.action is not None)
    always = tuple(answer for answer in asked.answers if answer.action is None and answer.id != OTHERS_THAT_FIT)
    return _page(replace(asked, answers=always), (*asked.others, *moves))


def _page(asked: Asked, moves: tuple[Answer, ...]) -> Asked:
    """The question with as many of the moves as are offered at once before its own answers, and those that wait."""
    shown, others = moves[:MOST_ANSWERS], moves[MOST_ANSWERS:]
    return replace(asked, answers=(*shown, *((_MORE,) if others else ()), *asked.answers), others=others)


def offered(state: object, found: Measured[Any]) -> Asked:
    """What was measured as a question, without its picture."""
    ways = [Answer(str(number), said, THEN.join(map(str, actions))) for number, (said, actions) in enumerate(found.ways, 1)]
    digest = json.dumps([str(state), found.text, found.about or [way.action for way in ways]])
    answers = (*ways, *_ALWAYS[1:])
    situation = hashlib.sha256(digest.encode()).hexdigest()
    return Asked(found.text, found.why, answers, situation, quads_px=_finite(found.quads_px), is_measured=True)


def _finite(quads: Iterable[Quad]) -> tuple[Quad, ...]:
    """Those that can be drawn."""
    return tuple(quad for quad in quads if all(isfinite(v) for point in quad for v in point))


def _answers(rulebook: Rulebook[Any], state: object, rows: Iterable[tuple[Any, ...]], refused: Iterable[Refused[Any]]) -> Iterable[Answer]:
    game = rulebook.game
    legal = [(row, ()) for row in rows]
    offers = legal + [((no.action,), no.violations) for no in refused][: max(0, MOST_REFUSED - len(legal))]
    for number, (row, violations) in enumerate(offers, 1):
        said, at = [], state
        for action in row:
            said.append(game.tell(at, action))
            at = at if violations else game.apply(at, action)
        yield Answer(str(number), " ".join(said), THEN.join(map(str, row)), tuple(map(str, violations)))


def _detections(spots: Iterable[Spot], observation: Observation) -> tuple[Detection, ...]:
    return tuple(observation.detections[spot.ref] for spot in spots if 0 <= spot.ref < len(observation.detections))


def _which(unsure: tuple[Detection, ...], who: str) -> str:
    if not unsure:
        return f"What did {who} do?" if who else "What happened?"
    kind = unsure[0].kind
    return f"Which {kind} did {who} play?" if who else f"Which {kind} is this?"


def _what(who: str, has_refused: bool) -> str:
    asks = f"What did {who} do?" if who else "What happened?"
    return f"The rules do not allow this. {asks}" if has_refused else f"The table is not as expected. {asks}"


def _reasons(unsure: tuple[Detection, ...]) -> str:
    said = "; ".join(dict.fromkeys(detection.why for detection in unsure if detection.why))
    return said or ("it is read in more than one way" if unsure else "more than one move leads to this table")


def differs(difference: Difference, unsure: tuple[Detection, ...]) -> str:
    """What of a table is not as it ought to be, in one line."""
    missing, extra = _lying(difference.missing), _lying(difference.extra)
    reasons = list(dict.fromkeys(detection.why for detection in unsure if detection.why))
    parts = [f"missing: {', '.join(missing)}"] if missing else []
    parts += [f"not expected: {', '.join(extra)}"] if extra else []
    parts += [f"{len(difference.unsure)} without a name" + (f" ({', '.join(reasons)})" if reasons else "")] if difference.unsure else []
    return "; ".join(parts)


def _lying(spots: Iterable[Spot]) -> list[str]:
    """What lies where; a whole board of letters is a number."""
    zones: dict[str, list[str]] = {}
    for spot in spots:
        zones.setdefault(spot.zone, []).append(f"{spot.piece} in {spot.zone}")
    return [said for zone, all_ in zones.items() for said in (all_ if len(all_) <= MOST_NAMED else [f"{len(all_)} pieces in {zone}"])]
