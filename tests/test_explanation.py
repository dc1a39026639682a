"""An explanation of a dispute: every clause with the facts, what would be legal instead, and nothing that lies hidden. Of every game."""

import json
import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.explanation import MOST_KINDS, MOST_OF_A_KIND, NEVER_LISTED, Explanation, Instead, Reason, choices, clauses_about, explain
from companion.game import Clause, CompanionError, Game, Pack, with_names
from companion.games import available
from companion.games.buffet_master.hidden import Hidden, pool, settled
from companion.games.buffet_master.pieces import hand
from companion.games.word_buffet.pieces import Cell, path_text
from companion.pack import built_in
from fixtures.play import Step, random_play, setup_of
from tests.test_game_contract import TABLES, hidden

every_table = pytest.mark.parametrize(("name", "players"), TABLES, ids=str)


def actions_of(name: str) -> set[str]:
    """Every kind of action that a game has."""
    game = f"companion.games.{name}"
    module = import_module(f"{game}.rules" if name == "appetite" else f"{game}.actions")
    return {kind.__name__ for kind in get_args(module.Action)}


class Dispute(NamedTuple):
    step: Step
    action: Any
    found: Explanation


@cache
def disputes(name: str, players: int, seed: int = 3, most: int = 45) -> tuple[Dispute, ...]:
    """States of a random game, each with an action that was legal at some time before or is legal now."""
    game, pack, random = available()[name], built_in(name), Random(seed)
    known: dict[Any, None] = {}
    found = []
    for step in random_play(game, game.initial(pack, setup_of(pack, players)), seed, most):
        known |= dict.fromkeys(step.legal)
        action = list(known)[random.randrange(len(known))]
        found.append(Dispute(step, action, explain(game, pack, step.before, action)))
    return tuple(found)


def names_of(name: str, state: Any, secrets: set[str]) -> set[str]:
    """Hidden pieces by id and by what people call them."""
    if name == "surrealist_dinner_party":
        return secrets | {card.called for card in state.house.guests.values() if card.piece in secrets}
    if name == "buffet_master":
        return secrets | {state.box.by_id[card].called for card in secrets}
    return secrets


@every_table
def test_every_refusal_is_explained_with_its_clause_and_facts(name: str, players: int) -> None:
    game, pack = available()[name], built_in(name)
    verdicts = set()
    for step, action, found in disputes(name, players):
        violations = game.violations(step.before, action)
        verdicts.add(found.is_allowed)
        assert found.is_allowed == (not violations)
        assert [(r.clause.id, r.facts) for r in found.reasons] == [(str(v.clause), v.why) for v in violations]
        assert all(reason.clause == pack.clauses[reason.clause.id] for reason in found.reasons)
        assert not {reason.clause for reason in found.reasons} & set(found.about)
        assert (found.to_act, found.phase) == (game.status(step.before).to_act, game.status(step.before).phase)
    assert verdicts == {True, False}


@every_table
def test_what_is_offered_instead_is_legal_for_the_same_seat_and_bounded(name: str, players: int) -> None:
    game = available()[name]
    offers = 0
    for step, action, found in disputes(name, players):
        mine = [other for other in step.legal if getattr(other, "seat", None) == getattr(action, "seat", None)]
        words = {game.tell(step.before, other) for other in mine} | {game.in_general(step.before, other) for other in mine}
        assert not found.instead or not found.is_allowed
        assert len(found.instead) <= MOST_KINDS
        for each in found.instead:
            offers += 1
            assert each.told and set(each.told) <= words
            named = [o for o in mine if type(o).__name__ == each.kind and game.in_general(step.before, o) is None]
            assert each.more == max(0, len(named) - MOST_OF_A_KIND)
        if found.instead and type(action).__name__ in {each.kind for each in found.instead}:
            assert found.instead[0].kind == type(action).__name__
    assert offers or players == 1


