"""What whoever has enrolled a box is told that it lacks."""

from dataclasses import replace

from companion.cli.fitting import still_lacking
from companion.pack import built_in


def test_a_whole_deck_lacks_nothing() -> None:
    assert still_lacking(built_in("appetite")) == ()


def test_cards_that_were_not_shown_are_named() -> None:
    box = built_in("appetite")
    (line,) = still_lacking(replace(box, pieces=tuple(piece for piece in box.pieces if piece.id not in ("lunches-3", "dinners-9"))))
    assert line.startswith("Not shown: lunches-3, dinners-9.")


def test_what_nobody_can_play_without_is_told() -> None:
    box = built_in("buffet_master")
    (line,) = still_lacking(replace(box, pieces=tuple(piece for piece in box.pieces if piece.id != "tacos-0-1")))
    assert line.startswith("Nobody can play with it yet: dish tacos (1 x 2) lacks row 0 col 1")


def test_of_a_game_whose_cards_nobody_knows_none_is_missed() -> None:
    box = built_in("surrealist_dinner_party")
    assert still_lacking(replace(box, pieces=tuple(piece for piece in box.pieces if piece.id != "lola-alvarez-bravo"))) == ()
