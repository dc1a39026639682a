"""What a game says of a box, or of one piece of it, before anybody plays with it."""

import re
from collections.abc import Mapping
from dataclasses import replace

from companion.game import CompanionError, Pack, Piece, Setup, SetupError
from companion.games import available

ITSELF, NAMED = re.compile(r"^pack [^ :,]* (?=has |names )"), re.compile(r"^pack [^ :,]*[:,]? ")
"""How faults begin that name the pack, which people know as the box before them."""


def faults_of(box: Pack, piece: Piece) -> tuple[str, ...]:
    """What the game finds wrong with one piece, whatever else the box holds."""
    names = re.compile(rf"(?:piece|card) {re.escape(piece.id)}: (.*)")
    return tuple(found[1] for fault in _faults(replace(box, pieces=(piece,))) if (found := names.search(fault)))


def missing_in(pack: Pack) -> tuple[str, ...]:
    """Why nobody can play with a pack yet; empty when all that its game asks of a box is there."""
    return tuple(NAMED.sub("", ITSELF.sub("this box ", fault)) for fault in _faults(pack))


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