@every_table
def test_nothing_hidden_is_said(name: str, players: int) -> None:
    """Pieces that nobody can see are named by no fact and no offer, but for those that the disputed action names itself."""
    secrets = hidden(name)
    for step, action, found in disputes(name, players):
        said = " ".join([*(told for each in found.instead for told in each.told), *(reason.facts for reason in found.reasons)])
        own = f"{action} fresh-{type(action).__name__.lower()}"
        mentioned = {secret for secret in secrets(step.before) if re.search(rf"\b{re.escape(secret)}\b", own)}
        for secret in names_of(name, step.before, secrets(step.before) - mentioned):
            word = re.compile(rf"(?<![\w-]){re.escape(secret)}(?![\w-])")
            assert not word.search(said), f"{secret} in {said!r} about {action}"


@every_table
def test_it_goes_into_json_and_lines(name: str, players: int) -> None:
    for found in (dispute.found for dispute in disputes(name, players)):
        document = found.as_json()
        assert json.loads(json.dumps(document)) == document
        lines = list(found.lines(("Ines",)))
        assert all("\n" not in line for line in lines)
        assert (NEVER_LISTED in lines) == (not found.is_allowed)
        for reason in found.reasons:
            assert any(with_names(reason.facts, ("Ines",)) in line for line in lines) and any(reason.clause.text in line for line in lines)


@pytest.mark.parametrize("name", available())
def test_the_pack_names_clauses_about_every_kind_of_action(name: str) -> None:
    pack = built_in(name)
    table = pack.tables["about"]
    assert isinstance(table, dict)
    assert set(table) == actions_of(name)
    assert all(clauses_about(pack, kind) for kind in table)


@pytest.mark.parametrize("pile", [1, 4])
def test_what_hands_hold_changes_nothing_in_buffet_master(pile: int) -> None:
    """Two tables that look alike get the same offers, though the players hold other cards."""
    game, pack = available()["buffet_master"], built_in("buffet_master")
    compared = 0
    for step in random_play(game, game.initial(pack, setup_of(pack, 3)), 8, 80):
        state = step.before
        sizes = [state.in_hand(seat) for seat in range(3)]
        if sizes[0] == sizes[1] > 0:
            other = replace(state, hidden=swapped(state.hidden, hand(0), hand(1)))
            action = game.parse_action(f"P3 take {pile} {pile}")
            assert explain(game, pack, other, action) == explain(game, pack, state, action)
            compared += other != state
    assert compared


def swapped(pools: Hidden, one: str, other: str) -> Hidden:
    """The same knowledge with two places exchanged."""
    names = {one: other, other: one}
    return settled(pool(each.cards, {names.get(place, place): n for place, n in each.places}) for each in pools)


def test_no_unfound_word_is_offered_in_word_buffet() -> None:
    """While a word is checked the player may say another: which ones there are is not told."""
    game, pack = available()["word_buffet"], built_in("word_buffet")
    for step in random_play(game, game.initial(pack, setup_of(pack, 2)), 1, 60):
        if game.status(step.before).phase.endswith("marking words"):
            seat = game.status(step.before).to_act[0]
            wrong = game.parse_action(f"P{seat + 1} word ZZZ {three_in_a_row()}")
            found = explain(game, pack, step.before, wrong)
            assert not found.is_allowed
            assert [each.kind for each in found.instead] == ["Fail"]
            return
    pytest.fail("no word was ever checked")


def three_in_a_row() -> str:
    """Three spaces of the first row, as a path is written."""
    return path_text(tuple(Cell(0, col) for col in range(3)))


def test_the_rulebooks_own_case_of_appetite() -> None:
    """AP-T3: a 3 at a Total of 38 in round four is refused, since 41 is over 40."""
    pack = built_in("appetite")
    setup = setup_of(pack, 2, boxes="5")
    rounds = "P1:lunches-9,P2:dinners-1/P1:lunches-9,P2:dinners-1/P1:lunches-9/P2:dinners-9"
    game = available()["appetite"]
    state = game.parse_state(pack, setup, f"hand=1 dealer=P2 P1=- P2=- total=38 rounds={rounds} declined=0")
    found = explain(game, pack, state, game.parse_action("P1 play lunches-3"))
    assert [str((r.clause.id, r.facts)) for r in found.reasons] == ["('AP-3.1', '38 + 3 is 41; the appetite is 40')"]
    assert found.instead[0] == Instead("Play", ("played a card of 2 or less, of another suit than Dinners.",))


