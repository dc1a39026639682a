"""An evidence bundle: untouched or not, offline."""

import json
import sys
from pathlib import Path

import click
import msgspec

from companion.archive import LARGEST_BYTES, ArchiveError
from companion.game import CompanionError
from companion.verification import Checked, check
from vision.written import WrittenError, read_bytes


@click.command()
@click.argument("bundle", type=click.Path(path_type=Path))
@click.option("--head", default="", help="The head of the log that somebody noted at the table.")
@click.option("--seal", default="", help="The bundle's seal that somebody noted.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def verify(bundle: Path, head: str, seal: str, as_json: bool) -> None:
    """Is the evidence BUNDLE as it was made? One line for each fault; exit 1 when there is one, 2 when it is no bundle."""
    try:
        checked = check(read_bytes(bundle, "name an evidence bundle", 2 * LARGEST_BYTES), head, seal)
    except (WrittenError, ArchiveError) as error:
        raise CompanionError(f"{bundle}: {error}") from error
    if as_json:
        click.echo(json.dumps({"schema": 1, "bundle": str(bundle), "untouched": checked.is_untouched, **msgspec.to_builtins(checked)}))
    else:
        _say(bundle, checked)
    if not checked.is_untouched:
        sys.exit(1)


def _say(bundle: Path, checked: Checked) -> None:
    for fault in checked.faults:
        click.echo(f"{bundle}: {fault}")
    if checked.is_untouched:
        left_out = f", {checked.left_out} pictures and readings left out" if checked.left_out else ""
        click.echo(f"{bundle}: untouched. {checked.entries} entries{left_out}.\nhead {checked.head}\nseal {checked.seal}")
