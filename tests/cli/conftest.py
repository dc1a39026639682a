"""What tests of the command line share."""

import pytest

from tests.cli.in_process import CommandLine


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Runs a command in this process."""
    return CommandLine(monkeypatch, capsys)