def test_an_inferred_clause_says_so() -> None:
    game, pack = available()["appetite"], built_in("appetite")
    state = game.initial(pack, setup_of(pack, 2))
    found = explain(game, pack, state, game.parse_action("P1 play lunches-9"))
    assert found.is_allowed and not found.instead
    assert "AP-5.7" in {clause.id for clause in found.about}
    assert any("inferred: the rulebook does not say it outright" in line for line in found.lines())


def test_a_clause_that_the_pack_lacks_is_an_error() -> None:
    game, pack = available()["appetite"], built_in("appetite")
    state = game.initial(pack, setup_of(pack, 2))
    with pytest.raises(CompanionError, match=r"no clause AP-4\.2"):
        explain(game, replace(pack, clauses={}), state, game.parse_action("P1 pass"))


def test_a_game_that_names_no_clauses_and_a_certainty_of_its_own() -> None:
    pack = Pack("g", "g", "G", (1, 2), (), clauses={"G-1": Clause("G-1", "One.", "here", "hearsay")}, tables={"about": {"Play": "G-1"}})
    assert clauses_about(pack, "Play") == clauses_about(replace(pack, tables={}), "Play") == ()
    assert clauses_about(replace(pack, tables={"about": {"Play": ["G-1"]}}), "Play") == (pack.clauses["G-1"],)
    about = Explanation("g", "x", "x.", None, True, (), (pack.clauses["G-1"],), "now", (), ())
    assert next(about.lines()) == "the table: x.  [x]"
    assert any("hearsay" in line for line in about.lines())


def test_offers_are_counted_in_words() -> None:
    refused = Explanation("g", "x", "x.", 1, False, (), (), "now", (0,), (Instead("Play", ("played 1.", "played 2."), 3),))
    assert list(refused.lines(("Ines", "Bruno")))[1:] == [
        "Refused. now; to act: Ines.",
        "Legal for Bruno instead:",
        "  played 1. / played 2. / and 3 more",
        NEVER_LISTED,
    ]


def test_seats_are_called_by_their_names_throughout() -> None:
    pack = built_in("appetite")
    reason = Reason(pack.clauses["AP-4.5"], "not P2: P1 laid the last card")
    refused = Explanation("g", "x", "x.", 1, False, (reason,), (), "now", (0,), (Instead("Pass", ("passed. P1 writes 4; P3 nothing.",)),))
    lines = list(refused.lines(("Ines", "Bruno")))
    assert "  AP-4.5  not Bruno: Ines laid the last card" in lines and "  passed. Ines writes 4; P3 nothing." in lines
    assert "  AP-4.5  not P2: P1 laid the last card" in list(refused.lines())


