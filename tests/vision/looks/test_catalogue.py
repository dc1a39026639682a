"""Looks on disk: what is written comes back, and what anybody may have written is checked."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import SIZE_MM, card, catalogue
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.silhouettes import POINTS, RIM_MM, Silhouette, even

Tables = dict[str, NDArray[Any]]


def tables() -> Tables:
    with np.load(io.BytesIO(catalogue(range(1, 3)).to_bytes()), allow_pickle=False) as loaded:
        return {name: loaded[name] for name in loaded.files}


def packed(content: Tables) -> bytes:
    out = io.BytesIO()
    arrays: dict[str, Any] = dict(content)
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    deck = catalogue(range(1, 4))
    deck.save(tmp_path / "looks.npz")
    loaded = Catalogue.load(tmp_path / "looks.npz")
    assert loaded.ids == deck.ids
    for ours, theirs in zip(deck.looks, loaded.looks, strict=True):
        assert (ours.kind, ours.size_mm, ours.turned) == (theirs.kind, theirs.size_mm, theirs.turned)
        assert np.array_equal(ours.edges, theirs.edges)
        assert np.array_equal(ours.colours, theirs.colours)
        assert np.array_equal(ours.keypoints.descriptors, theirs.keypoints.descriptors)


def test_points_of_print_are_kept_of_what_is_found_by_them_alone() -> None:
    assert len(look_of(card("red", 3), "red-3", "card", SIZE_MM).keypoints) > 0
    assert len(look_of(card("red", 3), "red-3", "token", SIZE_MM).keypoints) == 0


def with_stitches() -> Catalogue:
    """A catalogue of one food, a sixth of whose inside has none of its colours."""
    (look, *_) = catalogue(range(1, 2)).looks
    line, rim = even(np.array([(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0)]), POINTS), np.full((len(RIM_MM), 3), 90, np.uint8)
    return Catalogue((replace(look, silhouette=Silhouette(look.id, line, rim, bears=0.8125)),))


def borne(data: bytes) -> list[float]:
    return [look.silhouette.bears for look in Catalogue.from_bytes(data).looks if look.silhouette is not None]


def test_a_food_s_stitches_are_saved_and_older_packs_have_none() -> None:
    data = with_stitches().to_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as loaded:
        older = {name: loaded[name] for name in loaded.files if name != "bears"}
        wrong = {**older, "bears": np.array([1.5], np.float32)}
    assert borne(data) == [0.8125] and borne(packed(older)) == [1.0]
    with pytest.raises(ValueError, match="more than all"):
        Catalogue.from_bytes(packed(wrong))


def test_an_empty_catalogue_is_saved_and_loaded() -> None:
    assert Catalogue.from_bytes(Catalogue.empty().to_bytes()).looks == ()


def test_no_picture_is_kept() -> None:
    """The finest thing with colours is 24 x 32 cells: 2.6 mm of a card each."""
    coloured = [t for t in tables().values() if t.ndim == 4 and t.shape[-1] == 3]
    assert [t.shape[1:] for t in coloured] == [(32, 24, 3)]


def cut(name: str) -> Callable[[Tables], None]:
    return lambda t: t.update({name: t[name][:1]})


FAULTS: dict[str, tuple[Callable[[Tables], object], str]] = {
    "no format": (lambda t: t.pop("format"), "no catalogue"),
    "newer": (lambda t: t.update(format=np.array([9], np.int32)), "format 9"),
    "missing": (lambda t: t.pop("edges"), "edges is missing"),
    "short": (cut("edges"), "edges is"),
    "other type": (lambda t: t.update(edges=t["edges"].astype(np.float64)), "edges is"),
    "not a number": (lambda t: t.update(places=t["places"] * np.float32(np.nan)), "places holds"),
    "huge piece": (lambda t: t.update(sizes_mm=t["sizes_mm"] * np.float32(1e5)), "larger than"),
    "owner beyond": (lambda t: t.update(keypoint_of=t["keypoint_of"] + np.int32(1000)), "points to no look"),
    "kind": (lambda t: t.update(kinds=np.array(["dragon"] * len(t["kinds"]))), "no kind"),
    "id": (lambda t: t.update(ids=np.array(["a\nb"] * len(t["ids"]))), "is no id"),
    "objects": (lambda t: t.update(ids=np.array([{}] * len(t["ids"]), object)), "damaged"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_file_is_refused_in_one_line(fault: str) -> None:
    content = tables()
    spoil, told = FAULTS[fault]
    spoil(content)
    with pytest.raises(ValueError, match=told) as refused:
        Catalogue.from_bytes(packed(content))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no zip at all", bytes(1000)])
def test_no_npz_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="damaged"):
        Catalogue.from_bytes(data)


def test_a_damaged_file_is_refused_or_read() -> None:
    """Any flipped byte: a ValueError, or a catalogue that passed every check; nothing else."""
    data = bytearray(catalogue(range(1, 2)).to_bytes())
    rng = np.random.default_rng(0)
    for place in rng.integers(0, len(data), 40):
        spoilt = bytes(data[:place]) + bytes([data[place] ^ 0x55]) + bytes(data[place + 1 :])
        try:
            assert len(Catalogue.from_bytes(spoilt).looks) == 4
        except ValueError as fault:
            assert "\n" not in str(fault)
