"""Everything that may happen in any game can be entered by hand: no action of a random game is out of the composer's reach."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.game import IllegalAction, TextError
from companion.games import available
from companion.web.moves import FIELD, Field, Form, Moves, Vocabulary, as_words, choices, filled, grouped, split
from companion.web.texts import load_texts
from companion.web.views import any_moves, game_view
from fixtures.play import setup_of
from tests.web.tables import GAMES, moments, table_of

T = load_texts("en")
STEPS = {"buffet_boss": 160, "buffet_master": 120, "surrealist_dinner_party": 120, "word_buffet": 120, "appetite": 60}
WHOLE = 4_000
PLAYED = [
    *((name, 1) for name in STEPS),
    *(pytest.param(name, 2, marks=pytest.mark.slow, id=f"{name}-2") for name in STEPS),
]


def moves_of(moment: object) -> Moves:
    snapshot, pack = moment.snapshot, moment.pack  # type: ignore[attr-defined]
    game = game_view(snapshot, pack, T)
    return game.moves if hasattr(game, "moves") else any_moves(snapshot, pack, T)


def is_made_by(form: Form, action: str) -> bool:
    """Whether this action can be put together with this form's own choices."""
    pattern = re.escape(form.pattern).replace("\\ ", r"\s*").replace(",", ",?")
    joints = {found[1]: found[2] for found in FIELD.finditer(form.pattern)}
    for field in form.fields:
        said = re.escape(f"{{{field.name}{joints[field.name]}}}").replace(",", ",?")
        pattern = pattern.replace(said, f"(?P<{field.name}>{answers_of(field, joints[field.name])})", 1)
    return re.fullmatch(pattern, action) is not None


def answers_of(asked: Field, joint: str) -> str:
    """Every answer to a field, as a regular expression."""
    values = "|".join(re.escape(choice.value) for choice in asked.choices)
    said = {"number": r"-?\d+", "one": values, "several": f"(?:(?:{values})(?:{re.escape(joint or ' ')}|$|(?= )))+"}.get(asked.kind, ".+")
    return f"(?:{said}){'' if asked.is_needed else '?'}"


@pytest.mark.parametrize(("name", "seed"), PLAYED)
def test_every_action_of_a_random_game_can_be_entered(name: str, seed: int) -> None:
    assert not_enterable(name, 4 if seed == 1 else 2, seed, STEPS[name]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_whole_games_can_be_entered_to_their_end(name: str, seed: int) -> None:
    *_, last = moments(name, 2, seed, WHOLE)
    game, pack = available()[name], last.pack
    after = game.apply(game.parse_state(pack, setup_of(pack, 2), last.text), game.parse_action(last.action))
    assert game.status(after).over
    assert not_enterable(name, 2, seed, WHOLE) == {}


def not_enterable(name: str, players: int, seed: int, most: int) -> dict[str, str]:
    """Actions of a random game that neither list nor form offers, by verb."""
    missed = {}
    for moment in moments(name, players, seed, most):
        moves = moves_of(moment)
        offered = {move.action for group in moves.groups for move in group.moves}
        if moment.action not in offered and not any(is_made_by(form, moment.action) for form in moves.forms):
            missed[split(moment.action)[1][0]] = moment.action
    if name == "appetite":  # its own keypad plays the cards; everything else is in the list
        missed.pop("play", None)
    return missed


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_in_words(name: str) -> None:
    for moment in moments(name, 3, 5, 60):
        for group in moves_of(moment).groups:
            assert not re.search(r"\bP\d\b", " ".join([group.title, *(move.label for move in group.moves)])), group
            assert len({move.label for move in group.moves}) == len(group.moves), group


@pytest.mark.parametrize("name", GAMES)
def test_no_two_forms_are_mistaken_for_each_other(name: str) -> None:
    for moment in moments(name, 4, 6, 40):
        forms = moves_of(moment).forms
        assert len({form.key for form in forms}) == len(forms) == len({form.title for form in forms})
        for form in forms:
            assert {field.name for field in form.fields} == {found[1] for found in FIELD.finditer(form.pattern)}


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_form_says_is_understood_or_refused_in_words(name: str) -> None:
    game = available()[name]
    for moment in moments(name, 3, 8, 40):
        for form in moves_of(moment).forms:
            answers = {field.name: first_of(field) for field in form.fields}
            try:
                game.parse_action(filled(form.pattern, answers))
            except (TextError, IllegalAction) as refused:
                assert any(field.kind in ("text", "lines") for field in form.fields), refused


def first_of(field: Field) -> object:
    return field.choices[0].value if field.choices else max(field.low, 1) if field.kind == "number" else "x"


def test_answers_are_joined_as_the_pattern_says() -> None:
    pattern = "P1 fall {foods,} {by} {onto}"
    assert filled(pattern, {"foods": ["egg", "fish"], "by": "by P2"}) == "P1 fall egg,fish by P2"
    assert filled("table board letters={letters/} foods={foods,}", {"letters": "ABC\n DEF "}) == "table board letters=ABC/DEF"
    assert (
        filled("P1 seat {guest} {at} {a},{b},{c}", {"guest": "toyen", "at": "0", "a": "wine", "b": "food"}) == "P1 seat toyen 0 wine,food"
    )
    assert filled("P1 seat {guest} {at} {a},{b},{c}", {"guest": "toyen", "at": "0"}) == "P1 seat toyen 0"


WORDS = st.text(alphabet="a,+/= {}\n\t\u2028é", max_size=12)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(["foods", "by"]), WORDS | st.lists(WORDS, max_size=4)))
def test_an_answer_never_breaks_the_line(answers: dict[str, object]) -> None:
    said = filled("P1 fall {foods,} {by}", answers)
    assert said.startswith("P1 fall")
    assert len(said.splitlines()) == 1
    assert "  " not in said