class TestCommand:
    STATE = "players 2\noption boxes=2\n"

    def run(self, tmp_path: Path, *words: str) -> Any:
        game: Game[Any, Any] = available()["appetite"]
        pack = built_in("appetite")
        file = tmp_path / "position"
        file.write_text(f"{self.STATE}{game.initial(pack, setup_of(pack, 2))}\n")
        return CliRunner().invoke(cli, ["rules", "appetite", *(word.replace("FILE", str(file)) for word in words)])

    def test_an_action_that_is_none_is_told_as_that(self, tmp_path: Path) -> None:
        fault = self.run(tmp_path, "--state", "FILE", "--action", "Ines pass").exception
        assert str(fault).startswith("--action: column 1 of 'Ines pass': expected a player")

    def test_in_words(self, tmp_path: Path) -> None:
        told = self.run(tmp_path, "--state", "FILE", "--action", "P1 pass").output
        assert "AP-4.2" in told and "round 1 starts" in told and "led any card." in told

    def test_as_json(self, tmp_path: Path) -> None:
        answer = json.loads(self.run(tmp_path, "--state", "FILE", "--action", "P1 pass", "--json").output)
        assert answer["allowed"] is False and answer["reasons"][0]["certainty"] == "rule"
        assert {each["kind"] for each in answer["instead"]} == {"Play", "Mulligan"}

    @pytest.mark.parametrize("words", [("--state", "FILE"), ("--action", "P1 pass"), ("AP-1.1", "--state", "FILE", "--action", "P1 pass")])
    def test_half_a_question(self, tmp_path: Path, words: tuple[str, ...]) -> None:
        assert "name a clause" in str(self.run(tmp_path, *words).exception)

    def test_an_action_that_is_none(self, tmp_path: Path) -> None:
        assert "column" in str(self.run(tmp_path, "--state", "FILE", "--action", "P1 sings").exception)


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("appetite", "P1 play lunches-9", "led any card."),
        ("appetite", "P2 reveal lunches-9", "showed a card that was left."),
        ("appetite", "P1 pass", None),
        ("buffet_boss", "table reveal fish", "revealed the next card of the deck."),
        ("buffet_boss", "P1 show B1", "revealed a character."),
        ("buffet_boss", "P1 take fish", None),
        ("buffet_master", "flip", "New tops: none."),
        ("buffet_master", "flip 3:soup-0-0", "turned up the top of pile 3."),
        ("buffet_master", "P1 lay soup-0-0 soup-1-0", ""),
        ("buffet_master", "P1 take 1", None),
        ("surrealist_dinner_party", "P1 seat toyen 0", "seated a guest of the hand."),
        ("surrealist_dinner_party", "P1 faux-pas faux-pas-1", "put one or both faux pas cards beside the platter."),
        ("surrealist_dinner_party", "P1 trash wine", None),
        ("word_buffet", "table go", None),
    ],
)
def test_what_may_lie_hidden_is_offered_in_general_words(name: str, line: str, words: str | None) -> None:
    game = available()[name]
    state = game.initial(built_in(name), setup_of(built_in(name), 2))
    assert game.in_general(state, game.parse_action(line)) == words


def test_appetite_offers_what_the_table_allows() -> None:
    game, pack = available()["appetite"], built_in("appetite")
    offers = []
    for rounds in ("P1:lunches-8", "P1:lunches-9"):
        state = game.parse_state(pack, setup_of(pack, 2), f"hand=1 dealer=P2 P1=- P2=- total={rounds[-1]} rounds={rounds} declined=0")
        offers.append(game.in_general(state, game.parse_action("P2 play dinners-1")))
    assert offers == ["played a card of 2 or less, of another suit than Lunches.", "played a card of 1, of another suit than Lunches."]


def test_a_legal_action_without_clauses_is_told_in_two_lines() -> None:
    allowed = Explanation("g", "x", "x.", 0, True, (), (), "now", (0, 1), ())
    assert list(allowed.lines(("Ines",))) == ["Ines: x.  [x]", "Allowed. now; to act: Ines and P2."]
    refused = Explanation("g", "x", "x.", 7, False, (), (), "now", (), ())
    assert list(refused.lines(("Ines",)))[1:] == [
        "Refused. now; to act: the table.",
        "Nothing that can be named would be legal for P8 now.",
        NEVER_LISTED,
    ]


def test_a_missing_clause_is_no_secret_of_the_program() -> None:
    pack = Pack("g", "box", "G", (1, 2), (), tables={"about": {"Play": ["G-9"]}})
    with pytest.raises(CompanionError, match="pack box: no clause G-9; its game cites it"):
        clauses_about(pack, "Play")


def test_the_choices_of_a_seat_name_the_action_itself_among_them() -> None:
    game, pack = available()["appetite"], built_in("appetite")
    state = game.initial(pack, setup_of(pack, 2))
    offered = choices(game, state, game.parse_action("P1 mulligan"))
    assert [each.kind for each in offered] == ["Mulligan", "Play"]
    assert offered[0].told == (game.tell(state, game.parse_action("P1 mulligan")),)
