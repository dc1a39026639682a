"""`kill -9` at any moment: every entry that was acknowledged is there, none twice, and the chain holds.

A killed process cannot show what a power cut does (the kernel still writes what it was given); `synchronous=FULL`, which a
power cut needs, is asserted among the settings.
"""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from tests.session.counting_game import GAME, PACK

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from companion.game import Setup
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from tests.session.counting_game import GAME, PACK
store = Store(Path(sys.argv[1]))
session = Session.resume(store, GAME, PACK) if store.head.seq else Session.start(store, GAME, PACK, Setup(2), ("Ines", "Bruno"))
number = len(session.entries())
while True:
    number += 1
    seat = session.snapshot().status.to_act[0] + 1
    picture = store.pictures.keep(b"picture %d" % number)
    snapshot = session.act(f"pass P{seat}", Source.PAGE, key=f"k{number}", picture=picture)
    print(snapshot.seq, snapshot.head, flush=True)
"""


def killed(folder: Path, after_s: float) -> list[tuple[int, str]]:
    """What a writer had acknowledged when it was killed; the last line may be torn."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    first = process.stdout.readline()
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    lines = [first, *process.stdout.read().split("\n")]
    assert process.wait() == -signal.SIGKILL, process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    found = [line.split() for line in lines]
    return [(int(words[0]), words[1]) for words in found if len(words) == 2 and len(words[1]) == 64]


@pytest.mark.parametrize("rounds", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_no_acknowledged_entry_is_lost(tmp_path: Path, rounds: int) -> None:
    dice = random.Random(rounds)
    acknowledged: dict[int, str] = {}
    for _ in range(rounds):
        told = dict(killed(tmp_path, dice.uniform(0.0, 0.1)))
        assert told and not told.keys() & acknowledged.keys()
        acknowledged |= told
        with Store(tmp_path) as store:
            kept = {record.seq: record.hash for record in store.records()}
            assert acknowledged.items() <= kept.items()
            session = Session.resume(store, GAME, PACK)
            assert session.snapshot().seq == len(kept)
            pictures = [told.picture for told in session.snapshot().told if told.picture]
            assert store.pictures.read(pictures[-1]) == b"picture %d" % len(kept)


def test_what_was_sent_again_after_a_kill_happens_once(tmp_path: Path) -> None:
    last, _ = killed(tmp_path, 0.05)[-1]
    with Store(tmp_path) as store:
        session = Session.resume(store, GAME, PACK)
        before = len(session.entries())
        assert before in (last, last + 1)
        session.act("pass P1", Source.PAGE, key=f"k{last}")
        assert len(session.entries()) == before