def test_a_group_of_many_is_a_list() -> None:
    words = Vocabulary(T, "nim", ("Ines", "Bruno"))
    few, many = (grouped((f"P1 take {n}" for n in range(most)), words)[0] for most in (12, 13))
    assert (few.is_long, many.is_long) == (False, True)
    assert few.title == "Ines: Take"


def test_moves_without_particulars_stand_alone() -> None:
    moves = Moves(grouped(["P1 done", "P2 done", "table go"], Vocabulary(T, "nim", ("Ines", "Bruno"))))
    assert [move.label for move in moves.plain] == ["Ines: Done", "Bruno: Done", "Go"]
    assert moves.titled == ()


def test_a_form_is_posted_and_played(tmp_path: Path) -> None:
    from companion.web.app import create_app
    from companion.web.settings import WebSettings

    with_board = table_of(tmp_path, "buffet_boss", steps=0)
    client = create_app(with_board, WebSettings()).test_client()
    posted = {"action": "table reveal {food}", "food": "egg"}
    answer = client.post("/api/v1/tables/1/actions/act", json=posted)
    assert answer.status_code == 200
    assert with_board.snapshot().told[-1].action == "table reveal egg"
    answer = client.post("/api/v1/tables/1/actions/act", data={"action": "table read {food}:{a}/{b}/{c}", "food": "egg", "a": "9"})
    assert answer.status_code == 400
    with_board.close()


def test_a_word_is_shown_and_covered_by_form() -> None:
    """Words are in no list of legal actions, so random games never say one."""
    game = available()["word_buffet"]
    shown = next(moment for moment in moments("word_buffet", 2, 1, 60) if moment.snapshot.show["phase"] == "mark")
    form = next(form for form in moves_of(shown).forms if " word " in form.pattern)
    said = filled(form.pattern, {"word": "CRUMBLE", "path": "f14 f13 g12", "acronym": "acronym"})
    assert str(game.parse_action(said)) == said
    assert said.endswith(" word CRUMBLE f14-f13-g12 acronym")
    assert str(game.parse_action(filled("P1 cover {cells}", {"cells": "f14 g13*"}))) == "P1 cover f14 g13*"
    board = filled("table board letters={letters/} foods={foods,} nests={nests,}", {"letters": "ABC DEF GHI", "foods": "a1+", "nests": ""})
    assert str(game.parse_action(board)) == board


def test_an_id_in_words() -> None:
    assert [as_words(id) for id in ("egg", "pea-pod", "")] == ["Egg", "Pea pod", ""]
    assert choices([("a", "b")])[0].label == "b"
