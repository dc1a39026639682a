"""What `companion read --letters` is asked for: an alphabet, a board's rows and columns, its corners."""

import re
from collections.abc import Callable

import click

from companion.game import CompanionError
from vision.letters.net import PLAIN, LetterNet
from vision.letters.reader import LetterReader

MOST_CELLS = 40
"""Rows or columns of a board; more are no letters any more in any camera's picture."""

LETTERS = click.option("--letters", is_flag=True, help="Read letters of any game: loose tiles, or a board with --grid.")
ALPHABET = click.option("--alphabet", default=PLAIN, help="Its letters; those beyond A-Z alone, such as ÄÖÜ, are added to A-Z.")
GRID = click.option("--grid", help="ROWSxCOLS of a board, such as 15x15.")
CORNERS = click.option(
    "--corners", help="x,y,x,y,x,y,x,y: the board's corners in pixels, clockwise from the top left; else they are found."
)


def with_letter_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options above, in this order."""
    for option in (CORNERS, GRID, ALPHABET, LETTERS):
        command = option(command)
    return command


def letter_reader(letters: bool, alphabet: str, grid: str | None, corners: str | None) -> LetterReader | None:
    """The reader that was asked for; None without --letters. Raises CompanionError: which option, what is wrong, what to do."""
    if not letters:
        if grid is not None or corners is not None or alphabet != PLAIN:
            raise CompanionError("--grid, --corners and --alphabet go with --letters: add it")
        return None
    if corners is not None and grid is None:
        raise CompanionError("--corners: of which board? Add --grid ROWSxCOLS")
    rows, cols = (0, 0) if grid is None else _grid(grid)
    return LetterReader(_alphabet(alphabet), rows, cols, None if corners is None else _corners(corners))


def _alphabet(text: str) -> str:
    letters = "".join(dict.fromkeys(re.sub(r"[\s,]", "", text).upper()))
    letters = letters if any(letter in PLAIN for letter in letters) else PLAIN + letters
    LetterNet.check(letters)
    return letters


def _grid(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})[xX×](\d{1,3})", text.strip())
    rows, cols = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS):
        raise CompanionError(f"--grid {text!r}: has to be ROWSxCOLS, each from 1 to {MOST_CELLS}, such as 15x15")
    return rows, cols


def _corners(text: str) -> list[tuple[float, float]]:
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(abs(number) < 1e6 for number in numbers):
        raise CompanionError(f"--corners {text!r}: has to be eight numbers x,y,x,y,x,y,x,y, clockwise from the top left")
    return list(zip(numbers[::2], numbers[1::2], strict=True))
