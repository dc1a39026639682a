"""The command line in this process: quicker than one of its own, and what it prints and how it ends are the same."""

import sys
from dataclasses import dataclass

import pytest

from companion.cli import main


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended and what it said."""

    code: int
    stdout: str
    stderr: str


class CommandLine:
    """Runs commands; a test takes it as the fixture `run`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: object) -> Ended:
        """What `companion WORDS` does."""
        self._monkeypatch.setattr(sys, "argv", ["companion", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = self._capsys.readouterr()
        return Ended(int(ended.value.code or 0), said.out, said.err)

    def refused(self, *words: object, says: tuple[object, ...] = (), code: int = 2) -> None:
        """`companion WORDS` has to end in one line that says all of this."""
        ended = self(*words)
        assert ended.code == code, ended
        lines = [line for line in ended.stderr.splitlines() if line.strip()]
        assert ended.stdout == "" and len(lines) == 1 and lines[0].startswith("companion: "), ended
        assert all(str(word) in lines[0] for word in says), lines[0]
        assert "a fault of ours" not in lines[0], lines[0]
