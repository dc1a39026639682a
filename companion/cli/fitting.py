"""What a game says of a box, or of one piece of it, before anybody plays with it."""

import re
from collections.abc import Mapping
from dataclasses import replace

from companion.deck import ordinary_deck
from companion.game import CompanionError, Pack, Piece, Setup, SetupError
from companion.games import available
from companion.pack import built_in

ITSELF, NAMED = re.compile(r"^pack [^ :,]* (?=has |names )"), re.compile(r"^pack [^ :,]*[:,]? ")
"""How faults begin that name the pack, which people know as the box before them."""


def faults_of(box: Pack, piece: Piece) -> tuple[str, ...]:
    """What the game finds wrong with one piece, whatever else the box holds."""
    names = re.compile(rf"(?:piece|card) {re.escape(piece.id)}: (.*)")
    return tuple(found[1] for fault in _faults(replace(box, pieces=(piece,))) if (found := names.search(fault)))


def missing_in(pack: Pack) -> tuple[str, ...]:
    """Why nobody can play with a pack yet; empty when all that its game asks of a box is there."""
    return tuple(NAMED.sub("", ITSELF.sub("this box ", fault)) for fault in _faults(pack))


def still_lacking(pack: Pack) -> tuple[str, ...]:
    """What is to be said to whoever has enrolled this box: why nobody can play with it yet, and which known cards were not shown."""
    faults = tuple(f"Nobody can play with it yet: {fault}." for fault in missing_in(pack))
    if not (absent := not_shown(pack)):
        return faults
    return (*faults, f"Not shown: {', '.join(absent)}. On the table they will have no name: enrol them, too.")


def not_shown(pack: Pack) -> tuple[str, ...]:
    """Cards of a game that may be played with an ordinary deck, so that all of them are known, which no piece stands for."""
    box = built_in(pack.game) if pack.game in available() else None
    if box is None or ordinary_deck(box) is None:
        return ()
    shown = [piece.attributes for piece in pack.pieces]
    return tuple(piece.id for piece in box.pieces if piece.attributes and piece.attributes not in shown)


def _faults(pack: Pack) -> tuple[str, ...]:
    """What keeps a table of the fewest players from opening with this box."""
    if pack.game not in available():
        return ()
    told = pack.tables.get("example_options")
    options: Mapping[str, str] = {name: str(value) for name, value in told.items()} if isinstance(told, dict) else {}
    try:
        available()[pack.game].initial(pack, Setup(pack.players[0], options))
    except SetupError as error:
        return error.faults
    except CompanionError as error:
        return (str(error),)
    return ()
