"""Who scores what, which columns are full, when the game is over and who has won."""

from dataclasses import replace

from companion.game import ScoreLine
from companion.games.appetite.pieces import (
    COLUMNS_TO_END,
    ICONS_FOR_POINTS,
    POINTS_FOR_ICONS,
    WRITTEN,
    Card,
    Clause,
    Entry,
    House,
    Sheet,
    State,
    Suit,
)


def written(house: House, sheet: Sheet, card: Card, total: int, is_satisfied: bool) -> tuple[Sheet, tuple[tuple[str, Clause], ...]]:
    """The sheet after this card has scored, and what was written, each with its clause."""
    marks, told = 0, []
    if card.suit in house.full(sheet) and not (card.suit is Suit.DESSERTS and house.dessert_sets == "unlimited"):
        told.append((f"nothing in {card.suit.called}, which is full", Clause.FULL_COLUMN))
    elif card.suit is Suit.DESSERTS:
        marks = 1
        told.append(("a Dessert icon instead of the Total", Clause.DESSERT_ICON))
    else:
        at = WRITTEN.index(card.suit)
        column = (*sheet.columns[at], Entry(total, card.value))
        sheet = replace(sheet, columns=(*sheet.columns[:at], column, *sheet.columns[at + 1 :]))
        told.append((f"{total} in {card.suit.called}", Clause.WRITE_TOTAL))
    if is_satisfied:
        marks += 1
        told.append(("a bonus Dessert icon", Clause.BONUS_ICON))
    most = house.boxes[Suit.DESSERTS] if house.dessert_sets == "per_sheet" else sheet.icons + marks
    return replace(sheet, icons=min(most, sheet.icons + marks)), tuple(told)


def sets(house: House, sheet: Sheet) -> int:
    """Sets of four Dessert icons that count."""
    complete = sheet.icons // ICONS_FOR_POINTS
    return min(1, complete) if house.dessert_sets == "1" else complete


def points(house: House, sheet: Sheet) -> int:
    """Sum of a sheet (AP-6.4): every box, and 30 for every set of icons that counts."""
    return sum(entry.total for column in sheet.columns for entry in column) + POINTS_FOR_ICONS * sets(house, sheet)


def scores(state: State) -> tuple[ScoreLine, ...]:
    """Every sheet, line by line: a box each, the sets of icons, and icons that count for nothing yet."""
    return tuple(line for seat, sheet in enumerate(state.sheets) for line in _lines(state.house, seat, sheet))


def _lines(house: House, seat: int, sheet: Sheet) -> list[ScoreLine]:
    lines = [
        ScoreLine(seat, f"{entry.total} in {suit.called}", entry.total, Clause.WRITE_TOTAL, (house.piece(Card(suit, entry.value)),))
        for suit, column in zip(WRITTEN, sheet.columns, strict=True)
        for entry in column
    ]
    counted = sets(house, sheet)
    if counted:
        lines.append(ScoreLine(seat, f"{ICONS_FOR_POINTS * counted} Dessert icons", POINTS_FOR_ICONS * counted, Clause.FOUR_ICONS))
    if loose := sheet.icons - ICONS_FOR_POINTS * counted:
        what = (
            f"{loose} Dessert icons beyond the set"
            if house.dessert_sets == "1" and counted
            else f"{loose} of {ICONS_FOR_POINTS} Dessert icons"
        )
        lines.append(ScoreLine(seat, what, 0, Clause.FOUR_ICONS))
    return lines


def has_ended(state: State) -> bool:
    """Somebody has filled two columns (AP-6.1)."""
    return any(len(columns) >= COLUMNS_TO_END for columns in state.full)


def is_hand_over(state: State) -> bool:
    """Nothing more can be played in this hand: four rounds are done, nobody could lead, or the game has ended in its midst."""
    if state.declined == state.house.players or state.total == state.appetite:
        return True
    if has_ended(state) and not state.overtime:
        return True
    return state.is_round_start and not any(state.hands)


def leaders(state: State) -> tuple[int, ...]:
    """Seats with the highest sum; of those the ones with most icons where the table settled ties so (AP-6.3)."""
    best = max(points(state.house, sheet) for sheet in state.sheets)
    first = [seat for seat, sheet in enumerate(state.sheets) if points(state.house, sheet) == best]
    if state.house.tie == "more_dessert_icons":
        most = max(state.sheets[seat].icons for seat in first)
        first = [seat for seat in first if state.sheets[seat].icons == most]
    return tuple(first)


def is_over(state: State) -> bool:
    """The game has ended; with a tie to be played off, after one more whole hand."""
    if not has_ended(state):
        return False
    if state.house.tie == "play_another_hand" and not state.overtime:
        return len(leaders(state)) == 1
    return not state.overtime or is_hand_over(state)
