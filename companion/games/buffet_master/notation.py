"""A position out of its line of text. Syntax is refused at its column; an impossible position with every fault at once."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.game import Pack, Setup, TextError, Violation
from companion.games.buffet_master.closing import arrangement_faults
from companion.games.buffet_master.hidden import Hidden, is_certain_at, pool, settled
from companion.games.buffet_master.laying import dish_faults
from companion.games.buffet_master.moves import plan
from companion.games.buffet_master.opening import table_of
from companion.games.buffet_master.pieces import (
    ASIDE,
    END_OF_TURN,
    FACE_DOWN,
    PILES,
    REST,
    Box,
    Clause,
    House,
    Laid,
    Phase,
    Served,
    State,
    hand,
    pile,
    seat_name,
    stack,
)
from companion.games.buffet_master.scoring import tied
from companion.notation import ImpossibleError, refuse_otherwise

FIELDS = ("active", "taken", "played", "late", "tops", "hidden", "laid", "shown", "swooped", "served", "eating", "winner")
"""In the order of the line; the ones without a value are left out."""
NEEDED = ("active", "tops")


@dataclass
class _Line:
    """A line of text while it is read: its fields, where each stands, and what is wrong with them."""

    text: str
    box: Box
    house: House
    values: dict[str, str] = field(default_factory=dict)
    columns: dict[str, int] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)

    def wrong(self, name: str, why: str) -> None:
        self.faults.append((self.columns.get(name, 0), why))

    def syntax(self, name: str, part: str, wanted: str) -> TextError:
        at = self.columns[name] + len(name) + 1 + self.values[name].find(part)
        return TextError(self.text, at, f"{name}: expected {wanted}, not {part!r}")

    def parts(self, name: str) -> list[str]:
        return self.values[name].split(",") if name in self.values else []

    def match(self, name: str, part: str, pattern: str, wanted: str) -> re.Match[str]:
        found = re.fullmatch(pattern, part)
        if found is None:
            raise self.syntax(name, part, wanted)
        return found

    def seat(self, name: str, text: str) -> int:
        seat = int(self.match(name, text, r"P([1-9][0-9]?)", "a player, e.g. P1")[1]) - 1
        if seat >= self.house.players:
            self.wrong(name, f"{seat_name(seat)} does not play; {self.house.players} do")
        return min(seat, self.house.players - 1)

    def card(self, name: str, card: str) -> str:
        if card not in self.box.by_id:
            self.wrong(name, f"the box has no card {card!r}")
        return card

    def cards(self, name: str, text: str) -> tuple[str, ...]:
        """E.g. `fork+swoop*2`."""
        cards: list[str] = []
        for part in text.split("+") if text else ():
            found = self.match(name, part, r"([^*]+)(?:\*([1-9][0-9]{0,2}))?", "card or card*copies")
            cards += [self.card(name, found[1])] * int(found[2] or 1)
        return tuple(sorted(cards))


def parse_state(pack: Pack, setup: Setup, text: str) -> State:
    """Inverse of str(state). Raises TextError with the column, or ImpossibleError with every fault at once."""
    box, house = table_of(pack, setup)
    line = _Line(text, box, house)
    phase = _read_fields(line)
    tops = _tops(line)
    laid, shown = _laid(line), line.cards("shown", line.values.get("shown", ""))
    state = State(
        box,
        house,
        phase,
        line.seat("active", line.values["active"]),
        tops,
        _hidden(line, tops, laid),
        laid,
        taken=int(line.match("taken", line.values.get("taken", "0"), r"[0-9]{1,3}", "a number").group()),
        played=line.values.get("played", ""),
        late=line.seat("late", line.values["late"]) if "late" in line.values else None,
        shown=shown,
        swooped=_swooped(line),
        served=_served(line),
        eating=line.seat("eating", line.values["eating"]) if "eating" in line.values else None,
        winner=line.seat("winner", line.values["winner"]) if "winner" in line.values else None,
    )
    _impossible(line, state)
    if line.faults:
        raise ImpossibleError(text, line.faults)
    refuse_otherwise(text, str(state))
    return state


def _read_fields(line: _Line) -> Phase:
    words = [(m.start(), m.group()) for m in re.finditer(r"\S+", line.text)]
    if not words or words[0][1] not in list(Phase):
        raise TextError(line.text, words[0][0] if words else 0, f"expected where the game stands: {', '.join(Phase)}")
    for column, word in words[1:]:
        name, equals, value = word.partition("=")
        if name not in FIELDS or not equals or not value:
            raise TextError(line.text, column, f"expected one of {', '.join(FIELDS)} and = and a value, not {word!r}")
        if name in line.values or FIELDS.index(name) < max((FIELDS.index(known) for known in line.values), default=0):
            raise TextError(line.text, column, f"{name} stands twice or out of order; the order is {', '.join(FIELDS)}")
        line.values[name], line.columns[name] = value, column
    for name in NEEDED:
        if name not in line.values:
            raise TextError(line.text, len(line.text), f"{name}= is missing")
    return Phase(words[0][1])


def _tops(line: _Line) -> tuple[str | None, ...]:
    tops = line.parts("tops")
    if len(tops) != PILES:
        raise TextError(line.text, line.columns["tops"], f"expected {PILES} tops with commas between, not {len(tops)}")
    return tuple(None if top == FACE_DOWN else line.card("tops", top) for top in tops)


def _laid(line: _Line) -> tuple[tuple[Laid, ...], ...]:
    stacks: list[list[Laid]] = [[] for _ in range(line.house.players)]
    for part in line.parts("laid"):
        found = line.match("laid", part, r"(P[0-9]+):(?:\?([1-9][0-9]?)|([^?]+))", "player:card+card or player:?cards, e.g. P1:?3")
        cards = line.cards("laid", found[3]) if found[3] else ()
        stacks[line.seat("laid", found[1])].append(Laid(cards, len(cards) if cards else int(found[2])))
    return tuple(map(tuple, stacks))


def _swooped(line: _Line) -> tuple[tuple[int, str], ...]:
    found = [line.match("swooped", part, r"(P[0-9]+):(.+)", "player:card") for part in line.parts("swooped")]
    return tuple((line.seat("swooped", one[1]), line.card("swooped", one[2])) for one in found)


def _served(line: _Line) -> tuple[Served | None, ...]:
    served: list[Served | None] = [None] * line.house.players
    for part in line.parts("served"):
        wanted = "player:dish@row.col/..., /purse.dish... and /done as they apply"
        dish = r"[0-9]{1,3}@[0-9]{1,2}\.[0-9]{1,2}"
        found = line.match("served", part, rf"(P[0-9]+):(-|{dish}(?:/{dish})*)(?:/purse((?:\.[0-9]{{1,3}})+))?(/done)?", wanted)
        placed = tuple((int(n), int(r), int(c)) for n, r, c in re.findall(r"([0-9]+)@([0-9]+)\.([0-9]+)", found[2]))
        purse = tuple(int(n) for n in re.findall(r"[0-9]+", found[3] or ""))
        served[line.seat("served", found[1])] = Served(placed, purse, bool(found[4]))
    return tuple(served)


def _hidden(line: _Line, tops: tuple[str | None, ...], laid: tuple[tuple[Laid, ...], ...]) -> Hidden:
    """The pools; the one written `*` is every card that the line names nowhere else."""
    pools, rest = [], None
    named: Counter[str] = Counter(top for top in tops if top)
    named.update(card for dishes in laid for dish in dishes for card in dish.cards)
    for part in line.parts("hidden"):
        found = line.match(
            "hidden", part, r"([^@]+)@([a-z][0-9]*:[1-9][0-9]{0,2}(?:/[a-z][0-9]*:[1-9][0-9]{0,2})*)", "cards@place:number/place:number"
        )
        places = _places(line, found[2])
        if found[1] == REST and rest is None:
            rest = places
            continue
        cards = line.cards("hidden", found[1])
        named.update(cards)
        if len(cards) != sum(places.values()):
            line.wrong("hidden", f"{len(cards)} cards cannot lie in {sum(places.values())} places: {part}")
        else:
            pools.append(pool(cards, places))
    return settled([*pools, *_rest(line, named, rest)])


def _places(line: _Line, text: str) -> dict[str, int]:
    seats = range(line.house.players)
    known = [pile(n) for n in range(1, PILES + 1)] + [hand(seat) for seat in seats] + [stack(seat) for seat in seats] + [ASIDE]
    places: dict[str, int] = {}
    for part in text.split("/"):
        place, _, number = part.partition(":")
        if place not in known or place in places:
            line.wrong("hidden", f"{place} is no place, or named twice; places are p1 to p{PILES}, h and s with a player's number, x")
        places[place] = int(number)
    return places


def _rest(line: _Line, named: Counter[str], places: dict[str, int] | None) -> Hidden:
    deck = Counter(line.box.deck)
    for card, n in sorted((named - deck).items()):
        if card in deck:
            line.wrong("hidden", f"{n + deck[card]} copies of {card}; the box has {deck[card]}")
    rest = tuple((deck - named).elements())
    room = sum((places or {}).values())
    if room == len(rest):
        return (pool(rest, places or {}),)
    missing = "write * for them" if places is None else f"* has {room} places"
    line.wrong("hidden", f"{len(rest)} cards of the box are named nowhere else; {missing}")
    return ()


def _impossible(line: _Line, state: State) -> None:
    """What cannot be at this point of a game, though every word of it can be read."""
    for check in _CHECKS:
        check(line, state)


def _tops_fit(line: _Line, state: State) -> None:
    backs = [n for n, top in enumerate(state.tops, 1) if top is None]
    if state.phase is Phase.START and backs:
        line.wrong("tops", f"start: pile {backs[0]} shows no card ({Clause.FLIP})")
    if state.phase is Phase.SHUFFLE and len(backs) != 1:
        line.wrong("tops", f"shuffle: exactly 1 pile waits for a new top, not {len(backs)} ({Clause.BATHROOM})")
    if state.phase in (Phase.FLIP, Phase.OPENING) and not backs:
        line.wrong("tops", f"{state.phase}: no pile lies face down, so nothing is turned up ({Clause.FLIP})")
    if not line.faults:
        _heights_fit(line, state)


def _heights_fit(line: _Line, state: State) -> None:
    after_end = state.phase in (Phase.COUNT, Phase.SCORING, Phase.PLAY_OFF, Phase.OVER)
    picks_on = state.house.finish_picks and state.phase is Phase.TAKE and state.taken
    if after_end and not state.has_empty_pile:
        line.wrong("hidden", f"{state.phase}: the game has not ended, no pile is empty ({Clause.PILE_EMPTY})")
    if state.has_empty_pile and not after_end and not picks_on:
        line.wrong("hidden", f"{state.phase}: pile {state.heights.index(0) + 1} is empty, so the game has ended ({Clause.PILE_EMPTY})")


def _turn_fits(line: _Line, state: State) -> None:
    if state.phase in (Phase.END, Phase.FLIP, Phase.COUNT, Phase.SCORING, Phase.PLAY_OFF, Phase.OVER) and not state.taken:
        line.wrong("taken", f"{state.phase}: at least 1 card was taken before ({Clause.MUST_TAKE})")
    if state.phase in (Phase.OPENING, Phase.START, Phase.SHUFFLE) and state.taken:
        line.wrong("taken", f"{state.phase}: no card has been taken yet ({Clause.MUST_TAKE})")
    if state.played and (state.played not in list(END_OF_TURN) or state.phase not in (Phase.END, Phase.FLIP)):
        line.wrong("played", f"played is one of {', '.join(END_OF_TURN)}, at the end of a turn ({Clause.ONE_PER_TURN})")
    if state.late is not None and (state.phase is not Phase.START or (state.late + 1) % state.house.players != state.active):
        line.wrong("late", f"late is the player before the active one, before that one acts ({Clause.WHEN_TO_LAY})")
    if state.phase is Phase.OPENING and any(map(state.in_hand, range(state.house.players))):
        line.wrong("hidden", f"opening: hands are empty ({Clause.EMPTY_HANDS})")


def _dishes_fit(line: _Line, state: State) -> None:
    for seat, dishes in enumerate(state.laid):
        for dish in dishes:
            if dish.cards:
                for fault in dish_faults(state, dish.cards):
                    line.wrong("laid", str(fault))
        unseen = sum(dish.size for dish in dishes if not dish.cards)
        lying = sum(p.at(stack(seat)) for p in state.hidden)
        if unseen != lying:
            line.wrong("laid", f"{seat_name(seat)}: {unseen} cards laid unseen and {lying} hidden in the stack ({Clause.FACE_DOWN_STACK})")
    if state.shown and state.shown not in {dish.cards for dishes in state.laid for dish in dishes}:
        line.wrong("shown", f"shown is no laid dish ({Clause.FACE_DOWN_STACK})")
    if state.swooped and state.phase not in (Phase.COUNT, Phase.SCORING, Phase.PLAY_OFF, Phase.OVER):
        line.wrong("swooped", f"{state.phase}: the count of five has not begun ({Clause.COUNT})")


def _served_fits(line: _Line, state: State) -> None:
    filled, done = sum(map(bool, state.served)), sum(one is not None and one.done for one in state.served)
    if filled and state.phase not in (Phase.SCORING, Phase.PLAY_OFF, Phase.OVER):
        line.wrong("served", f"{state.phase}: stomachs are filled after the end ({Clause.COUNT})")
    if (done == state.house.players) != (state.phase in (Phase.PLAY_OFF, Phase.OVER)):
        line.wrong("served", f"{state.phase}: {done} of {state.house.players} stomachs are served ({Clause.STOMACH})")
    for seat, served in enumerate(state.served):
        if served:
            for fault in _arrangement(state, seat, served):
                line.wrong("served", str(fault))
    if state.eating is not None and not ((served := state.served[state.eating]) and (served.placed or served.purse)):
        line.wrong("eating", f"{seat_name(state.eating)} has eaten nothing ({Clause.STOMACH})")
    if not line.faults:
        _winner_fits(line, state)


def _arrangement(state: State, seat: int, served: Served) -> list[Violation]:
    dishes = state.laid[seat]
    if not all(dish.cards for dish in dishes):
        return [Violation(Clause.FACE_DOWN_STACK, f"{seat_name(seat)} has dishes that nobody has seen")]
    if any(fault for dish in dishes for fault in dish_faults(state, dish.cards)):
        return []
    if not is_certain_at(state.hidden, hand(seat)):
        return [Violation(Clause.HAND, f"{seat_name(seat)} holds cards that nobody has seen")]
    faults = list(arrangement_faults(state, seat, served.placed, served.purse))
    if not faults and replace(plan(dishes, served.placed, served.purse), done=served.done) != served:
        faults.append(Violation(Clause.STOMACH, "it is counted from its own corner, and of dishes alike the first are eaten first"))
    return faults


def _winner_fits(line: _Line, state: State) -> None:
    is_tied = state.house.tie == "play_off" and all(one and one.done for one in state.served) and len(tied(state)) > 1
    if state.phase is Phase.PLAY_OFF and not is_tied:
        line.wrong("winner", f"play-off: nobody is tied, or this table plays none ({Clause.TIE})")
    if state.phase is Phase.OVER and is_tied and state.winner is None:
        line.wrong("winner", f"over: the tie has not been played off ({Clause.TIE})")
    if state.winner is not None and (state.phase is not Phase.OVER or not is_tied or state.winner not in tied(state)):
        line.wrong("winner", f"{seat_name(state.winner)} has won no play-off ({Clause.TIE})")


_CHECKS: tuple[Callable[[_Line, State], None], ...] = (_tops_fit, _turn_fits, _dishes_fit, _served_fits)
