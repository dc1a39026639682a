"""What to print before the first evening."""

from pathlib import Path

import click

from companion.mat import PAPERS, mat as sheets
from companion.pack import built_in


@click.command()
@click.option("--game", required=True, help="The game that will lie on the mat; its title stands on the sheets.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The PDF to write.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", help="What the printer holds; a4 unless said otherwise.")
def mat(game: str, out: Path, paper: str) -> None:
    """A printable table mat with markers and a 100 mm ruler."""
    out.write_bytes(sheets(built_in(game), paper))
    click.echo(f"{out}: print at 100 %, then measure the ruler on page 1")
