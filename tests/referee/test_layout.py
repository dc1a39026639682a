"""What ought to lie on a table against what does, when some of it has no name."""

from companion.game import Layout, Spot


def layout(*spots: Spot) -> Layout:
    return Layout(spots)


def named(piece: str, *, slot: str = "", may_hide: bool = False) -> Spot:
    return Spot("table", piece, slot=slot, may_hide=may_hide)


def unnamed(*alternatives: str, slot: str = "") -> Spot:
    return Spot("table", None, alternatives, slot)


def test_pieces_are_counted() -> None:
    difference = layout(named("a"), named("a")).difference(layout(named("a"), named("b")))
    assert ([s.piece for s in difference.missing], [s.piece for s in difference.extra]) == (["a"], ["b"])


def test_a_covered_piece_may_be_seen_or_not() -> None:
    expected = layout(named("a", may_hide=True), named("b"))
    assert expected.matches(layout(named("b")))
    assert expected.matches(layout(named("b"), named("a")))
    assert not expected.matches(layout(named("a")))


def test_a_piece_that_shows_is_taken_for_one_that_has_to() -> None:
    assert layout(named("a", may_hide=True), named("a")).matches(layout(named("a")))


def test_unnamed_pieces_are_shared_out_so_that_all_fit() -> None:
    expected = layout(named("b"), named("a", may_hide=True))
    assert expected.matches(layout(unnamed("a", "b"), unnamed("b", "c")))
    assert expected.matches(layout(unnamed("b", "c"), unnamed("a", "b")))
    assert not expected.matches(layout(unnamed("a", "b"), unnamed("c")))


def test_one_that_has_to_show_comes_before_one_that_may_be_covered() -> None:
    assert layout(named("a", may_hide=True), named("b")).matches(layout(unnamed("a", "b")))


def test_an_unnamed_piece_keeps_its_place() -> None:
    assert layout(named("a", slot="r1c1")).matches(layout(unnamed(slot="r1c1")))
    assert not layout(named("a", slot="r1c1")).matches(layout(unnamed(slot="r1c2")))


def test_a_match_leans_on_what_has_no_name_and_is_needed() -> None:
    spot = unnamed("a", "b")
    assert layout(named("a")).leans_on(layout(spot)) == (spot,)
    assert layout(named("a")).leans_on(layout(named("a"), spot)) == ()
