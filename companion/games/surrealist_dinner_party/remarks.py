"""What lies there against the rules of how a token lies: the design up where it does not match, or down where it does (SD-7.4)."""

from collections.abc import Iterator

from companion.game import Pack
from companion.games.surrealist_dinner_party.box import meaning
from companion.games.surrealist_dinner_party.looking import Served, look
from companion.games.surrealist_dinner_party.pieces import WILD, Clause
from companion.games.surrealist_dinner_party.slots import appetites
from vision.observation import Observation, Side


def remarks(pack: Pack, observation: Observation) -> tuple[str, ...]:
    """A line for every token that shows the wrong side; of one whose side or kind is not sure nothing is said."""
    return tuple(line for served in look(pack, observation).served for line in _remark(pack, served))


def _remark(pack: Pack, served: Served) -> Iterator[str]:
    wants, token, guest = appetites(pack, served.guest.id or ""), served.token, served.guest
    if token.id is None or guest.id is None or served.slot is None or served.slot >= len(wants):
        return
    kind, want = meaning(pack.piece(token.id)).get("token", ""), wants[served.slot]
    is_matched = want in (WILD, kind)
    called = meaning(pack.piece(guest.id)).get("called", guest.id)
    where = f"{called}, appetite {served.slot + 1} ({want})"
    if token.side is Side.DESIGN and not is_matched:
        yield f"{where}: the {kind} shows its design and does not match; turn it over ({Clause.FACE})"
    elif token.side is Side.PLAIN and is_matched:
        yield f"{where}: the {kind} matches and shows its plain side; turn it over ({Clause.FACE})"
