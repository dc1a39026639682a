"""Which games there are, their rulebooks' clauses in our own words, and why an action is refused or allowed."""

import json
from pathlib import Path

import click

from companion.cli.positions import EXAMPLE, written_down
from companion.explanation import explain, said
from companion.game import Clause, CompanionError, Pack
from companion.games import available
from companion.pack import built_in


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def games(as_json: bool) -> None:
    """Which games the companion plays."""
    boxes = [built_in(name) for name in available()]
    if as_json:
        click.echo(json.dumps({"schema": 1, "games": [_as_json(box) for box in boxes]}, indent=1))
        return
    for box in boxes:
        click.echo(f"{box.game:24} {box.title}, {box.players[0]} to {box.players[1]} players, {len(box.clauses)} clauses")


@click.command()
@click.argument("game")
@click.argument("clause", required=False)
@click.option("--state", "written", type=click.Path(path_type=Path), help=f"A position as JSON, or as text: {EXAMPLE}.")
@click.option("--action", "line", help="An action's line of text; why is it refused or allowed in that position?")
@click.option("--pack", type=click.Path(path_type=Path), help="The owner's pack; without it the published box.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def rules(game: str, clause: str | None, written: Path | None, line: str | None, pack: Path | None, as_json: bool) -> None:
    """A clause of GAME in our own words with its source; all of them without CLAUSE.

    With --state and --action: why this action is refused or allowed there, and what would be legal instead.
    """
    if (written is None) != (line is None) or (written is not None and clause is not None):
        raise CompanionError("name a clause, or both --state FILE and --action TEXT")
    if written is not None and line is not None:
        _explain(game, written, line, pack, as_json)
    else:
        _tell(game, clause, as_json)


def _explain(game: str, written: Path, line: str, pack: Path | None, as_json: bool) -> None:
    book, box, names, state = written_down(written, game, pack)
    try:
        action = book.parse_action(line)
    except CompanionError as fault:
        raise CompanionError(f"--action: {fault}") from fault
    found = explain(book, box, state, action)
    click.echo(json.dumps(found.as_json(), ensure_ascii=False) if as_json else "\n".join(found.lines(tuple(names))))


def _tell(game: str, clause: str | None, as_json: bool) -> None:
    box = built_in(game)
    chosen = list(box.clauses.values()) if clause is None else [_find(box, clause)]
    if as_json:
        listed = [{"id": c.id, "text": c.text, "source": c.source, "certainty": c.certainty} for c in chosen]
        click.echo(json.dumps({"schema": 1, "game": game, "clauses": listed}, indent=1))
        return
    for each in chosen:
        click.echo(f"{each.id}  {each.text}\n      {each.source} ({said(each)})")
    if clause is None:
        for option in box.options:
            answers = " | ".join(option.choices) or "free"
            click.echo(f"option {option.name} = {option.default or 'to be answered'}  [{answers}]  {option.text} ({option.clause})")


def _find(box: Pack, clause: str) -> Clause:
    found = {id.lower(): each for id, each in box.clauses.items()}.get(clause.lower())
    if found is None:
        raise CompanionError(f"{box.game} has no clause {clause!r}; `companion rules {box.game}` lists them")
    return found


def _as_json(box: Pack) -> dict[str, object]:
    options = [{"name": o.name, "default": o.default, "choices": list(o.choices), "clause": o.clause, "text": o.text} for o in box.options]
    return {"game": box.game, "title": box.title, "players": list(box.players), "clauses": len(box.clauses), "options": options}
