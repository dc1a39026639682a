"""Whole tables of a dinner party from single pictures: right, asked about, or wrong without a question.

    python -m tests.benchmarks.dinner_tables DATASET [--part dev|val|all] [--enrol DIR]

`dev` are the even pictures, `val` the odd ones. A table is right when guests, tokens on their appetites and the platter's content are those
of the labels and nothing of them is asked about; Stashes and the kitchen are not read. What shows less than a third is left out.
Then how many guests, appetites, kinds and sides of tokens and contents of platters are right, of how many, and of how many tokens that
show the wrong side for their appetite this was pointed out.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cli.enrolling import as_pack
from companion.game import Pack
from companion.games.surrealist_dinner_party.box import meaning
from companion.games.surrealist_dinner_party.looking import PLATTER_ZONE, Table, look
from companion.games.surrealist_dinner_party.pieces import WILD
from companion.games.surrealist_dinner_party.remarks import remarks
from companion.games.surrealist_dinner_party.slots import appetites
from companion.pack import built_in, load, save
from vision.enrolling.enrol import enrol
from vision.image.decode import load_frame
from vision.observation import Observation, Side
from vision.reader import TableReader

LEAST_SHOWN = 0.33
Sign = tuple[str, str, int | None]
"""Where a token lies, its kind, its appetite from 0."""


def box(folder: Path) -> tuple[Pack, TableReader]:
    """The pack of a folder of pictures, as its owner would have it, and its reader."""
    found = enrol(folder)
    with tempfile.TemporaryDirectory() as shelf:
        out = Path(shelf) / "dinner.zip"
        save(out, as_pack(found, built_in("surrealist_dinner_party"), out), found.catalogue)
        return load(out)[0], TableReader(found.catalogue)


def truth_of(image: Mapping[str, Any]) -> tuple[Counter[Sign], set[str]]:
    """Tokens that lie on guests or platter, and guests."""
    shown = [piece for piece in image["pieces"] if piece["visible"] >= LEAST_SHOWN and piece.get("id")]
    tokens = [piece for piece in shown if piece["kind"] == "token" and piece["on"] != "table"]
    guests = {piece["id"] for piece in shown if piece["kind"] == "card" and piece["face"] == "up"}
    return Counter((piece["on"], piece["id"], piece.get("slot")) for piece in tokens), guests


def judged(table: Table, truth: tuple[Counter[Sign], set[str]]) -> tuple[str, str]:
    """`right`, `asked` or `wrong`, and what differs."""
    tokens = [*(one.token for one in table.served), *table.platter]
    asked = sum(one.id is None for one in (*tokens, *table.circle)) + table.is_platter_covered + table.is_arm_over
    asked += len(table.near) + len(table.unseen) + len(table.covered)
    read = Counter((one.guest.id or "", one.token.id, one.slot) for one in table.served if one.token.id is not None)
    read += Counter(("platter", one.id, None) for one in table.platter if one.id is not None)
    missing, extra = truth[0] - read, read - truth[0]
    guests = truth[1] ^ {one.id for one in table.circle if one.id is not None}
    if asked:
        return "asked", f"{asked} questions"
    return (
        ("wrong", f"missing {sorted(map(str, missing))}, too many {sorted(map(str, extra))}, guests {sorted(guests)}")
        if (missing or extra or guests)
        else ("right", "")
    )


def figures(pack: Pack, table: Table, image: Mapping[str, Any]) -> Counter[str]:
    """How many guests, appetites of named guests, tokens' sides, and platters are right, asked about, wrong, and there."""
    guests, named = truth_of(image)[1], {one.id for one in table.circle if one.id is not None}
    found = Counter({"guests": len(guests), "guests right": len(named & guests), "guests wrong": len(named - guests)})
    return found + _slots(pack, table, image, named & guests) + _platter(table, image)


def _slots(pack: Pack, table: Table, image: Mapping[str, Any], guests: set[str]) -> Counter[str]:
    """Appetites of these guests, each with what lies on it or nothing, and sides of the tokens there that have their name."""
    found = Counter[str]()
    lying = {(one["on"], one["slot"]): one for one in image["pieces"] if one["kind"] == "token" and one.get("slot") is not None}
    asked = {(guest.id, slot) for guest, slot in table.covered} | {(one.guest.id, one.slot) for one in table.served if one.token.id is None}
    read = {(one.guest.id, one.slot): one.token for one in table.served if one.token.id is not None}
    for at in ((guest, slot) for guest in guests for slot in range(len(appetites(pack, guest)))):
        label, token = lying.get(at), read.get(at)
        if at in asked or (label is not None and label["visible"] < LEAST_SHOWN):
            found["slots asked" if at in asked else "slots hidden"] += 1
            continue
        is_right = (token and token.id) == (label and label["id"])
        found["slots right" if is_right else "slots wrong"] += 1
        if token is not None and label is not None and is_right:
            is_told = token.side not in (None, Side.UNKNOWN)
            found["sides unknown" if not is_told else "sides right" if token.side == label["side"] else "sides wrong"] += 1
    return found


def _platter(table: Table, image: Mapping[str, Any]) -> Counter[str]:
    """Tokens on the platter, and whether these are all, and nothing is asked about there."""
    lying = Counter({sign: n for sign, n in truth_of(image)[0].items() if sign[0] == PLATTER_ZONE})
    seen = Counter[Sign]((PLATTER_ZONE, one.id, None) for one in table.platter if one.id is not None)
    is_asked = bool(table.near) or table.is_platter_covered or any(one.id is None for one in table.platter)
    told = {"on platters": lying.total(), "on platters right": (lying & seen).total(), "on platters wrong": (seen - lying).total()}
    return Counter({**told, "platters": 1, "platters exact": lying == seen and not is_asked})


def hints(pack: Pack, seen: Observation, image: Mapping[str, Any]) -> Counter[str]:
    """How many tokens on guests show the wrong side, of how many this was pointed out, and of how many that show the right one."""
    told, due = {line.partition(" (")[0] for line in remarks(pack, seen)}, set[str]()
    for one in (one for one in image["pieces"] if one["kind"] == "token" and one.get("slot") is not None and one["visible"] >= LEAST_SHOWN):
        wants, kind = appetites(pack, one["on"])[one["slot"]], meaning(pack.piece(one["id"])).get("token")
        if (one["side"] == "design") != (wants in (WILD, kind)):
            due.add(f"{meaning(pack.piece(one['on'])).get('called', one['on'])}, appetite {one['slot'] + 1}")
    return Counter({"wrong sides": len(due), "wrong sides told": len(due & told), "wrong sides told where none is": len(told - due)})


def main() -> None:
    """Prints a line for each picture, and how many are right, asked about and wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--part", choices=("dev", "val", "all"), default="dev")
    parser.add_argument("--enrol", type=Path)
    given = parser.parse_args()
    pack, reader = box(given.enrol or given.dataset / "enrol")
    images = json.loads((given.dataset / "labels.json").read_text())["images"]
    counts, told = Counter[str](), Counter[str]()
    for image in {"dev": images[::2], "val": images[1::2], "all": images}[given.part]:
        seen = reader.read(load_frame(given.dataset / image["file"]))
        table = look(pack, seen)
        answer, why = judged(table, truth_of(image))
        counts[answer] += 1
        told += figures(pack, table, image)
        told += hints(pack, seen, image)
        print(image["file"], answer, why)
    print(dict(counts))
    print(", ".join(f"{what} {n}" for what, n in sorted(told.items())))


if __name__ == "__main__":
    main()
