"""What stood against the score when people last spoke: a guest that no look finds hides what lies on it."""

from companion.game import Layout, Spot
from companion.games.surrealist_dinner_party import GAME
from companion.overruled import overruled
from companion.referee import Ambiguous, Played, Unexplained, Verdict, explain
from companion.standing import explained
from tests.games.surrealist_dinner_party_tables import act, position

STATE = position("klee+arp", "maar", platter="wine:3,dessert:2")
"""P1's turn: a dessert may be trashed, stashed or served to klee, arp or maar as their appetites allow."""


def without(layout: Layout, *gone: str) -> Layout:
    """The layout less these guests and what lies on them."""
    return Layout(tuple(spot for spot in layout.spots if spot.zone not in gone and spot.piece not in gone))


def less_a_dessert(layout: Layout) -> Layout:
    spots = list(layout.spots)
    spots.remove(Spot("platter", "dessert"))
    return Layout(tuple(spots))


def verdict(seen_when_people_spoke: Layout, seen: Layout) -> Verdict[object]:
    stood = overruled(GAME.visible(STATE), seen_when_people_spoke, wholly=True)
    return explained(explain, GAME, STATE, seen, stood)


def tellings(found: Verdict[object]) -> set[str]:
    match found:
        case Played(actions):
            return {" ".join(map(str, actions))}
        case Ambiguous(fits):
            return {" ".join(map(str, row)) for row in fits}
        case _:
            return set()


def test_a_token_that_went_may_lie_on_a_guest_who_is_not_found() -> None:
    seen = without(GAME.visible(STATE), "arp")
    found = verdict(seen, less_a_dessert(seen))
    assert isinstance(found, Ambiguous)
    assert tellings(found) == {"P1 trash dessert", "P1 serve dessert arp"}


def test_where_every_guest_is_found_it_went() -> None:
    seen = GAME.visible(STATE)
    assert tellings(verdict(seen, less_a_dessert(seen))) == {"P1 trash dessert"}


def test_one_who_is_found_again_hides_nothing() -> None:
    seen = GAME.visible(STATE)
    assert tellings(verdict(without(seen, "arp"), less_a_dessert(seen))) == {"P1 trash dessert"}


def test_a_token_that_lies_on_another_guest_was_served_there() -> None:
    seen = without(GAME.visible(STATE), "arp")
    there = Layout((*less_a_dessert(seen).spots, Spot("klee", "dessert", slot="1")))
    served = GAME.visible(GAME.apply(STATE, act("P1 serve dessert klee")))
    assert [spot for spot in served.spots if spot.zone == "klee"] != [], "serving shows"
    assert "P1 trash dessert" not in tellings(verdict(seen, there))


def test_as_long_as_nothing_else_changes_nothing_has_happened() -> None:
    seen = without(GAME.visible(STATE), "arp")
    assert not isinstance(verdict(seen, seen), Played | Ambiguous | Unexplained)
