"""Where neither paper nor a card tells the light, a colour that only another lamp explains names nothing."""

from dataclasses import replace

from tests.vision.tokens.sights import sighted, verdict_of_rose_and_beet
from vision.tokens.setting import Around
from vision.tokens.sight import Tints
from vision.tokens.verdict import TokenVerdict


def test_in_a_light_that_nothing_tells_a_token_is_named_if_its_colour_is_right_as_it_is() -> None:
    """In a warm lamp white tokens were orange: nearer to that than to white, and not near."""
    sight = sighted(
        rim=0.88, costs={0: 4.6, 1: 10.4}, likeness={0: 0.0, 1: 0.0}, tints=Tints(lambda: {"rose": 7.5, "beet": 24.0}), is_clear=False
    )
    known = verdict_of_rose_and_beet()
    unknown = TokenVerdict(known.looks, known.params, around=Around(lacks_paper=True, lacks_light=True))
    assert known.is_sure(sight) and not unknown.is_sure(sight)
    assert unknown.is_sure(replace(sight, tints=Tints(lambda: {"rose": 1.0, "beet": 24.0})))
    assert unknown.is_sure(replace(sight, is_clear=True, likeness={0: 0.9, 1: 0.1})), "a print is the same in any light"
