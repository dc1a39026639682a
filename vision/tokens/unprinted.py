"""What bears no print where every token has one, as a cloth's berries beside tokens in speckled plastic: no colour names it."""

from collections.abc import Iterable, Sequence
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
    shown = {look: _shown(told, look, verdict) for look in {sight.best for sight, one in told if one.is_sure}}
    every = list(sights) if blank else []

    def has_no_print(sight: Sight) -> bool:
        usual = shown[sight.best]
        if usual is not None:
            return _is_blank(sight, verdict, usual)
        alike = (one for one in every if one.best == sight.best and _is_blank(one, verdict, p.some_likeness))
        return id(sight) in blank and len(one_of_each_place(alike)) > p.most_patches

    return [(sight, nameless(one, "its print does not show") if one.is_sure and has_no_print(sight) else one) for sight, one in told]


def _shown(told: Sequence[Found], look: int, verdict: TokenVerdict) -> float | None:
    """How much of a look's print named tokens show; None where none shows any."""
    alike = [sight.likeness[look] for sight, one in told if one.is_sure and sight.best == look]
    seen = [one for one in alike if one >= verdict.params.some_likeness]
    return median(seen) if seen else None


def _is_blank(sight: Sight, verdict: TokenVerdict, usual: float) -> bool:
    """Whether a disc on the ground shows hardly any of its look's print, of which `usual` is seen; in no glare or gloss."""
    p, best, setting = verdict.params, sight.best, verdict.setting
    is_off = setting.is_on_ground(sight) and not setting.is_on_board(sight) and not _has_plain_side(verdict, best)
    is_seen = sight.burnt <= p.some_burnt and max(abs(sight.veil), abs(sight.off)) <= p.tint_veil and sight.firm <= 1
    return is_off and is_seen and sight.likeness[best] < p.blank_part * usual


def _has_plain_side(verdict: TokenVerdict, look: int) -> bool:
    """Whether tokens of a look's kind bear no print, or none on their other side, which may be the one that is up."""
    looks = verdict.looks
    return any(plain and id == looks.ids[look] for id, plain in zip(looks.ids, looks.is_plain, strict=True))
