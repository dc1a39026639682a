"""What to print before the first evening."""

from pathlib import Path

import click

from companion.cli.outputs import check_file, refuse_others
from companion.mat import PAPERS, is_mat, mat as sheets
from companion.pack import built_in
from companion.whole import write_whole


@click.command()
@click.option("--game", required=True, help="The game that will lie on the mat; its title stands on the sheets.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The PDF to write.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", help="What the printer holds; a4 unless said otherwise.")
def mat(game: str, out: Path, paper: str) -> None:
    """A printable table mat with markers and a 100 mm ruler."""
    box = built_in(game)
    check_file(out, "--out")
    if out.is_file() and out.stat().st_size:
        refuse_others([out], is_mat, "--out")
    write_whole(out, sheets(box, paper))
    click.echo(f"{out}: print at 100 %, then measure the ruler on page 1")
