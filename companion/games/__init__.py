"""A folder here with a GAME is a game; there is no list to forget."""

import pkgutil
from importlib import import_module
from typing import Any

from companion.game import Game


def available() -> dict[str, Game[Any, Any]]:
    """Every game found, by folder name. Raises ImportError for one that will not load."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {name: import_module(f"{__name__}.{name}").GAME for name in names}
