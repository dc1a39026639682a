"""The Appetite against a second, plain telling of its rules, over random games: both have to say the same after every action."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from companion.game import Setup
from companion.games.appetite import GAME
from companion.games.appetite.pieces import WRITTEN, Card, State
from companion.games.appetite.rules import Action, CantPlay, Deal, Pass, Play, Reveal
from fixtures.play import Step, random_play
from tests.games.appetite_tables import PACK, points, setup

OPTIONS: dict[str, list[str]] = {option.name: list(option.choices) for option in PACK.options if option.choices}


class Plain:
    """The rules as one would keep them with pencil and paper: counters that go up, no history. For sheets of one set of icons."""

    def __init__(self, players: int, boxes: int) -> None:
        self.n, self.boxes = players, boxes
        self.sheets: list[dict[str, list[int]]] = [{"breakfasts": [], "lunches": [], "dinners": []} for _ in range(players)]
        self.icons = [0] * players
        self.over = False
        self.deal(players - 1)

    def deal(self, dealer: int) -> None:
        self.hands = [5 if self.n == 2 else 4] * self.n
        self.total, self.round, self.passes, self.started = 0, 1, 0, False
        self.lock, self.last = "", -1
        self.dealer, self.turn, self.done = dealer, (dealer + 1) % self.n, False

    def play(self, seat: int, card: Card) -> None:
        assert seat == self.turn and card.suit != self.lock and self.hands[seat] > 0 and not self.done
        self.total += card.value
        assert self.total <= 10 * self.round
        self.hands[seat] -= 1
        self.passes, self.started, self.last, self.lock = 0, True, seat, card.suit
        self.turn = (seat + 1) % self.n
        if self.total == 10 * self.round:
            self.score(bonus=1)
            self.lock = ""

    def decline(self, seat: int, starts: bool) -> None:
        assert seat == self.turn and self.started is not starts and not self.done
        self.passes += 1
        self.turn = (seat + 1) % self.n
        if self.passes == self.n and starts:
            self.done = True
        elif self.passes == self.n:
            self.score(bonus=0)

    def score(self, bonus: int) -> None:
        column = self.sheets[self.last].get(self.lock)
        if column is None and self.icons[self.last] < 4:
            self.icons[self.last] += 1
        elif column is not None and len(column) < self.boxes:
            column.append(self.total)
        self.icons[self.last] += bonus
        self.round, self.passes, self.started = self.round + 1, 0, False
        self.turn = (self.last + 1) % self.n
        full = [sum(len(c) == self.boxes for c in s.values()) + (i >= 4) for s, i in zip(self.sheets, self.icons, strict=True)]
        self.over = max(full) >= 2
        self.done = self.over or self.round == 5 or not any(self.hands)

    def sums(self) -> list[int]:
        return [sum(map(sum, sheet.values())) + (30 if icons >= 4 else 0) for sheet, icons in zip(self.sheets, self.icons, strict=True)]

    def follow(self, action: Action) -> None:
        match action:
            case Play(seat, card):
                self.play(seat, card)
            case Pass(seat):
                self.decline(seat, starts=False)
            case CantPlay(seat):
                self.decline(seat, starts=True)
            case Deal(dealer):
                self.deal(dealer)

    def facts(self) -> dict[str, Any]:
        return {"sums": self.sums(), "icons": self.icons, "hands": self.hands, "total": self.total, "over": self.over, "done": self.done}


def facts(state: State) -> dict[str, Any]:
    status = GAME.status(state)
    done = not status.to_act
    return {"sums": points(state), "icons": [s.icons for s in state.sheets], "hands": list(state.hands), "total": state.total} | {
        "over": status.over,
        "done": done,
    }


def check_a_game(players: int, boxes: int, seed: int) -> Counter[str]:
    """One random game beside the plain rules; the kinds of action that came up."""
    steps = random_play(GAME, GAME.initial(PACK, setup(players, str(boxes))), seed)
    return Counter(type(step.action).__name__ for step in followed(steps, Plain(players, boxes)))


def followed(steps: Iterator[Step], plain: Plain) -> Iterator[Step]:
    """The steps of a game, each compared with the plain rules."""
    for step in steps:
        plain.follow(step.action)
        assert facts(step.after) == plain.facts(), step.action
        if not plain.done:
            assert (step.after.turn, step.after.locked or "", step.after.round) == (plain.turn, plain.lock, plain.round)
            assert step.after.is_round_start is not plain.started
        yield step


def test_90_games_agree_with_the_plain_rules() -> None:
    kinds = Counter[str]()
    for seed in range(90):
        kinds += check_a_game(players=2 + seed % 3, boxes=1 + seed % 3, seed=seed)
    assert set(kinds) == {"Play", "Pass", "CantPlay", "Mulligan", "Clear", "Deal"}
    assert min(kinds.values()) > 25, kinds


@st.composite
def tables(draw: st.DrawFn) -> tuple[Setup, State]:
    """A table with some house rules, and a position that it may reach."""
    options = {name: draw(st.sampled_from(choices)) for name, choices in OPTIONS.items()}
    n = draw(st.integers(1, 3))
    boxes = f"breakfasts:{n},lunches:{n},dinners:{n},desserts:8" if options["dessert_sets"] == "per_sheet" else str(n)
    chosen = setup(draw(st.integers(2, 4)), boxes, **options)
    state = GAME.initial(PACK, chosen)
    for step in random_play(GAME, state, draw(st.integers(0, 10_000)), draw(st.integers(0, 120))):
        state = step.after
    return chosen, state


@settings(deadline=None)
@given(tables())
def test_what_holds_in_every_position(table: tuple[Setup, State]) -> None:
    chosen, state = table
    assert all(0 <= held <= state.house.dealt for held in state.hands)
    assert state.total == sum(laid.card.value for laid in state.laid) <= state.appetite
    assert 1 <= state.round <= 4 and 0 <= state.declined <= state.house.players
    assert all(one.card.suit is not other.card.suit for one, other in zip(state.pile, state.pile[1:], strict=False))
    assert list(state.house.deck.faults(state.gone)) == []
    columns = [(suit, column) for sheet in state.sheets for suit, column in zip(WRITTEN, sheet.columns, strict=True)]
    assert all(len(column) <= state.house.boxes[suit] for suit, column in columns)
    assert GAME.parse_state(PACK, chosen, str(state)) == state


@settings(deadline=None)
@given(tables(), st.integers(0, 2**32))
def test_one_action_changes_what_it_may(table: tuple[Setup, State], seed: int) -> None:
    _, state = table
    legal = list(GAME.legal_actions(state))
    if not legal:
        assert GAME.status(state).over
        return
    action = Random(seed).choice(legal)
    after = GAME.apply(state, action)
    for old, new in zip(state.sheets, after.sheets, strict=True):
        assert new.icons >= old.icons
        assert all(now[: len(then)] == then for then, now in zip(old.columns, new.columns, strict=True)), "what is written stays"
    changed = [seat for seat, (old, new) in enumerate(zip(state.sheets, after.sheets, strict=True)) if old != new]
    assert changed in ([], [after.laid[-1].seat] if after.laid else []), "only who laid the last card scores"
    assert len(after.laid) == (0 if isinstance(action, Deal) else len(state.laid) + isinstance(action, Play))
    assert state.house.is_proof_asked or not isinstance(action, Reveal)


@settings(deadline=None)
@given(tables())
def test_at_the_start_of_a_round_no_card_can_overshoot(table: tuple[Setup, State]) -> None:
    """The lemma of AP-4.3."""
    _, state = table
    if GAME.status(state).to_act and state.is_round_start:
        assert state.total <= 10 * (state.round - 1)
