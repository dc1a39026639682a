"""Itemised scores: of pictures, of a position written down, or of a recorded table read picture by picture."""

import json
from pathlib import Path
from typing import Any

import click

from companion.cli.asked import answers, chosen, named, seats
from companion.cli.positions import EXAMPLE, written_down
from companion.game import CompanionError, Game, ScoreLine
from companion.pack import built_in


@click.command()
@click.argument("sources", metavar="[IMAGE...|RECORDING]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--game", required=True, help="Which game.")
@click.option("--state", "written", type=click.Path(path_type=Path), help=f"A position as JSON, or as text: {EXAMPLE}.")
@click.option("--pack", type=click.Path(path_type=Path), help="The owner's pack; without it the published box.")
@click.option("--players", default="", help="How many play, or their names: Ines,Bruno.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An answer to an open question of the rulebook.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
def score(
    sources: tuple[Path, ...], game: str, written: Path | None, pack: Path | None, players: str, options: tuple[str, ...], as_json: bool
) -> None:
    """Who has how much, line by line with its clause.

    From pictures of what the players laid out, one a player in their order; from a position written down (--state); or from a recorded
    table: a folder with recording.toml, whose pictures are read one by one.
    """
    built_in(game)
    if bool(sources) == (written is not None):
        raise CompanionError("name pictures or a recorded table, or a position with --state")
    if missing := [source for source in sources if not source.exists()]:
        raise CompanionError(f"{missing[0]}: no such picture or folder; check the name")
    question = ""
    if written is not None:
        rules, _, names, state = written_down(written, game, pack, players, options)
    elif sources[0].is_dir():
        if len(sources) > 1:
            raise CompanionError(f"{sources[1]}: one recorded table at a time; pictures are named as files")
        from companion.cli.recorded import played_through  # all that sees, which a position written down can do without

        rules, names, state, question = played_through(sources[0], game, pack)
    else:
        rules, names, state = _photographed(sources, game, pack, players, options)
    click.echo(_as_json(game, names, rules, state) if as_json else _as_text(names, rules, state, question))


def _photographed(
    images: tuple[Path, ...], game: str, pack: Path | None, players: str, options: tuple[str, ...]
) -> tuple[Game[Any, Any], list[str], Any]:
    """The rules, the players and the state as the pictures show it."""
    from companion.cli.eyes import open_reader  # likewise
    from vision.image.decode import load_frame

    rules, box = chosen(game, pack)
    if rules.photographed is None:
        raise CompanionError(f"{game} is not scored from pictures; write the position down and name it with --state")
    if pack is None:
        raise CompanionError("pictures are read with the owner's pack; name it with --pack, or make one with `companion enrol`")
    playing = named(players) or len(images)
    if not players and not box.players[0] <= len(images) <= box.players[1]:
        raise CompanionError(f"who plays? --players Ines,Bruno names them; {box.title} is for {box.players[0]} to {box.players[1]} players")
    names, setup = seats(playing, answers(options), box)
    reader = open_reader(pack)[1]
    return rules, names, rules.photographed(box, setup, [reader.read(load_frame(image)) for image in images])


def _as_json(game: str, names: list[str], rules: Game[Any, Any], state: Any) -> str:
    status = rules.status(state)
    lines = [
        {
            "seat": line.seat,
            "player": names[line.seat],
            "what": line.what,
            "points": line.points,
            "clause": line.clause,
            "pieces": line.pieces,
        }
        for line in rules.scores(state)
    ]
    sums = [{"seat": seat, "player": name, "points": _sum(rules.scores(state), seat)} for seat, name in enumerate(names)]
    answer = {
        "schema": 1,
        "game": game,
        "state": str(state),
        "over": status.over,
        "winners": status.winners,
        "scores": sums,
        "lines": lines,
    }
    return json.dumps(answer, ensure_ascii=False)


def _as_text(names: list[str], rules: Game[Any, Any], state: Any, question: str = "") -> str:
    status, lines = rules.status(state), rules.scores(state)
    told = [status.phase, *([f"not sure: {question}"] if question else [])]
    for seat, name in enumerate(names):
        told.append(f"{name:20} {_sum(lines, seat):5}{'  wins' if seat in status.winners else ''}")
        told += [f"  {line.points:+5}  {line.what}  ({line.clause})" for line in lines if line.seat == seat]
    return "\n".join(told)


def _sum(lines: tuple[ScoreLine, ...], seat: int) -> int:
    return sum(line.points for line in lines if line.seat == seat)
