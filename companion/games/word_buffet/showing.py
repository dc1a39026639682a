"""What everybody at the table may know, for pages, overlay and programs; and an action as a sentence.

Row 0 is the side nearest the top of the picture; a food on a corner point has half numbers. No unfound word is ever among it.
"""

from companion.game import Json
from companion.games.word_buffet.actions import (
    Action,
    Agree,
    Call,
    Cover,
    Dictionary,
    Early,
    Fail,
    GlassDown,
    Go,
    Late,
    LayBoard,
    NameLetters,
    PlaceMarker,
    SandOut,
    SayWord,
    Single,
    TimeUp,
    TurnSand,
    Vote,
    yes_text,
)
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.judging import is_voted_on, may_ask_dictionary
from companion.games.word_buffet.marking import current, open_spaces
from companion.games.word_buffet.pieces import Cell, Path, Phase, Sand, State
from companion.games.word_buffet.scoring import decided_by, foods_touched, nests_reached, tokens_placed, total, winners
from companion.games.word_buffet.searching import has_called, is_strict
from companion.games.word_buffet.spelling import closed_cells, starts


def show(state: State) -> dict[str, Json]:
    """The whole table as JSON."""
    marker = current(state)
    return {
        "phase": state.phase,
        "round": state.round,
        "board": _board(state),
        "search": _search(state),
        "clocks": [{"name": "sand", "seconds": state.house.sand_s}] if state.sand is Sand.RUNS else [],
        "chart": [{"row": m.row, "seat": m.seat, "called": m.called} for m in state.queue],
        "current": None if marker is None else marker.seat,
        "word": _word(state),
        "vote": _vote(state),
        "open_spaces": _cells(open_spaces(state, marker.seat)) if state.phase is Phase.SINGLE and marker is not None else [],
        "found": [{"round": f.round, "seat": f.seat, "word": f.word, "path": _cells(f.path)} for f in state.found],
        "players": [_player(state, seat) for seat in state.seats],
        "trigger": state.trigger,
        "result": {"winners": list(winners(state)), "clause": decided_by(state)} if state.phase is Phase.OVER else None,
        "to_lay": _to_lay(state) if state.phase is Phase.SETUP else [],
    }


def _to_lay(state: State) -> list[Json]:
    """The setup step by step; `done` is None where nobody can see it."""
    house = state.house
    steps: list[tuple[str, str, bool | None]] = [
        (Clause.NINE_TILES, f"{house.tiles**2} tiles drawn at random, turned at random, in a square", bool(state.letters and state.foods)),
        (Clause.RESERVE, f"{house.ants} ants each, with {house.specials} special ants under them", None),
        (Clause.GLASS, "each player the glass of their colour", None),
        (Clause.NESTS, "the nests at the edges of the board", bool(state.nests)),
        (Clause.CHART_AND_SAND, "the chart beside the board, the markers beside it, then the hourglass", None),
    ]
    return [{"clause": clause, "text": text, "done": done} for clause, text, done in steps]


def _cells(cells: Path | list[Cell]) -> list[Json]:
    return [{"row": cell.row, "col": cell.col, "name": str(cell)} for cell in cells]


def _board(state: State) -> dict[str, Json]:
    house = state.house
    touched = {seat: foods_touched(state, seat) for seat in state.seats}
    reached = {seat: nests_reached(state, seat) for seat in state.seats}
    half = 0.5 if house.food_model == "vertex" else 0.0
    return {
        "rows": house.size,
        "cols": house.size,
        "tile": house.tile,
        "letters": list(state.letters),
        "foods": [
            {
                "row": food.cell.row + half,
                "col": food.cell.col + half,
                "name": str(food),
                "touched_by": [seat for seat in state.seats if food in touched[seat]],
            }
            for food in state.foods
        ],
        "ants": [
            {
                "row": ant.cell.row,
                "col": ant.cell.col,
                "name": str(ant.cell),
                "seat": ant.seat,
                "color": house.colours[ant.seat],
                "special": ant.is_special,
                "round": ant.round,
            }
            for ant in state.ants
        ],
        "nests": [
            {
                "seat": seat,
                "side": nest.side,
                "tile": nest.tile,
                "name": str(nest),
                "front": _cells(sorted(state.front(seat))),
                "reached_by": [rival for rival in state.seats if seat in reached[rival]],
            }
            for seat, nest in enumerate(state.nests)
        ],
    }


def _search(state: State) -> dict[str, Json]:
    is_open = state.phase is Phase.SEARCH
    return {
        "sand": state.sand,
        "seconds": state.house.sand_s,
        "grace_ms": state.house.grace_ms,
        "limit_s": state.house.open_search_limit_s,
        "first": state.first,
        "early": list(state.early),
        "strict": is_strict(state),
        "gestures": [{"seat": s.seat, "letters": s.letters, "marker": s.has_marker, "glass": s.has_glass} for s in state.said],
        "waiting": [seat for seat in state.seats if is_open and not has_called(state, seat)],
    }


