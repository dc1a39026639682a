"""The film whose table `tests.benchmarks.memory` reads; drawn by a process that ends, so that it is nobody's memory."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2

from companion.cli.asked import chosen
from companion.cli.enrolling import enrolled_once
from companion.game import Game, Pack
from fixtures.art import PACKS, load_art
from fixtures.closed_loop import table_of
from fixtures.filming import Film, Filming
from fixtures.play import setup_of
from fixtures.render import held, render
from fixtures.stages import STAGES
from tests.benchmarks.memory import FILM, OPTIONS, PLAYERS, SHELF

SIZE_PX = (1920, 1080)
PICTURES, FPS, STILL_S = 8, 10, 3.0


def draw(game: str, folder: Path) -> None:
    """`table.avi` of a game in which every action shows, and the box enrolled;."""
    rules, pack = chosen(game, enrolled_once(PACKS / game, game, folder / SHELF))
    (folder / OPTIONS).write_text(json.dumps(dict(STAGES[game].options)))
    stage, scene, art = STAGES[game], table_of(1, game), load_art(PACKS / game)
    scene = replace(held(scene), view=replace(scene.view, size_px=SIZE_PX), markers_mm=stage.markers_mm)
    film = Film(1, Filming(frames_per_s=FPS, still_s=STILL_S))
    out = cv2.VideoWriter(str(folder / FILM), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE_PX)
    for take, state in enumerate(positions(rules, pack)):
        laid = stage.places(rules, state, 1)
        for frame in film.show(render(replace(scene, take=take, place=laid or ()), art)[0]):
            out.write(cv2.cvtColor(frame.rgb, cv2.COLOR_RGB2BGR))
    out.release()


def positions(rules: Game[Any, Any], pack: Pack) -> Iterator[Any]:
    """The opening, and what follows of actions that a camera sees."""
    pick, state = Random(1), rules.initial(pack, setup_of(pack, PLAYERS, **STAGES[rules.name].options))
    for _ in range(PICTURES):
        yield state
        after = [rules.apply(state, action) for action in rules.legal_actions(state)]
        shown = [one for one in after if _keys(rules, one) != _keys(rules, state)]
        if not shown:
            return
        state = pick.choice(shown)


def _keys(rules: Game[Any, Any], state: Any) -> list[object]:
    return [spot.key for spot in rules.visible(state).spots]
