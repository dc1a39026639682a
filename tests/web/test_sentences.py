"""What the games say, in every language: each sentence is there, with the same values, and none is half translated."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from companion.cli.sorts import sorts_of_pieces
from companion.game import Game, Pack, TextError
from companion.games import available
from companion.pack import built_in
from companion.web.localised import SAID, saying
from companion.web.sentences import FILL, HOLE, Sentences, catalogue, load_sentences, template
from companion.web.texts import languages, load_texts
from fixtures.play import random_play, setup_of
from vision.enrolling.clashes import clashes
from vision.looks.catalogue import Catalogue, look_of

OTHERS = tuple(language for language in languages() if language != "en")
GAMES = ("shared", *available())
FOLDER = Path(str(resources.files("companion.games")))
UNSAID = {
    *(
        "__init__",
        "notation",
        "position",
        "pieces",
        "actions",
        "house",
        "faults",
        "photographed",
        "reading",
        "search",
        "abilities",
        "cursor",
    ),
    *("buffet_master/opening", "buffet_master/wording"),
}
"""Rooms whose words are a line of text, a pack or a typed position, not what a page shows during play."""
NO_SENTENCES = {
    *("table clear", "table deal", "cant-play", "reveal", "play |reveal |pass|cant-play|mulligan", "clear, or deal and a player"),
    *("play, pass, cant-play, mulligan or reveal", "save P", "nest-", "special-", "ant-"),
}
"""Words of lines of text, ids of pieces, names of clocks."""
WORDS = re.compile(r"[^\W\d_]{3,}")
STEPS, MOST_HEARD = 60, 4000
"""Of a random game: actions, and sentences listened to."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_every_sentence_with_the_same_values(language: str, game: str) -> None:
    said, first = catalogue(language).get(game, {}), catalogue(OTHERS[0]).get(game, {})
    assert set(said) == set(first)
    for key, text in said.items():
        assert {name for name, *_ in FILL.findall(text)} == {name for name, _ in HOLE.findall(key)}, key
        assert text.strip(), key
        if HOLE.search(key):
            template(key, text)


@pytest.mark.parametrize("game", available())
def test_every_word_that_a_game_says_is_in_the_catalogue(game: str) -> None:
    keys = "\n".join((*catalogue(OTHERS[0])["shared"], *catalogue(OTHERS[0])[game]))
    rooms = [path for path in sorted((FOLDER / game).glob("*.py")) if not UNSAID & {path.stem, f"{game}/{path.stem}"}]
    said = {words for path in rooms for words in literals(path)} - NO_SENTENCES
    assert len(said) > 40
    assert sorted(words for words in said if words not in keys) == []


