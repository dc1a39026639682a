"""What everybody may know of a state, made once for it and not for every picture. Pure."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.game import Game, Json, ScoreLine, Status

LEGAL_SHOWN = 400
"""Most legal actions that a snapshot lists."""


@dataclass(frozen=True, slots=True)
class Public:
    """A state's public side."""

    status: Status
    show: dict[str, Json]
    scores: tuple[ScoreLine, ...]
    legal: tuple[str, ...]


def public_of(game: Game[Any, Any], state: object) -> Public:
    """What a snapshot shows of `state`."""
    legal = tuple(map(str, islice(game.legal_actions(state), LEGAL_SHOWN)))
    return Public(game.status(state), game.show(state), game.scores(state), legal)
