"""The evening that the page's tests play: the Appetite, four players, a real session over a store on disk."""

from collections.abc import Callable
from pathlib import Path

from companion.game import Setup
from companion.games.appetite import GAME
from companion.pack import built_in
from companion.session import Session
from companion.snapshot import Snapshot, Source
from companion.store import Store
from tests.web.pictures import Lying, draw, observe

PLAYERS = ("Ines", "Bruno", "Maren", "Teo")
FIRST_ROUNDS = """lunches-6 breakfasts-3 pass pass pass pass lunches-5 dinners-6 desserts-9 pass pass pass lunches-1"""
UP_TO_37 = f"{FIRST_ROUNDS} dinners-3 breakfasts-4 pass"
"""The worked example of the rulebook's specification up to a Total of 37: Ines is next."""
PLACES = ((330.0, 470.0, -4.0), (540.0, 455.0, 8.0), (750.0, 480.0, 5.0), (960.0, 460.0, -6.0))


def opening(folder: Path, players: int = 4, boxes: str = "2") -> Session:
    """The table before the first card."""
    setup = Setup(players, {"boxes": boxes})
    return Session.start(Store(folder), GAME, built_in("appetite"), setup, PLAYERS[:players])


def evening(folder: Path) -> Session:
    """The hand at a Total of 37; cards were seen by the camera, passes tapped."""
    session = opening(folder)
    play(session, UP_TO_37)
    return session


def play(session: Session, actions: str) -> None:
    """Cards by the camera, `pass` and the like by hand, each by whoever is to act."""
    for action in actions.split():
        if "-" in action and not action.startswith("cant"):
            lay(session, action)
        else:
            session.act(f"P{turn(session) + 1} {action}", Source.PAGE)


def turn(session: Session) -> int:
    """Whose turn it is."""
    return session.snapshot().status.to_act[0]


def lay(session: Session, card: str) -> Snapshot:
    """A card is laid on the table and seen; the camera goes on looking, and finds the table as it ought to be."""
    before = pile(session.snapshot())
    cards = [*before, lying(len(before), card)]
    look(session, cards)
    return look(session, cards)


def lay_unsure(session: Session, *maybe: str) -> Snapshot:
    """A card with glare over its number is laid."""
    before = pile(session.snapshot())
    x, y, turn_deg = PLACES[len(before)]
    return look(session, [*before, Lying(None, maybe[0][-1], x, y, turn_deg, "glare over the number", maybe)])


def look(session: Session, cards: list[Lying]) -> Snapshot:
    """The camera sees these cards."""
    return session.look(observe(cards), draw(cards), confirm=1)


def lying(place: int, card: str) -> Lying:
    """A card in its place of the line."""
    return Lying(card, card[-1], *PLACES[place % len(PLACES)])


def pile(snapshot: Snapshot) -> list[Lying]:
    """What lies on the table, unless the last round's cards are about to be cleared away."""
    cards = snapshot.show["pile"] if not snapshot.show["to_clear"] else []
    assert isinstance(cards, list)
    return [lying(place, str(card["piece"])) for place, card in enumerate(cards) if isinstance(card, dict)]


MakeSession = Callable[[Path], Session]
