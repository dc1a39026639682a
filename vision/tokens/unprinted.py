"""What bears no print where every token has one, as a cloth's berries beside tokens in speckled plastic: no colour names it.

So are the dots of a cloth beside chips whose plain sides bear spots along their edges.
"""

from collections.abc import Iterable, Sequence
from math import isnan
from statistics import median

from vision.observation import Detection
from vision.tokens.scattered import nameless, one_of_each_place
from vision.tokens.sight import Sight
from vision.tokens.verdict import TokenVerdict

Found = tuple[Sight, Detection]


def without_unprinted(told: Sequence[Found], sights: Iterable[Sight], verdict: TokenVerdict) -> list[Found]:
    """The same, asked about what shows far less of its look's print than named ones of that look do in this picture.

    Or, where none shows any, what is one of more than a few places of which none does: they are the ground's. `sights` are all discs.
    """
    p = verdict.params
    blank = {id(sight) for sight, one in told if one.is_sure and _is_blank(sight, verdict, p.some_likeness)}
    shown = {print: _shown(told, print, p.some_likeness) for print in {_print(sight) for sight, one in told if one.is_sure}}
    if shown.get(_BACK, 0.0) is None and any(one.is_sure and verdict.is_told_by_print(sight) for sight, one in told):
        shown[_BACK] = p.agreed_likeness  # where prints show, those of backs do
    every = list(sights) if blank else []

    def has_no_print(sight: Sight) -> bool:
        usual = shown[_print(sight)]
        if usual is not None:
            return _is_blank(sight, verdict, usual)
        alike = (one for one in every if one.best == sight.best and _is_blank(one, verdict, p.some_likeness))
        return id(sight) in blank and len(one_of_each_place(alike)) > p.most_patches

    asked = [(sight, nameless(one, "its print does not show") if one.is_sure and has_no_print(sight) else one) for sight, one in told]
    return _without_blanks(asked, shown.get(_BACK), verdict)


def _without_blanks(told: Sequence[Found], usual: float | None, verdict: TokenVerdict) -> list[Found]:
    """All but what is in doubt and shows far less of the print of backs than `usual`, where that is so of more places than of a few."""
    blank = [] if usual is None else [sight for sight, one in told if not one.is_sure and _is_blank(sight, verdict, usual)]
    gone = {id(sight) for sight in blank if not isnan(sight.back)}
    return [(sight, one) for sight, one in told if id(sight) not in gone or len(gone) <= verdict.params.most_patches]


_BACK = -1
"""The print that the backs of a pack have in common."""


def _print(sight: Sight) -> int:
    """Which print a disc ought to show: that of its look, or of backs."""
    return sight.best if isnan(sight.back) else _BACK


def _shown(told: Sequence[Found], print: int, least: float) -> float | None:
    """How much of a print named tokens show; None where none shows as much as `least`."""
    alike = [sight.shown for sight, one in told if one.is_sure and _print(sight) == print]
    seen = [one for one in alike if one >= least]
    return median(seen) if seen else None


def _is_blank(sight: Sight, verdict: TokenVerdict, usual: float) -> bool:
    """Whether a disc on the ground shows hardly any of its look's print, of which `usual` is seen; in no glare or gloss."""
    p, setting = verdict.params, verdict.setting
    is_off = setting.is_on_ground(sight) and not setting.is_on_board(sight)
    is_printed = not isnan(sight.back) or not _has_plain_side(verdict, sight.best)
    is_seen = sight.burnt <= p.some_burnt and max(abs(sight.veil), abs(sight.off)) <= p.tint_veil and sight.firm <= 1
    return is_off and is_printed and is_seen and sight.shown < p.blank_part * usual


def _has_plain_side(verdict: TokenVerdict, look: int) -> bool:
    """Whether tokens of a look's kind bear no print, or none on their other side, which may be the one that is up."""
    looks = verdict.looks
    return any(plain and id == looks.ids[look] for id, plain in zip(looks.ids, looks.is_plain, strict=True))
