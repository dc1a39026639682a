"""`kill -9` while what a side camera measured is taken with another value: the answer, the measure and its correction, or none of them."""

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.session import Session
from companion.store import Store
from tests.session.counting_game import GAME, PACK
from tests.session.test_measured import measured

ROOT = Path(__file__).parents[2]
OFFER = ["Opened", "Asked"]
TAKER = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from companion.game import Setup
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from tests.session.counting_game import GAME, PACK
from tests.session.test_measured import asked, measured

def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)

store = Store(Path(sys.argv[1]))
session = Session.start(store, replace(GAME, measured=measured), PACK, Setup(2), ("Ines", "Bruno"))
question = asked(session)
append = store.append
writes = 0

def counted(*values):
    global writes
    if sys.argv[2] == "before":
        killed()
    written = append(*values)
    writes += 1
    if writes == int(sys.argv[3]):
        killed()
    return written

if sys.argv[2] == "within":
    store._db.set_trace_callback(lambda said: killed() if said.startswith("COMMIT") else None)
else:
    store.append = counted
session.answer(question.id, question.offer.id, Source.PAGE, "play 6 P1")
killed()
"""


@pytest.mark.parametrize("when", ["before", "within", "after 1", "after 2", "after 3"])
def test_an_offer_that_is_taken_with_another_value_is_written_whole_or_not_at_all(tmp_path: Path, when: str) -> None:
    moment, _, writes = when.partition(" ")
    run = subprocess.run([sys.executable, "-c", TAKER, str(tmp_path), moment, writes or "0"], cwd=ROOT, capture_output=True, timeout=60)
    assert run.returncode == -signal.SIGKILL, run.stderr.decode()
    with Store(tmp_path) as store:
        session = Session.resume(store, replace(GAME, measured=measured), PACK)
        kinds = [type(entry.event).__name__ for entry in session.entries()]
        if moment == "after":
            assert kinds == [*OFFER, "Answered", "Acted", "Corrected"] and session.snapshot().show["total"] == 6
        else:
            assert kinds == OFFER and session.snapshot().question is not None
