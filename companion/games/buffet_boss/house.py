"""A box and its owners' answers become the house rules of a table."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from companion.game import Pack, Piece, Setup, SetupError
from companion.games.buffet_boss.characters import CHARACTERS, FIRST_GAME, GROUP_LOVERS, LOVERS
from companion.games.buffet_boss.pieces import CARDS, GROUPS, PLATE, REMOVED, STARS, TOGETHER, Clause, House, Mode, Print

WORD = "[A-Za-z0-9][A-Za-z0-9_-]*"
"""A food, a group or a colour, so that a line of text can hold it."""


def house(pack: Pack, setup: Setup) -> House:
    """The house rules of a table. Raises SetupError naming every fault at once."""
    faults: list[str] = []
    answers = {option.name: setup.options.get(option.name, option.default or "") for option in pack.options}
    try:
        setup.answers(pack)
    except SetupError as error:
        faults += error.faults
    mode = _mode(answers["mode"], setup.players, faults)
    two_hands = _seats(answers["two_hands"], setup.players, faults)
    if faults:
        raise SetupError(*faults)
    colours = _words(pack.tables.get("colours"))
    prints, copies, ids = _foods(pack, colours, faults)
    deck = TOGETHER[answers["level"]][setup.players - 1] if mode is Mode.TOGETHER else CARDS - REMOVED[mode][setup.players]
    marked = _marked(pack, copies, mode, answers["dinner_removal"], setup.players, faults)
    if sum(copies.values()) < deck:
        clause = Clause.TOGETHER if mode is Mode.TOGETHER else Clause.COMPONENTS
        faults.append(f"pack {pack.name}: {sum(copies.values())} food cards; {mode.called} needs {deck} ({clause})")
    likes = dict(_likes(pack, colours, faults))
    if faults:
        raise SetupError(*faults)
    characters = _characters(answers, setup.players) if mode is Mode.DINNER else ()
    return House(setup.players, mode, deck, prints, copies, marked, ids, colours, likes, characters, answers, two_hands, _names(pack))


def _mode(answer: str, players: int, faults: list[str]) -> Mode:
    """The standard is Dinner, and All-You-Can-Eat for one alone."""
    if answer not in list(Mode):
        return Mode.TOGETHER if players == 1 else Mode.DINNER
    if players == 1 and answer != Mode.TOGETHER:
        faults.append(f"{Mode(answer).called} is for 2 to 5 players; one alone plays All-You-Can-Eat ({Clause.MODES})")
    return Mode(answer)


def _seats(answer: str, players: int, faults: list[str]) -> tuple[int, ...]:
    if answer == "none":
        return ()
    seats = sorted({int(word[1:]) - 1 for word in answer.split(",") if re.fullmatch("P[1-5]", word)})
    if len(seats) != len(answer.split(",")) or seats[-1] >= players:
        faults.append(f"option two_hands is none or players, e.g. P1,P{players}, each once, not {answer!r} ({Clause.ONE_HAND})")
    return tuple(seats)


def _words(value: object) -> tuple[str, ...]:
    return tuple(word for word in value if isinstance(word, str)) if isinstance(value, list) else ()


def food_of(piece: Piece) -> str | None:
    """The food that a card or a piece of the box is; None for a character or whatever else it holds."""
    if piece.kind not in ("card", "food") or "character" in piece.attributes:
        return None
    return piece.attributes.get("food", piece.id)


def _foods(pack: Pack, colours: tuple[str, ...], faults: list[str]) -> tuple[dict[str, Print], Counter[str], dict[str, str]]:
    """Of every food what is printed on it, how many copies there are, and the id that stands for it.

    A box counts its cards; one that was shown to a camera counts each kind once, though there are two of it (BB-1.4).
    """
    prints: dict[str, Print] = {}
    cards: Counter[str] = Counter()
    ids: dict[str, str] = {}
    twins = pack.tables.get("copies")
    for piece in sorted(pack.pieces, key=lambda piece: piece.kind != "card"):
        food = food_of(piece)
        if food is None:
            continue
        if not re.fullmatch(WORD, food) or food == PLATE:
            faults.append(f"pack {pack.name}, piece {piece.id}: a food is called by letters without accents, digits, - and _, not {food!r}")
            continue
        printed = _print(pack, piece, colours, faults)
        if food not in prints:
            prints[food], ids[food] = printed, piece.id
        elif piece.kind == "card" and printed != prints[food]:
            faults.append(f"pack {pack.name}, piece {piece.id}: another {food} has {prints[food]} printed on it ({Clause.ONE_PIECE_EACH})")
        cards[food] += piece.count if piece.kind == "card" else 0
    least = twins if isinstance(twins, int) else 1
    return prints, Counter({food: max(cards[food], least) for food in prints}), ids


def _names(pack: Pack) -> Mapping[str, str]:
    """What people call the foods whose pack has a name for them."""
    named = ((food_of(piece), piece.attributes.get("name", "").strip()) for piece in pack.pieces)
    return {food: name for food, name in named if food is not None and name}


def _print(pack: Pack, piece: Piece, colours: tuple[str, ...], faults: list[str]) -> Print:
    told = piece.attributes
    stars, group, colour = told.get("stars"), told.get("group"), told.get("colour", told.get("color"))
    known = (("stars", stars, tuple(map(str, STARS))), ("group", group, GROUPS), ("colour", colour, colours))
    wrong = [
        f"{name} {value!r} is none of {', '.join(choices)}" for name, value, choices in known if value is not None and value not in choices
    ]
    if wrong:
        faults.append(f"pack {pack.name}, piece {piece.id}: {'; '.join(wrong)} ({Clause.FOOD_CARD})")
        return Print()
    return Print(int(stars) if stars else None, group, colour)


def _marked(pack: Pack, copies: Counter[str], mode: Mode, removal: str, players: int, faults: list[str]) -> Mapping[str, int] | None:
    """Copies that carry the Dinner symbol; where it names a number of players, the copies that stay out for so few (BB-3.3)."""
    marks = {
        food: piece.attributes["symbol"].split(",") for piece in pack.pieces if "symbol" in piece.attributes and (food := food_of(piece))
    }
    if mode is not Mode.DINNER or not marks:
        return None
    for food, several in marks.items():
        if bad := [mark for mark in several if not re.fullmatch("[3-5][+]|-", mark)]:
            faults.append(
                f"pack {pack.name}, {food}: symbol {bad[0]!r} is none of 3+, 4+, 5+, or - for a copy without ({Clause.DINNER_DECK})"
            )
            return None
    counted = removal == "as_marked_per_player_count"
    marked = {food: _count(several, copies[food], players if counted else 0) for food, several in marks.items()}
    wanted = REMOVED[mode][players]
    if sum(marked.values()) < wanted or (counted and sum(marked.values()) != wanted):
        faults.append(f"pack {pack.name}: {sum(marked.values())} cards marked; {wanted} go back to the box ({Clause.DINNER_DECK})")
    return marked


def _count(marks: list[str], copies: int, players: int) -> int:
    """Marked copies of a food; one mark stands for all copies."""
    each = marks * copies if len(marks) == 1 else marks
    return sum(mark != "-" and (not players or int(mark[0]) > players) for mark in each[:copies])


def _likes(pack: Pack, colours: tuple[str, ...], faults: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for piece in pack.pieces:
        if "likes" not in piece.attributes:
            continue
        id, likes = piece.attributes.get("character", ""), piece.attributes["likes"].split("+")
        choices = GROUPS if id in GROUP_LOVERS else colours
        if id not in LOVERS or not set(likes) <= set(choices) or len(set(likes)) < len(likes):
            faults.append(f"pack {pack.name}, piece {piece.id}: {'+'.join(likes)} is nothing that {id or 'it'} can like ({Clause.BONUS})")
        yield id, tuple(sorted(likes))


def _characters(answers: Mapping[str, str], players: int) -> tuple[str, ...]:
    """The characters that are shuffled; eight do not go round two each for five (BB-3.2)."""
    if answers["characters"] != "first_game":
        return CHARACTERS
    if players == 5 and answers["first_game_5p"] == "use_B1_B15":
        return tuple(id for id in CHARACTERS if id.startswith("B"))
    return FIRST_GAME
