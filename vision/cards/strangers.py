"""Cards of a design that was enrolled, but not they themselves: told by the others that lie there.

One light, one camera and one printing press: the cards of a table agree with their looks about equally well, and each is about as clearly
its own rather than its rival's. The print of one that was never enrolled lies between that of two that were, or is one's but for a figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.cards.reading import Reading


@dataclass(frozen=True, slots=True)
class StrangerParams:
    """One set of values for every pack; found on `other_decks` and the `dev` sets with half of every deck left out."""

    fewest: int = 2
    """So many others have to lie there to tell what is usual."""
    agreement: float = 3.0
    """How much a lack of agreement counts, against one of clearness, ..."""
    evenness: float = 2.0
    """... and how much one block of print that lags behind the card's others: a figure that is not the look's among all that is, ..."""
    slack: float = 0.05
    """... by more than this over what is usual."""
    most: float = 0.65
    """By how much a card may fall short of the others in all of it together, ..."""
    own: float = 0.3
    """... once the part that is least its own is less so than this: 1 as enrolled, 0 midway to another look of its design."""
    burnt: float = 0.25
    """Part of a card burnt out to white from which print goes with it: what is usual is told by those of which half as much is, if any."""


def strangers(named: Sequence[Reading], params: StrangerParams | None = None) -> list[Reading]:
    """Those of the named readings of a picture that are much less like their looks, and less clearly their own, than the others.

    In a lamp's image print is lost: a card there is held against the others there, where there are some.
    One that is told from its rival by colour alone is none of them: how clearly colours differ says nothing of those of others. Nor is
    one of which every part is clearly its own: print that shows weakly makes no stranger. Where no other has its design that says nothing.
    """
    p = params or StrangerParams()
    return [
        one
        for n, one in enumerate(named)
        if len(named) > p.fewest
        and one.by_print < 1
        and (one.explained.parts < p.own or one.explained.alone)
        and _short(one, _in_its_light(one, [*named[:n], *named[n + 1 :]], p), p) > p.most
    ]


def _in_its_light(one: Reading, others: list[Reading], params: StrangerParams) -> list[Reading]:
    """The others, or those of them that are burnt out like it."""
    if (burnt := _burnt(one)) < params.burnt:
        return others
    return [other for other in others if _burnt(other) >= burnt / 2] or others


def _burnt(reading: Reading) -> float:
    """Part of what is seen that is burnt out to white."""
    return 0.0 if reading.seen is None else float(reading.seen.burnt.mean())


def _short(one: Reading, others: Sequence[Reading], params: StrangerParams) -> float:
    """By how much it falls short of what is usual among the others."""
    clear = median(map(_clearness, others)) - _clearness(one)
    agreed = median(other.agreement for other in others) - one.agreement
    lags = one.explained.uneven - median(other.explained.uneven for other in others)
    return max(0.0, clear) + params.agreement * max(0.0, agreed) + params.evenness * max(0.0, lags - params.slack)


def _clearness(reading: Reading) -> float:
    """Margin to the rival, of what there can be."""
    return reading.margin / max(reading.agreement, 1e-3)
