"""An action out of its line of text; what is not understood is refused at its column."""

import re
from collections.abc import Callable

from companion.game import TextError
from companion.games.buffet_master.actions import (
    Action,
    Bathroom,
    Clear,
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
    Missed,
    Open,
    PlayOff,
    Serve,
    Swoop,
    Take,
    Tied,
    Tray,
    Turn,
)
from companion.notation import NAME


class _Words:
    """The words of a line, read from the left; every refusal names its column."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [(m.start(), m.group()) for m in re.finditer(r"\S+", text)]
        self.at = 0

    @property
    def column(self) -> int:
        return self.words[self.at][0] if self.at < len(self.words) else len(self.text)

    @property
    def more(self) -> bool:
        return self.at < len(self.words)

    def peek(self) -> str:
        return self.words[self.at][1] if self.more else ""

    def fail(self, wanted: str) -> TextError:
        return TextError(self.text, self.column, f"expected {wanted}" + (f", not {self.peek()!r}" if self.more else ""))

    def match(self, pattern: str, wanted: str) -> re.Match[str]:
        found = re.fullmatch(pattern, self.peek())
        if found is None:
            raise self.fail(wanted)
        self.at += 1
        return found

    def number(self, wanted: str) -> int:
        return int(self.match(r"[0-9]{1,4}", wanted).group())

    def seat(self) -> int:
        return int(self.match(r"P[1-9][0-9]?", "a player, e.g. P1").group()[1:]) - 1

    def numbers(self, wanted: str) -> tuple[int, ...]:
        values = [self.number(wanted)]
        while self.peek().isdecimal():
            values.append(self.number(wanted))
        return tuple(values)

    def name(self, wanted: str) -> str:
        return self.match(NAME, wanted).group()

    def rest(self) -> tuple[str, ...]:
        return tuple(self.name("a card") for _ in range(len(self.words) - self.at))

    def end(self) -> None:
        if self.more:
            raise self.fail("the end of the line")


def parse_action(text: str) -> Action:
    """Inverse of str(action). Raises TextError with the column of the first character not understood."""
    words = _Words(text)
    action = _of_seat(words) if words.peek().startswith("P") else _of_table(words)
    words.end()
    return action


def _of_table(words: _Words) -> Action:
    name = words.match("first|flip|counted|play-off", "a player (P1), first, flip, counted or play-off").group()
    match name:
        case "first":
            return First(words.seat())
        case "flip":
            return Flip(_tops(words))
        case "counted":
            return Counted()
        case _:
            return PlayOff(words.seat())


def _of_seat(words: _Words) -> Action:
    seat = words.seat()
    column = words.column
    name = words.match(r".+", "what the player does").group()
    if name not in _VERBS:
        raise TextError(words.text, column, f"expected one of {', '.join(sorted(_VERBS))}, not {name!r}")
    return _VERBS[name](seat, words)


def _tops(words: _Words) -> tuple[tuple[int, str], ...]:
    tops = []
    while words.more:
        found = words.match(rf"([0-9]{{1,4}}):({NAME})", "pile:card")
        tops.append((int(found[1]), found[2]))
    return tuple(tops)


def _turn(seat: int, words: _Words) -> Turn:
    piles = words.numbers("a pile")
    words.match("flip", "flip")
    return Turn(seat, piles, _tops(words))


def _eat(seat: int, words: _Words) -> Eat:
    placed = []
    while words.more and words.peek() != "purse":
        found = words.match(r"([0-9]{1,3})@(-?[0-9]{1,2}),(-?[0-9]{1,2})", "dish@row,column or purse")
        placed.append((int(found[1]), int(found[2]), int(found[3])))
    purse: tuple[int, ...] = ()
    if words.more:
        words.match("purse", "purse")
        purse = words.numbers("a dish")
    return Eat(seat, tuple(placed), purse)


def _optional(words: _Words) -> str:
    return words.name("a name") if words.more else ""


_VERBS: dict[str, Callable[[int, _Words], Action]] = {
    "take": lambda seat, words: Take(seat, words.numbers("a pile")),
    "done": lambda seat, words: Done(seat),
    "turn": _turn,
    "swoop": lambda seat, words: Swoop(seat, words.number("a pile")),
    "miss": lambda seat, words: Missed(seat, words.number("a pile")),
    "tie": lambda seat, words: Tied(seat, words.number("a pile")),
    "dump": lambda seat, words: Dump(seat, words.number("a pile"), words.number("how many cards"), _optional(words)),
    "tray": lambda seat, words: Tray(seat, words.number("a pile"), words.seat()),
    "fork": lambda seat, words: Fork(seat, words.seat()),
    "bathroom": lambda seat, words: Bathroom(seat, words.number("a pile"), _optional(words)),
    "lay": lambda seat, words: Lay(seat, words.rest()),
    "lay-unseen": lambda seat, words: LayUnseen(seat, words.number("how many cards")),
    "hand": lambda seat, words: Hand(seat, words.rest()),
    "open": lambda seat, words: Open(seat, words.rest()),
    "eat": _eat,
    "clear": lambda seat, words: Clear(seat),
    "served": lambda seat, words: Serve(seat),
}
