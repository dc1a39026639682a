"""A recorded table: a folder with `recording.toml` and its pictures, played again through the whole chain.

```toml
schema = 1
game = "appetite"
pack = "../../packs/appetite"            # relative to this folder; left out: the game's built-in box
players = ["Ines", "Bruno"]
options = {boxes = "5"}

[[step]]
at = 0.0                                 # seconds from the start, never falling
picture = "001.jpg"                      # what the camera sees from now on; a file in this folder

[[step]]
at = 2.5
tap = "P1 pass"                          # an action's line, as somebody taps it on a page

[[step]]
at = 3.0
answer = "1"                             # the answer with this id, to the question that is open then

[[step]]
at = 4.0
undo = true
```
Each step has `at` and exactly one of `picture`, `tap`, `answer`, `undo`.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.game import CompanionError, Setup
from vision.written import parsed, read_text, shallow

SCHEMA = 1
NAME = "recording.toml"
MOST_STEPS = 10_000
MOST_BYTES = 2_000_000


class RecordingError(CompanionError):
    """A recording cannot be played; the message names file, step and what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens at one moment: exactly one of the four."""

    at_s: float
    picture: Path | None = None
    tap: str | None = None
    answer: str | None = None
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded table."""

    folder: Path
    game: str
    pack: Path | None
    """None: the game's built-in box."""
    players: tuple[str, ...]
    options: dict[str, str]
    steps: tuple[Step, ...]

    @property
    def setup(self) -> Setup:
        """How the evening is set up."""
        return Setup(len(self.players), self.options)

    @property
    def seconds(self) -> float:
        """When the last step happens."""
        return self.steps[-1].at_s


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    at: Annotated[float, Meta(ge=0, le=86_400)]
    picture: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    tap: Annotated[str, Meta(min_length=1, max_length=1_000)] | None = None
    answer: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    undo: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    schema: int
    game: Annotated[str, Meta(pattern=r"^[a-z0-9_]+$", max_length=80)]
    players: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=80)], ...], Meta(min_length=1, max_length=100)]
    step: Annotated[tuple[_Step, ...], Meta(min_length=1, max_length=MOST_STEPS)]
    pack: str | None = None
    options: dict[str, str] = {}


def load_recording(folder: Path) -> Recording:
    """The recording in a folder. Raises RecordingError for the first fault."""
    path = folder / NAME
    try:
        text = read_text(path, f"name a folder with a {NAME}", MOST_BYTES)
        found = parsed(partial(msgspec.toml.decode, type=_File), shallow(text))
    except (msgspec.MsgspecError, ValueError) as error:
        raise RecordingError(f"{path}: {' '.join(str(error).split())}") from error
    if found.schema != SCHEMA:
        raise RecordingError(f"{path}: schema {found.schema}, this companion plays {SCHEMA}")
    pack = None if found.pack is None else folder / found.pack
    if pack is not None and not pack.exists():
        raise RecordingError(f"{path}: pack {found.pack}: no such folder; the path is relative to the recording")
    return Recording(folder, found.game, pack, found.players, found.options, _steps(path, found.step))


def _steps(path: Path, found: tuple[_Step, ...]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for number, step in enumerate(found, 1):
        where = f"{path}: step {number}"
        if sum((step.picture is not None, step.tap is not None, step.answer is not None, step.undo)) != 1:
            raise RecordingError(f"{where}: exactly one of picture, tap, answer and undo")
        if steps and step.at < steps[-1].at_s:
            raise RecordingError(f"{where}: at {step.at:g} is before the step above it")
        picture = None if step.picture is None else path.parent / step.picture
        if picture is not None and (Path(step.picture or "").name != step.picture or not picture.is_file()):
            raise RecordingError(f"{where}: no picture {step.picture!r} in the folder")
        steps.append(Step(step.at, picture, step.tap, step.answer, step.undo))
    return tuple(steps)
