"""Two looks at one letter board made one: what they tell alike stands, anything else is unsure. Standard library only."""

from dataclasses import replace

from vision.observation import Ant, Board

NOTHING = "."
UNREAD = "?"


def agree(before: Board, now: Board) -> bool:
    """Whether two looks show the same tokens, foods and letters."""
    return together(before, now) == replace(now, ants=tuple(sorted(now.ants, key=_cell)))


def together(before: Board, now: Board) -> Board:
    """The newer look without what the other tells otherwise: such letters are unread, such tokens have no colour.

    A letter that one of them does not see is taken from the other; a token that one of them does not see is there, but without
    a name; foods are those of both.
    """
    if (before.rows, before.cols) != (now.rows, now.cols):
        return now
    letters = tuple("".join(map(_letter, *rows)) for rows in zip(before.letters, now.letters, strict=True))
    mine, theirs = ({_cell(ant): ant for ant in board.ants} for board in (now, before))
    ants = tuple(_ant(theirs.get(cell), mine.get(cell)) for cell in sorted({*mine, *theirs}))
    return replace(now, letters=letters, ants=ants, foods=tuple(food for food in now.foods if food in before.foods))


def _cell(ant: Ant) -> tuple[int, int]:
    return ant.row, ant.col


def _letter(before: str, now: str) -> str:
    if before == now or before in (NOTHING, UNREAD):
        return now
    return before if now in (NOTHING, UNREAD) else UNREAD


def _ant(before: Ant | None, now: Ant | None) -> Ant:
    if before is not None and now is not None and (before.color, before.special) == (now.color, now.special):
        return now
    known = now or before
    assert known is not None
    return replace(known, color=None)