def literals(path: Path) -> Iterator[str]:
    """The fixed words of every sentence in a room: what stands between the values. Single words are the game's own, unless they do."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            words = node.value.strip(" .,:;?()")
            if WORDS.search(words) and (" " in words or id(node) in parts):
                yield words


@pytest.mark.parametrize("game", available())
def test_all_that_a_random_game_says_is_said_in_every_language(game: str) -> None:
    pack = built_in(game)
    heard = {text for text in islice(said_at(available()[game], pack), MOST_HEARD) if text}
    assert len(heard) > 30
    for language in OTHERS:
        say = speaker(language, pack)
        assert [text for text in sorted(heard) if say.find(text) is None] == []


def said_at(game: Game[Any, Any], pack: Pack) -> Iterator[str]:
    """Whatever a random game tells, refuses, hints at and counts."""
    random, known = Random(5), dict[Any, None]()
    for step in random_play(game, game.initial(pack, setup_of(pack, pack.players[0] + 1)), 5, STEPS):
        known |= dict.fromkeys(step.legal[:20])
        tried = (step.action, *random.sample(list(known), min(4, len(known))))
        yield from (game.tell(step.before, action) for action in tried)
        yield from (refused.why for action in tried for refused in game.violations(step.before, action))
        yield from (game.in_general(step.before, action) or "" for action in step.legal[:5])
        yield from (line.what for line in game.scores(step.after))
        yield from (game.status(step.after).phase, *shown(game.show(step.after)))


@pytest.mark.parametrize("game", available())
def test_every_fault_in_a_typed_line_is_said_in_every_language(game: str) -> None:
    pack, faults = built_in(game), set[str]()
    for line in dict.fromkeys(mistyped(available()[game], pack)):
        try:
            available()[game].parse_action(line)
        except TextError as fault:
            faults.add(str(fault))
    assert len(faults) > 20
    for language in OTHERS:
        say = speaker(language, pack)
        assert [fault for fault in sorted(faults) if say.find(fault) is None] == []


def mistyped(game: Game[Any, Any], pack: Pack) -> Iterator[str]:
    """Lines of a random game's actions, broken off or with a word that is none."""
    for step in random_play(game, game.initial(pack, setup_of(pack, pack.players[0] + 1)), 5, STEPS):
        for action in step.legal[:: max(1, len(step.legal) // 8)]:
            words = str(action).split(" ")
            for at, word in enumerate(words):
                before = " ".join(words[:at])
                yield from (f"{before}{more}" for more in ("", " zz", f" {word[:1]}"))
                yield " ".join((*words[:at], "zz", *words[at + 1 :]))
            yield f"{action} zz"


def shown(value: Any, key: str = "") -> Iterator[str]:
    """Every sentence in what a page is given."""
    if isinstance(value, str) and key in SAID:
        yield value
    for name, each in value.items() if isinstance(value, dict) else [(key, each) for each in value] if isinstance(value, list) else ():
        yield from shown(each, name)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", available())
def test_every_clause_question_and_answer_of_a_rulebook_is_said(game: str, language: str) -> None:
    pack = built_in(game)
    say = speaker(language, pack)
    printed = [clause.text for clause in pack.clauses.values()] + [option.text for option in pack.options]
    answers = {answer.replace("_", " ") for option in pack.options for answer in option.choices}
    assert [text for text in (*printed, *sorted(answers)) if say.find(text) is None] == []
    assert [text for text in printed if say(text) == text] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", available())
def test_all_that_is_asked_of_a_piece_is_said(game: str, language: str) -> None:
    say = speaker(language, built_in(game))
    specs = [sort.spec for sort in sorts_of_pieces(built_in(game))]
    asked = [
        text for spec in specs for text in (spec.called, spec.hint, *(each for f in spec.fields for each in (f.text, f.hint, *f.values)))
    ]
    assert len(asked) > 5
    assert [text for text in asked if WORDS.search(text) and say.find(text) is None] == []


@cache
def speaker(language: str, pack: Pack) -> Sentences:
    """As a page says a game's sentences."""
    say = saying(load_texts(language), pack)
    assert isinstance(say, Sentences)
    return say


def test_values_are_found_and_put_in_their_place() -> None:
    say = load_sentences("de", "appetite")
    assert say("38 + 3 is 41; the appetite is 40") == "38 + 3 ist 41; der Appetit ist 40"
    assert say("played 4 Breakfasts. Total 37.") == "spielte 4 Frühstück. Summe 37."
    assert say("20 in Breakfasts") == "20 bei Frühstück", "not the sentence of a piece in a zone, which keeps its values"
    told = "took back: P2 collects the cards and deals."
    assert say(told) == "zurückgenommen: P2 sammelt die Karten ein und gibt."
    assert say("took back: passed.; played 4 Breakfasts. Total 37.; passed.").startswith("zurückgenommen: passte.; spielte 4 Frühstück.")
    told = "took back: played 4 Breakfasts. Total 37; and 12 more"
    assert say(told) == "zurückgenommen: spielte 4 Frühstück. Summe 37; und 12 weitere"


def test_a_sentence_with_an_unknown_part_stays_english_whole() -> None:
    say = load_sentences("de", "appetite")
    assert say("played 4 Snacks. Total 37.") == "played 4 Snacks. Total 37."
    assert say("Somebody wrote this by hand.") == "Somebody wrote this by hand."


def test_english_stays_as_it_is() -> None:
    assert load_sentences("en", "appetite")("played 4 Breakfasts.") == "played 4 Breakfasts."


def test_what_people_wrote_is_never_translated() -> None:
    say = load_sentences("es", "appetite")
    assert say("overruled entry 7: nothing in Lunches, which is full") == "se anula la entrada 7: nothing in Lunches, which is full"


def test_names_of_pieces_stay_and_words_fit_their_number() -> None:
    say = Sentences({"{p} has {n} {food}": "{p} hat {n} {n|Stück|Stücke} {food}"}, ["cherry-tomato"])
    assert say("P1 has 1 cherry-tomato") == "P1 hat 1 Stück cherry-tomato"
    assert say("P1 has 2 cherry-tomato") == "P1 hat 2 Stücke cherry-tomato"
    assert say("P1 has 2 lemon") == "P1 has 2 lemon"


def test_a_value_that_comes_twice_has_to_be_the_same() -> None:
    say = Sentences({"{p} waits for {p}": "{p} wartet auf {p}"})
    assert say("P1 waits for P1") == "P1 wartet auf P1"
    assert say("P1 waits for P2") == "P1 waits for P2"


def test_capitals_and_full_stops_may_differ() -> None:
    say = Sentences({"{p} deals": "{p} gibt", "the game is over": "das Spiel ist aus"})
    assert say("The game is over.") == "Das Spiel ist aus."


@pytest.mark.parametrize("key", ["{a}{b}", "{a} is {b}{c}", "{a}"])
def test_values_side_by_side_are_refused(key: str) -> None:
    with pytest.raises(ValueError, match="nothing between them"):
        template(key, "x")


@pytest.mark.parametrize(
    ("line", "german", "spanish"),
    [
        ("B8: 2 for each of 3: purple food", "B8: je 2 für 3: Essen (lila)", "B8: 2 por cada una de 3: comida (morado)"),
        (
            "B1: 2 for each of 3: meat and fruit food",
            "B1: je 2 für 3: Essen (Fleisch und Obst)",
            "B1: 2 por cada una de 3: comida (carne y fruta)",
        ),
        (
            "B15: 2 for each of 0:  food, the most frequent",
            "B15: je 2 für 0: Essen der häufigsten Gruppe",
            "B15: 2 por cada una de 0: comida del grupo más frecuente",
        ),
        (
            "B15: 2 for each of 4: meat and fruit food, the most frequent",
            "B15: je 2 für 4: Essen (Fleisch und Obst), am häufigsten",
            "B15: 2 por cada una de 4: comida (carne y fruta), las más frecuentes",
        ),
        (
            "B10: 3 for every two of 5: 3-star food",
            "B10: je 3 für zwei von 5: Essen mit 3 Sternen",
            "B10: 3 por cada dos de 5: comida de 3 estrellas",
        ),
    ],
)
def test_what_a_character_is_worth_is_said_in_its_own_words(line: str, german: str, spanish: str) -> None:
    """The character stands in front of its sentence, and several groups stand together."""
    assert [load_sentences(language, "buffet_boss")(line) for language in ("de", "es")] == [german, spanish]


@pytest.mark.parametrize("white", [None, (0.9, 0.08, 0.004), (0.05, 0.9, 0.05), (0.01, 0.1, 0.9), (0.004, 0.004, 0.004), (2.5, 2.5, 2.5)])
@pytest.mark.parametrize("language", ["de", "es"])
def test_tokens_that_a_light_does_not_tell_apart_are_said(white: tuple[float, float, float] | None, language: str) -> None:
    plain = {"beet": (138, 31, 61), "ruby": (146, 36, 66), "rose": (229, 143, 176), "corn": (242, 182, 50), "ink": (58, 110, 165)}
    looks = tuple(look_of(np.full((32, 32, 3), colour, np.uint8), id, "token", (16.0, 16.0)) for id, colour in plain.items())
    for clash in clashes(Catalogue(looks), white):
        said = load_sentences(language, "surrealist_dinner_party")(str(clash))
        assert clash.first in said and clash.second in said and said != str(clash)
