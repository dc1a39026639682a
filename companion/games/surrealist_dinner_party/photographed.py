"""A finished game from one picture a player: the Stash spread out, and the faux pas cards that the player claimed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.game import CompanionError, Pack, Setup
from companion.games.surrealist_dinner_party.box import meaning
from companion.games.surrealist_dinner_party.house import initial
from companion.games.surrealist_dinner_party.looking import Table, look
from companion.games.surrealist_dinner_party.pieces import NOTHING, TOKENS, Clause, Counts, FauxPas, House, seat_name
from companion.games.surrealist_dinner_party.position import Player, Stage, State
from companion.games.surrealist_dinner_party.scoring import leaders
from vision.observation import ARM_OVER, Observation


def final_state(pack: Pack, setup: Setup, looks: Sequence[Observation]) -> State:
    """The game as it ended, everybody gone home; picture 1 is P1's, and so on.

    Every token in a picture lies in that player's Stash; a race that lies there was claimed. Raises CompanionError when a token or a card
    has no sure name, or guests are still seated.
    """
    state = initial(pack, setup)
    if len(looks) != setup.players:
        raise CompanionError(f"{setup.players} players need {setup.players} pictures, one each; there are {len(looks)}")
    tables = [look(pack, seen) for seen in looks]
    for seat, (table, seen) in enumerate(zip(tables, looks, strict=True)):
        _check(table, seen, seat)
    stashes = [_stash(pack, table) for table in tables]
    players = tuple(replace(player, stash=stash) for player, stash in zip(state.players, stashes, strict=True))
    cards = _cards(state.house, tables)
    players = tuple(Player(p.hand, stash=p.stash, has_chosen=bool(cards)) for p in players)
    last = len(state.house.menu) - 1
    state = replace(state, players=players, platter=NOTHING, course=last, stage=Stage.CLAIMS, ender=0, faux_pas=cards)
    if len(leaders(state)) > 1 and state.house.answers["tie"] != "shared":
        raise CompanionError(f"the best are tied, and a picture does not show what breaks the tie ({Clause.TIE}); use `score --state`")
    return state


def _check(table: Table, seen: Observation, seat: int) -> None:
    if table.circle:
        called = table.circle[0].id or "a guest"
        raise CompanionError(f"picture of {seat_name(seat)}: {called} is still seated; send all guests home first ({Clause.END_ORDER})")
    if seen.plane.found_by == "none":
        raise CompanionError(f"picture of {seat_name(seat)}: how large a token is there cannot be told; lay a marker or a card beside them")
    if ARM_OVER in seen.quality.advice:
        raise CompanionError(f"picture of {seat_name(seat)}: {ARM_OVER}, and take the picture again")
    lying = (*table.platter, *table.near, *table.beside)
    open_ = [sight for sight in (*lying, *table.faux_pas) if sight.id is None]
    if open_:
        why = seen.detections[open_[0].ref].why
        raise CompanionError(
            f"picture of {seat_name(seat)}: no sure name for {len(open_)} of the pieces ({why}); spread them, take it again"
        )
    heaps = [sight for sight in lying if seen.detections[sight.ref].count > 1]
    if heaps:
        raise CompanionError(f"picture of {seat_name(seat)}: tokens lie in a heap; spread them and take it again")


def _stash(pack: Pack, table: Table) -> Counts:
    kinds = Counter(meaning(pack.piece(sight.id or "")).get("token", "") for sight in (*table.platter, *table.near, *table.beside))
    return tuple(kinds[kind] for kind in TOKENS)


def _cards(house: House, tables: Sequence[Table]) -> tuple[FauxPas, ...]:
    """Every faux pas card in a picture; a race belongs to whom it lies with."""
    names = {piece: name for name, (piece, _) in house.faux_pas.items()}
    found: dict[str, FauxPas] = {}
    for seat, table in enumerate(tables):
        for sight in table.faux_pas:
            name = names[sight.id or ""]
            printed = house.faux_pas[name][1]
            if printed is None:
                raise CompanionError(
                    f"{sight.id}: the pack does not say what this card asks for; write it as `printed` ({Clause.FAUX_PAS})"
                )
            had = found[name].claimed if name in found else ()
            claimed = (*had, seat) if printed.kind == "race" else ()
            found[name] = FauxPas(name, printed, claimed, claimed)
    return tuple(found[name] for name in sorted(found))
