"""What an answer to a question says, as entries of the log in one piece. Part of the session, under its lock; writes nothing itself."""

from companion.changes import acted, taken
from companion.events import Answered, Asked
from companion.ledger import Ledger, Signed
from companion.questions import ANOTHER_CARD, OTHERS_THAT_FIT, turned
from companion.snapshot import Answer, Question, Source


def entries_of(ledger: Ledger, question: Question, chosen: Answer, by: Source, action: object) -> tuple[Signed, ...]:
    """The entries, each with who says it; `action` is what people say instead. Raises what `acted` and `taken` raise."""
    answered = by, Answered(question.id, chosen.id)
    if chosen.id == OTHERS_THAT_FIT:
        return answered, _turned(ledger, question)
    if chosen == question.offer:
        return answered, *_measured(ledger, question, chosen, by, action)
    meant, proof = chosen.action if chosen.id != ANOTHER_CARD else action, (question.picture, question.reading)
    played = () if meant is None else acted(ledger.rulebook, ledger.state, meant, proof)
    return answered, *((by, each) for each in played)


def _turned(ledger: Ledger, question: Question) -> Signed:
    """The question with the next of the moves that fit."""
    asked = ledger.entries[question.id - 1].event
    assert isinstance(asked, Asked), "a question's number is that of the entry which asked it"
    return Source.CAMERA, turned(asked)


def _measured(ledger: Ledger, question: Question, offer: Answer, by: Source, changed: object) -> tuple[Signed, ...]:
    """What the camera measured, as its own entries, behind them what a person says otherwise."""
    first, proof = len(ledger.entries) + 2, (question.picture, question.reading)
    told, otherwise = taken(ledger.rulebook, ledger.stands, first, offer.action, changed, proof)
    return *((Source.CAMERA, each) for each in told), *((by, each) for each in otherwise)
