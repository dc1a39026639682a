"""A table of Buffet Master at which all is known: real cards, real hands. It plays by itself, and the engine follows without peeking."""

from collections import Counter
from collections.abc import Iterator
from math import ceil
from random import Random

from companion.games.buffet_master import GAME
from companion.games.buffet_master.actions import (
    Action,
    Bathroom,
    Counted,
    Done,
    Dump,
    Eat,
    First,
    Flip,
    Fork,
    Hand,
    Lay,
    LayUnseen,
    Open,
    Serve,
    Swoop,
    Take,
    Tray,
)
from companion.games.buffet_master.pieces import BONUS, State, hand, pile, stack
from companion.games.buffet_master.scoring import best_arrangement
from tests.games.buffet_master_tables import opening


class TrueTable:
    """The truth beside the state that the engine makes of what the table sees."""

    def __init__(self, players: int, seed: int, **options: str) -> None:
        self.random = Random(seed)
        self.state: State = opening(players, **options)
        self.start = self.state
        self.log: list[Action] = []
        deck = list(self.state.box.deck)
        self.deck = Counter(deck)
        self.random.shuffle(deck)
        self.piles = [[deck.pop() for _ in range(self.state.left(n))] for n in range(1, 7)]
        self.aside = deck
        self.up = [False] * 6
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.laid: list[list[list[str]]] = [[] for _ in range(players)]

    def act(self, action: Action) -> None:
        """Tell the engine what happened. It may not refuse it: it really did."""
        assert not GAME.violations(self.state, action), f"{action} at {self.state}: {GAME.violations(self.state, action)}"
        assert GAME.parse_action(str(action)) == action
        self.state = GAME.apply(self.state, action)
        self.log.append(action)

    def places(self) -> dict[str, list[str]]:
        """The cards that lie unseen at every place."""
        piles = {pile(n + 1): cards[:-1] if up else cards for n, (cards, up) in enumerate(zip(self.piles, self.up, strict=True))}
        hands = {hand(seat): cards for seat, cards in enumerate(self.hands)}
        unseen = {stack(seat): list(self.unseen(seat)) for seat in range(len(self.hands))}
        return piles | hands | unseen | {"x": self.aside}

    def unseen(self, seat: int) -> Iterator[str]:
        """The cards of dishes that were laid without being shown."""
        for dish, known in zip(self.laid[seat], self.state.laid[seat], strict=True):
            if not known.cards:
                yield from dish

    @property
    def tops(self) -> list[int]:
        """Piles (from 1) that show a face."""
        return [n for n in range(1, 7) if self.up[n - 1]]

    def play(self) -> None:
        """A whole game, to the end."""
        if self.random.random() < 0.5:
            self.act(First(self.random.randrange(1, len(self.hands))))
        self.flip()
        while self.state.phase == "start":
            self.turn()
        assert self.state.phase == "count"
        self.interrupt()
        for seat in range(len(self.hands)):
            self.lay(seat)
        self.act(Counted())
        self.score()

    def flip(self) -> None:
        backs = [n for n in range(1, 7) if not self.up[n - 1] and self.piles[n - 1]]
        self.random.shuffle(backs)
        at = self.random.randint(0, len(backs))
        for part in (backs[:at], backs[at:]):
            if part or not backs:
                self.act(Flip(tuple((n, self.piles[n - 1][-1]) for n in part)))
                for n in part:
                    self.up[n - 1] = True
                if not backs:
                    return

    def turn(self) -> None:
        seat = self.state.active
        self.lay((seat - 1) % len(self.hands), late=True)
        if "bathroom" in self.hands[seat] and self.random.random() < 0.5:
            self.bathroom(seat)
        for _ in range(self.random.randint(1, 3)):
            self.interrupt()
            if not self.tops or self.state.phase == "count":
                break
            self.take(seat, self.random.choice(self.tops))
        if self.state.phase != "count" and self.random.random() < 0.3:
            self.act(Done(seat))
        if self.state.phase == "count" or (self.state.has_empty_pile and self.state.house.finish_picks):
            if self.state.phase == "take":
                self.act(Done(seat))
            return
        self.lay(seat)
        self.end_of_turn(seat)
        self.interrupt()
        self.flip()

    def take(self, seat: int, number: int) -> None:
        self.act(Take(seat, (number,)))
        self.hands[seat].append(self.piles[number - 1].pop())
        self.up[number - 1] = False

    def interrupt(self) -> None:
        """Somebody may swoop."""
        for seat, cards in enumerate(self.hands):
            goals = [n for n in self.tops if self.piles[n - 1][-1] != "swoop"]
            if "swoop" in cards and goals and self.random.random() < 0.2:
                number = self.random.choice(goals)
                self.act(Swoop(seat, number))
                cards.remove("swoop")
                cards.append(self.piles[number - 1].pop())
                self.piles[number - 1].append("swoop")

    def bathroom(self, seat: int) -> None:
        number = self.random.randint(1, 6)
        self.piles[number - 1] += self.hands[seat]
        self.hands[seat].clear()
        self.random.shuffle(self.piles[number - 1])
        self.up[number - 1] = False
        self.act(Bathroom(seat, number))
        self.flip()

    def end_of_turn(self, seat: int) -> None:
        cards = self.hands[seat]
        for special in ("fork", "dump", "fresh-tray"):
            if special in cards and not self.state.played and self.random.random() < 0.7:
                {"fork": self.fork, "dump": self.dump, "fresh-tray": self.tray}[special](seat)

    def fork(self, seat: int) -> None:
        targets = [other for other, cards in enumerate(self.hands) if other != seat and cards]
        if targets:
            target = self.random.choice(targets)
            self.act(Fork(seat, target))
            self.hands[seat].remove("fork")
            taken = self.random.choice(self.hands[target])
            self.hands[target].remove(taken)
            self.hands[target].append("fork")
            self.hands[seat].append(taken)

    def dump(self, seat: int) -> None:
        box, backs = self.state.box, [n for n in range(1, 7) if not self.up[n - 1]]
        dishes = sorted({box.by_id[card].dish for card in self.hands[seat]} - {""})
        if dishes and backs:
            dish, number = self.random.choice(dishes), self.random.choice(backs)
            gone = [card for card in self.hands[seat] if box.by_id[card].dish == dish]
            self.act(Dump(seat, number, len(gone), self.random.choice([dish, ""])))
            for card in gone:
                self.hands[seat].remove(card)
            self.hands[seat].remove("dump")
            self.piles[number - 1] += [*gone, "dump"]
            self.up[number - 1] = True

    def tray(self, seat: int) -> None:
        if self.tops:
            number, to = self.random.choice(self.tops), (seat + 1) % len(self.hands)
            self.act(Tray(seat, number, to))
            self.hands[seat].remove("fresh-tray")
            self.hands[to].append(self.piles[number - 1].pop())
            self.piles[number - 1].append("fresh-tray")

    def lay(self, seat: int, late: bool = False) -> None:
        """Lay what is finished, with a refill where one card is lacking, if the table allows it now."""
        if late and self.state.late != seat:
            return
        for dish in self.state.box.dishes.values():
            mine = [card.id for card in dish if card.id in self.hands[seat]]
            refills = ["free-refill"] * (len(dish) - len(mine))
            if mine and len(refills) <= min(1, self.hands[seat].count("free-refill")) and self.random.random() < 0.8:
                cards = tuple(sorted(mine + refills))
                trust = self.state.house.verify_on_declare == "trust" and self.random.random() < 0.5
                action: Action = LayUnseen(seat, len(cards)) if trust else Lay(seat, cards)
                if GAME.violations(self.state, action) and self.state.house.declare_when == "own_turn_end_only":
                    return
                self.act(action)
                self.laid[seat].append(list(cards))
                for card in cards:
                    self.hands[seat].remove(card)

    def score(self) -> None:
        for seat, cards in enumerate(self.hands):
            new = Counter(cards) - Counter(self.state.known_hand(seat))
            if new:
                self.act(Hand(seat, tuple(new.elements())))
            for dish, known in list(zip(self.laid[seat], self.state.laid[seat], strict=True)):
                if not known.cards:
                    self.act(Open(seat, tuple(dish)))
            best = best_arrangement(self.state, seat)
            top, left = (min((one[axis] for one in best.placed), default=0) for axis in (1, 2))
            placed = tuple((index + 1, row - top, col - left) for index, row, col in best.placed)
            purse = tuple(sorted(set(range(1, len(self.laid[seat]) + 1)) - {n for n, _, _ in placed})) if "purse" in cards else ()
            if placed or purse:
                self.act(Eat(seat, placed, purse))
            self.act(Serve(seat))
            assert self.total(seat, [n for n, _, _ in placed], purse) == sum(s.points for s in GAME.scores(self.state) if s.seat == seat)
            worth = best.value - self.worth(cards)
            assert worth == self.total(seat, [n for n, _, _ in placed], purse)

    def worth(self, cards: list[str]) -> int:
        return sum(self.state.box.by_id[card].points for card in cards)

    def total(self, seat: int, eaten: list[int], purse: tuple[int, ...]) -> int:
        """The rulebook's sum, from the true cards."""
        opened = [sorted(dish.cards) for dish in self.state.laid[seat]]
        assert sorted(opened) == sorted(map(sorted, self.laid[seat]))
        inside = sum(self.worth(opened[n - 1]) for n in eaten)
        cells = sum(len(opened[n - 1]) for n in eaten)
        left = sum(self.worth(dish) for n, dish in enumerate(opened, 1) if n not in eaten and n not in purse)
        bonus = BONUS[len(self.hands)] if cells == self.state.house.cells else 0
        return inside + bonus - ceil(left / 2) - self.worth(self.hands[seat])