def _word(state: State) -> Json:
    """The word that is being judged or covered, and what was checked about it."""
    shown, marker = state.shown, current(state)
    if shown is None or marker is None:
        return None
    covered = state.covered
    path: list[Json] = [
        {"row": cell.row, "col": cell.col, "name": str(cell), "free": cell not in covered, "letter": letter}
        for cell, letter in zip(shown.path, shown.word, strict=True)
    ]
    checks = {
        Clause.ADJACENT_LETTERS: f"{len(shown.word)} letters in a row on the board",
        Clause.START: "starts at the own nest or beside an own ant",
        Clause.ONE_CELL_ONCE: "every space may serve" if state.house.reuse_cell else "no letter used twice",
        Clause.COVERED_BEFORE: "every letter was available",
        Clause.ALSO_INVALID: f"as many letters as called: {marker.called}",
    }
    return {
        "seat": marker.seat,
        "word": shown.word,
        "called": marker.called,
        "acronym": shown.is_acronym,
        "path": path,
        "checks": [{"clause": clause, "text": text, "ok": True} for clause, text in checks.items()],
    }


def _vote(state: State) -> Json:
    if state.phase is not Phase.VOTE or state.shown is None:
        return None
    yes = sum(voice for _, voice in state.votes)
    return {
        "clause": Clause.ACRONYM if state.shown.is_acronym else Clause.MOST_KNOW_IT,
        "yes": yes,
        "no": len(state.votes) - yes,
        "of": state.house.players,
        "voices": {str(seat): voice for seat, voice in state.votes},
        "by_vote": is_voted_on(state),
        "by_dictionary": may_ask_dictionary(state),
        "notes": [
            {"clause": Clause.COMMON_WORD, "text": "Any word in common use, names too."},
            {"clause": Clause.LOAN_WORD, "text": "Words from elsewhere once they are standard English; accents are left out."},
        ],
    }


def _player(state: State, seat: int) -> dict[str, Json]:
    house = state.house
    foods, nests, left = foods_touched(state, seat), nests_reached(state, seat), state.ants_left(seat)
    specials = house.specials - state.specials_left(seat)
    return {
        "seat": seat,
        "color": house.colours[seat],
        "ants_left": left,
        "specials_left": state.specials_left(seat),
        "tokens": tokens_placed(state, seat),
        "foods": list(map(str, foods)),
        "food_points": house.food_points[len(foods)],
        "nests": list(nests),
        "nest_points": house.nest_points * len(nests),
        "specials": specials,
        "special_points": house.special_points * specials,
        "penalty": -(left // house.ants_per_minus),
        "total": total(state, seat),
        "starts": list[Json](sorted(map(str, starts(state, seat) if state.nests else ()))),
        "closed": list[Json](sorted(map(str, closed_cells(state, seat)))),
    }


def tell(state: State, action: Action) -> str:
    """An action as a sentence without its subject; `state` is the one before."""
    match action:
        case LayBoard() | NameLetters() | Go() | SandOut() | TimeUp() | Agree() | Dictionary():
            return _tell_of_the_table(state, action)
        case Early():
            return "searched before the countdown was over."
        case Call(letters=letters):
            return f"called {letters}{' first and turned the sand' if state.first is None and not is_strict(state) else ''}."
        case PlaceMarker(row=row):
            return f"put the marker into row {row}."
        case GlassDown():
            return "put the glass down."
        case TurnSand():
            return "turned the sand."
        case Late():
            return "found no word in time. Row 1."
        case SayWord(word=word):
            is_short = state.phase is Phase.MARK and len(word) < state.queue[0].called
            return f"showed {word}{f', {len(word)} letters. Row {len(word)}' if is_short else ''}."
        case Fail():
            return "had no word that holds. Row 1."
        case Vote(is_yes=is_yes):
            return "knows the word." if is_yes else "does not know the word."
        case Cover(cells=cells, specials=specials):
            return f"covered {len(cells)} letters{f', {len(specials)} with special ants' if specials else ''}."
        case Single(cell=cell, is_special=is_special):
            return f"put one {'special ant' if is_special else 'ant'} on {cell}."
    return "could place no token."


def _tell_of_the_table(state: State, action: LayBoard | NameLetters | Go | SandOut | TimeUp | Agree | Dictionary) -> str:
    match action:
        case LayBoard(letters=letters, foods=foods, nests=nests):
            parts = [name for name, part in (("letters", letters), ("foods", foods), ("nests", nests)) if part]
            return f"The board was read: {', '.join(parts)}."
        case NameLetters(letters=letters):
            return f"Letters named: {', '.join(f'{cell} is {letter}' for cell, letter in letters)}."
        case Go():
            return f"Three, two, one: round {state.round}."
        case SandOut() if state.sand is Sand.RUNS:
            return "The sand is out."
        case SandOut() | TimeUp():
            return "The time is over and nobody has called."
        case Agree(is_yes=is_yes):
            return f"The table says {yes_text(is_yes)}."
    return f"The dictionary {'knows' if action.is_yes else 'does not know'} the word."
