"""A box and its owners' answers become the house rules of a table, and the opening position."""

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from companion.game import Json, Pack, Piece, Setup, SetupError
from companion.games.surrealist_dinner_party.abilities import parse_ability
from companion.games.surrealist_dinner_party.box import FAUX_PAS_CARD, GUEST, TOKEN, in_role
from companion.games.surrealist_dinner_party.pieces import (
    HAND,
    NOTHING,
    TOKENS,
    WILD,
    Clause,
    Counts,
    Guest,
    House,
    Icon,
    Printed,
    Token,
    changed,
)
from companion.games.surrealist_dinner_party.position import Player, Stage, State

COURSES = ("Cocktails", "Hors d'œuvres", "Aperitifs", "Main Course", "Digestifs", "Dessert")
MOST_APPETITES = 9


def house(pack: Pack, setup: Setup) -> House:
    """The house rules of a table. Raises SetupError naming every fault at once."""
    faults: list[str] = []
    answers = {option.name: setup.options.get(option.name, option.default or "") for option in pack.options}
    try:
        setup.answers(pack)
    except SetupError as error:
        faults += error.faults
    is_stand_in = answers["cards"] == "stand_in"
    guests = _guests(pack, setup.players, is_stand_in, faults)
    cards = _faux_pas(pack, is_stand_in, faults)
    tokens, supply = _tokens(pack, faults)
    menu = _menu(pack, setup.players, answers["menu_kinds"], faults)
    if faults:
        raise SetupError(*faults)
    return House(setup.players, answers, menu, guests, cards, tokens, supply if answers["kitchen"] == "finite" else None)


def initial(pack: Pack, setup: Setup) -> State:
    """Seat 0 starts unless the table says who ate most recently. Raises SetupError."""
    rules = house(pack, setup)
    is_setup = rules.is_drafted or rules.has_faux_pas
    platter = rules.menu[0]
    return State(rules, (Player(),) * rules.players, platter, stage=Stage.SETUP if is_setup else Stage.TURN)


def printed_of(text: str) -> Printed:
    """What a faux pas card says, from `race:wine:3:2` or `majority:drama:0:4`. Raises ValueError."""
    kind, token, number, points = (text.split(":") + [""] * 4)[:4]
    is_number = all(n.isascii() and n.isdecimal() and len(n) <= 2 for n in (number, points))
    if kind not in ("race", "majority") or token not in list(Token) or not is_number or text.count(":") != 3:
        raise ValueError(f"{text!r} is no faux pas card: race or majority, a kind of token, the number shown (0 for majority), points")
    if (kind == "race") != (int(number) > 0):
        raise ValueError(f"{text!r}: a race shows a number of tokens, a majority shows none (write 0)")
    return Printed(kind, Token(token), int(number), int(points))


def appetites_of(text: str) -> tuple[str, ...]:
    """Appetites from the top of a card, from `wine,food,wild`. Raises ValueError."""
    wants = tuple(text.split(","))
    if not set(wants) <= {WILD, *Token} or len(wants) > MOST_APPETITES:
        raise ValueError(f"appetites {text!r} are no list of up to {MOST_APPETITES} of {', '.join(TOKENS)} or {WILD}")
    return wants


def _stand_ins(pack: Pack, name: str, is_stand_in: bool) -> dict[str, Mapping[str, str]]:
    """What the pack's tables print on cards that it knows nothing of."""
    table = pack.tables.get(name) if is_stand_in else None
    rows = table.items() if isinstance(table, dict) else ()
    return {id: {key: str(value) for key, value in row.items()} for id, row in rows if isinstance(row, dict)}


