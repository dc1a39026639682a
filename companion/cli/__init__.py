"""The commands of CONTRACT.md: each parses, calls one function, prints. Nobody imports this room.

Exit 0: done. 2: wrong usage or unusable input. 1: failed for another reason. One line on stderr; `DEBUG=1` shows the trace.
"""

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

import vision  # noqa: F401  # first of all: what it sets for OpenCV and numpy these read once, when they are loaded

COMMANDS = {
    # command: the room that holds it; loaded when it is called, so that `--help` is quick
    "demo": "recorded",
    "play": "table",
    "read": "pictures",
    "score": "scores",
    "enrol": "enrolling",
    "evaluate": "pictures",
    "check": "checking",
    "replay": "log",
    "verify": "verifying",
    "words": "wording",
    "mat": "paper",
    "games": "rulebook",
    "rules": "rulebook",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"companion.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="table-companion")
def cli() -> None:
    """Reads the cards, tokens and tiles on a real table, checks every move against the rulebook and keeps the score."""


def main() -> NoReturn:
    """Run a command; every error becomes one line on stderr and an exit code."""
    try:
        code = cli(prog_name="companion", standalone_mode=False) or 0
        sys.stdout.flush()  # a full disk behind `>` is told like any other fault
        sys.exit(code)
    except click.exceptions.Abort:
        sys.exit(130)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as fault:
        if os.environ.get("DEBUG"):
            raise
        _give_up_stdout()
        message, code = _explained(fault)
        print(f"companion: {message}", file=sys.stderr)
        sys.exit(code)


def _give_up_stdout() -> None:
    """What is still in the buffer may be what could not be written; Python would try again at exit and fail with another code."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explained(fault: Exception) -> tuple[str, int]:
    """One line for people, and the exit code: 2 when the input is at fault, 1 otherwise."""
    from companion.game import CompanionError
    from hw.eye import CameraError

    if isinstance(fault, click.exceptions.NoArgsIsHelpError):
        return "a command is needed; `companion --help` lists them", 2
    if isinstance(fault, click.ClickException):
        where = f"; see `{fault.ctx.command_path} --help`" if isinstance(fault, click.UsageError) and fault.ctx else ""
        return _one_line(fault.format_message()) + where, 2
    if isinstance(fault, CompanionError | CameraError | ValueError):
        return _one_line(str(fault)), 2
    if isinstance(fault, OSError):
        return _one_line(f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault)), 1
    return _one_line(f"{type(fault).__name__}: {fault} (this is a fault of ours; DEBUG=1 shows where)"), 1


def _one_line(text: str) -> str:
    return " ".join(text.split())
