"""What a piece that is shown is called, read off its picture, and which way round it has to lie for that."""

from dataclasses import replace

import numpy as np

from companion.cli.letterboards import print_of, uprighted
from companion.cli.lying import is_square, turned, turned_round
from companion.cli.naming import FLAT, Guess, from_here_on, meant
from companion.cli.sorts import Sort
from vision.enrolling.showing import Pixels, Propose, Showing


class ReadOff:
    """What was read off the piece that is asked about. One thread reads; others see whole values."""

    def __init__(self, read: Propose) -> None:
        self._read = read
        self.guess: Guess | None = None
        self.printed: dict[str, str] = {}
        """What its print says of it, by the names of the fields that ask for it."""
        self._quarters = 0

    def label(self, rgb: Pixels, taken: frozenset[str], showing: Showing, sort: Sort) -> str:
        """A name for the piece, and what else can be read off it; the rest is asked."""
        shown = showing.shown
        there = {one.id for one in shown}
        ordered = from_here_on([*sort.pieces], shown[-1].id if shown else "")
        missing = [name for name in ordered if name not in there]
        self.printed = {}
        if sort.rows:
            self._quarters, self.printed = uprighted(rgb, sort.rows)
        if sort.spec.kind not in FLAT or sort.rows:
            guess = Guess(missing[0] if missing else sort.spec.kind, False)
        else:
            guess = self._name(rgb, taken, missing)
        self.guess = guess
        return guess.id if guess.is_read or not sort.is_named else sort.name

    def _name(self, rgb: Pixels, taken: frozenset[str], missing: list[str]) -> Guess:
        """The name that is printed on the piece, either way up; the likeliest one where none is."""
        guess = meant(self._read(rgb, taken), missing)
        other = guess if guess.is_read else meant(self._read(turned(rgb), taken), missing)
        is_upside_down = other.is_read and not guess.is_read
        self._quarters = (1 if is_square(rgb) else 2) if is_upside_down else 0
        return other if other.is_read else guess

    def upright(self, showing: Showing) -> Showing:
        """The proposal turned round where its name or its letters could be read that way only."""
        card, quarters, self._quarters = showing.proposal, self._quarters, 0
        if card is None or not quarters:
            return showing
        rgb = np.ascontiguousarray(np.rot90(card.rgb, quarters))
        return replace(showing, proposal=replace(card, rgb=rgb, ratio=1 / card.ratio if quarters % 2 else card.ratio))

    def turned(self, showing: Showing, sort: Sort) -> Showing:
        """The proposal the next way round, read anew."""
        if showing.proposal is None:
            return showing
        card = turned_round(showing.proposal)
        self.printed = print_of(card.rgb, sort.rows)
        return replace(showing, proposal=card)
