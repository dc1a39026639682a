"""Which games there are, and their rulebooks' clauses in our own words."""

import json

import click

from companion.game import Clause, CompanionError, Pack
from companion.games import available
from companion.pack import built_in

CERTAINTY = {
    "rule": "the rulebook says so",
    "inferred": "inferred: the rulebook does not say it outright",
    "example": "shown by the rulebook's example",
    "option": "open in the rulebook: an option of the table",
    "external": "from a source outside the rulebook",
    "derived": "follows by counting",
}


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
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def rules(game: str, clause: str | None, as_json: bool) -> None:
    """A clause of GAME in our own words with its source; all of them without CLAUSE."""
    box = built_in(game)
    chosen = list(box.clauses.values()) if clause is None else [_find(box, clause)]
    if as_json:
        listed = [{"id": c.id, "text": c.text, "source": c.source, "certainty": c.certainty} for c in chosen]
        click.echo(json.dumps({"schema": 1, "game": game, "clauses": listed}, indent=1))
        return
    for each in chosen:
        click.echo(f"{each.id}  {each.text}\n      {each.source} ({CERTAINTY.get(each.certainty, each.certainty)})")
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
