"""What the cards of an ordinary deck stand for in Appetite: which of its suits is which course, as the owner says.

Ace to nine are 1 to 9; ten and court cards stay in the box.
"""

from collections.abc import Mapping

from companion.game import PackError

COURSES: Mapping[str, str] = {"hearts": "breakfasts", "clubs": "lunches", "spades": "dinners", "diamonds": "desserts"}
"""Suit of an ordinary deck -> course, unless the owner says otherwise."""
VALUES: Mapping[str, str] = {"A": "1", **{str(n): str(n) for n in range(1, 10)}}
"""Rank as printed -> value."""


def parse_suits(text: str) -> dict[str, str]:
    """What the owner said, e.g. `hearts=breakfasts,clubs=lunches,spades=dinners,diamonds=desserts`; each course once.

    Raises PackError naming the first fault.
    """
    suits: dict[str, str] = {}
    for part in text.split(","):
        suit, equals, course = (word.strip().lower() for word in part.partition("="))
        if not equals or suit not in COURSES or course not in COURSES.values() or course in suits.values():
            raise PackError(f"suits: {part.strip()!r} is not understood; say {_example()}, each course once")
        suits[suit] = course
    if missing := [suit for suit in COURSES if suit not in suits]:
        raise PackError(f"suits: nothing is said about {', '.join(missing)}; say {_example()}")
    return suits


def is_ordinary(attributes: Mapping[str, str]) -> bool:
    """Whether a line of pieces.csv is a card of an ordinary deck: it has a `rank`, and one of its suits as `pips` or `suit`."""
    return "rank" in attributes and _suit(attributes) in COURSES


def as_courses(attributes: Mapping[str, str], suits: Mapping[str, str]) -> dict[str, str]:
    """`suit` and `value` for Appetite of an ordinary card; empty for a ten or a court card, which takes no part.

    >>> as_courses({"rank": "A", "pips": "hearts"}, COURSES)
    {'suit': 'breakfasts', 'value': '1'}
    >>> as_courses({"rank": "K", "suit": "spades"}, COURSES)
    {}
    """
    value = VALUES.get(attributes["rank"].strip().upper())
    return {} if value is None else {"suit": suits[_suit(attributes)], "value": value}


def _suit(attributes: Mapping[str, str]) -> str:
    return (attributes.get("pips") or attributes.get("suit", "")).strip().lower()


def _example() -> str:
    return ",".join(f"{suit}={course}" for suit, course in COURSES.items())
