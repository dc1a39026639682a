"""Coins on a tray: the smallest game that a referee can be tried on. Coins are put down; red ones only first; two are never alike."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game import Game, Layout, Pack, Setup, Spot, Status, Violation
from vision.observation import Observation

COINS = tuple(f"{colour}-{n}" for colour in ("red", "gold", "iron") for n in range(6))


@dataclass(frozen=True)
class Tray:
    coins: tuple[str, ...] = ()
    in_order: bool = True
    """Whether the order in which coins came belongs to the position."""


@dataclass(frozen=True)
class Put:
    coin: str


def apply(tray: Tray, put: Put) -> Tray:
    assert not violations(tray, put)
    coins = (*tray.coins, put.coin)
    return Tray(coins if tray.in_order else tuple(sorted(coins)), tray.in_order)


def violations(tray: Tray, put: Put) -> tuple[Violation, ...]:
    found = []
    if put.coin in tray.coins:
        found.append(Violation("T-1", f"{put.coin} lies there"))
    if put.coin.startswith("red") and tray.coins:
        found.append(Violation("T-2", f"a red coin comes first; {len(tray.coins)} lie there"))
    return tuple(found)


def visible(tray: Tray) -> Layout:
    return Layout(tuple(Spot("tray", coin) for coin in tray.coins))


def candidates(tray: Tray, seen: Layout) -> Iterator[Put]:
    difference = visible(tray).difference(seen)
    for spot in (*difference.extra, *difference.unsure):
        yield from map(Put, [spot.piece] if spot.piece is not None else spot.alternatives or COINS)


def nothing(pack: Pack, observation: Observation) -> Layout:
    return Layout()


def opening(pack: Pack, setup: Setup) -> Tray:
    return Tray()


def parse_state(pack: Pack, setup: Setup, text: str) -> Tray:
    return Tray(tuple(text.split()))


TOY: Game[Tray, Put] = Game(
    name="toy",
    initial=opening,
    status=lambda tray: Status((0,)),
    legal_actions=lambda tray: (put for put in map(Put, COINS) if not violations(tray, put)),
    violations=violations,
    apply=apply,
    scores=lambda tray: (),
    visible=visible,
    see=nothing,
    candidates=candidates,
    show=lambda tray: {},
    parse_state=parse_state,
    parse_action=Put,
)


def seen(*coins: str | tuple[str, ...]) -> Layout:
    """A tray as it is seen: a coin by its name; one without a name as the names that it may bear, `()` for any."""
    return Layout(
        tuple(Spot("tray", coin, ref=at) if isinstance(coin, str) else Spot("tray", None, coin, ref=at) for at, coin in enumerate(coins))
    )