def _guests(pack: Pack, players: int, is_stand_in: bool, faults: list[str]) -> dict[str, Guest]:
    more = _stand_ins(pack, "stand_in_guests", is_stand_in)
    guests = {}
    for piece, said in in_role(pack, GUEST):
        try:
            guest = _guest(piece, {**more.get(piece.id, {}), **said})
        except ValueError as error:
            faults.append(f"pack {pack.name}, piece {piece.id}: {error} ({Clause.GUEST_CARD})")
            continue
        guests[guest.name] = guest
    needed = HAND * min(players, pack.players[1])
    if len(guests) < needed and not faults:
        faults.append(f'pack {pack.name}: {len(guests)} guests (attribute role = "guest"); {needed} are dealt to {players} players')
    return guests


def _guest(piece: Piece, printed: Mapping[str, str]) -> Guest:
    wants = appetites_of(printed["appetites"]) if "appetites" in printed else ()
    icon = printed.get("icon")
    if icon is not None and icon not in list(Icon):
        raise ValueError(f"icon {icon!r} is not {', '.join(Icon)}")
    text = printed.get("ability", "by-hand")
    name = quote(piece.id, safe="")
    called = printed.get("called", piece.id.replace("-", " ").title())
    return Guest(name, piece.id, called, wants, Icon(icon) if icon else None, parse_ability(text), printed.get("text", text))


def _faux_pas(pack: Pack, is_stand_in: bool, faults: list[str]) -> dict[str, tuple[str, Printed | None]]:
    more = _stand_ins(pack, "stand_in_faux_pas", is_stand_in)
    cards: dict[str, tuple[str, Printed | None]] = {}
    for piece, said in in_role(pack, FAUX_PAS_CARD):
        text = said.get("printed", more.get(piece.id, {}).get("printed", ""))
        try:
            cards[quote(piece.id, safe="")] = piece.id, printed_of(text) if text else None
        except ValueError as error:
            faults.append(f"pack {pack.name}, piece {piece.id}: {error} ({Clause.FAUX_PAS})")
    return cards


def _tokens(pack: Pack, faults: list[str]) -> tuple[dict[Token, str], Counts]:
    ids: dict[Token, str] = {}
    supply = NOTHING
    for piece, said in in_role(pack, TOKEN):
        kind = said.get("token", "")
        if kind not in list(Token):
            faults.append(f"pack {pack.name}, piece {piece.id}: token {kind!r} is not one of {', '.join(TOKENS)} ({Clause.BOX})")
            continue
        ids.setdefault(Token(kind), piece.id)
        supply = changed(supply, Token(kind), piece.count)
    missing = [kind for kind in TOKENS if kind not in ids]
    if missing:
        faults.append(f'pack {pack.name}: no piece with role = "token" and token = {", ".join(missing)} ({Clause.BOX})')
    return ids, supply


def _menu(pack: Pack, players: int, kinds: str, faults: list[str]) -> tuple[Counts, ...]:
    """What each course lays on the platter: the pack's numbers, of the kinds that the table read off its menu."""
    low, high = pack.players
    names = kinds.split(",")
    if len(names) != len(COURSES) or any(not set(name.split("+")) <= set(Token) for name in names):
        faults.append(
            f"option menu_kinds is {len(COURSES)} courses with commas between them, each a kind of token or several with +, "
            f"e.g. wine,food,wine,food,wine+dessert,dessert; not {kinds!r} ({Clause.MENU})"
        )
        return ()
    numbers = [*_numbers(pack.tables.get("menu"), min(max(players, low), high) - low)]
    if len(numbers) != len(COURSES):
        faults.append(f"pack {pack.name}: [tables] menu has no six rows of numbers for {low} to {high} players ({Clause.MENU})")
        return ()
    return tuple(_course(name.split("+"), number) for name, number in zip(names, numbers, strict=True))


def _numbers(table: Json, at: int) -> Iterator[int]:
    for row in table if isinstance(table, list) else ():
        number = row[at] if isinstance(row, list) and at < len(row) else None
        if isinstance(number, int) and number > 0:
            yield number


def _course(kinds: list[str], number: int) -> Counts:
    counts = NOTHING
    for kind in kinds:
        counts = changed(counts, Token(kind), number)
    return counts
