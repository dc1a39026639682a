"""What only the system's own packages have, asked of a process that the system's Python runs: see `hw.served`.

apt's picamera2 and gpiozero are not seen from an environment of pip's, and picamera2 on Debian 12 cannot be loaded beside pip's numpy 2
(raspberrypi/picamera2 issues 1088, 1211). One that cannot be loaded under one Python is tried under the next.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hw.eye import Closing

SCRIPT = Path(__file__).with_name("served.py")
SYSTEM = "/usr/bin/python3"
"""Where Debian and Raspberry Pi OS have theirs."""
RAISED = {kind.__name__: kind for kind in (OSError, ValueError, TypeError, AttributeError, IndexError, KeyError)}
"""What may be raised over there and is raised here again; all else is a RuntimeError."""
END_S = 0.8
"""How long a process may take to let its device go, before it is killed."""


def pythons() -> tuple[str, ...]:
    """Which may have the system's packages: the system's, and that of this environment, which may see them, too."""
    return tuple(python for python in dict.fromkeys((SYSTEM, sys.executable)) if os.access(python, os.X_OK))


class Served(Closing):
    """A module of the system's behind a pipe."""

    def __init__(self, module: str, files: Sequence[int] = ()) -> None:
        """Starts the first Python that can load `module`; `files` stay open over there, under the same numbers.

        Raises ModuleNotFoundError where none has it, ImportError where one has it and cannot load it.
        """
        self._process: subprocess.Popen[bytes] | None = None
        broken = ""
        for python in pythons():
            self._process = _started(python, module, files)
            said = self.hear()
            if said == {"serves": module}:
                return
            self.close()
            if said is not None and not said.get("is_missing", True):
                broken = broken or f"{python}: {said['why']}"
        raise ImportError(broken) if broken else ModuleNotFoundError(module, name=module)

    def tell(self, message: object) -> None:
        """Says one line. Raises BrokenPipeError when the process is gone."""
        pipe = None if self._process is None else self._process.stdin
        if pipe is None or pipe.closed:
            raise BrokenPipeError(f"{SCRIPT.name} has ended")
        pipe.write(json.dumps(message).encode() + b"\n")
        pipe.flush()

    def hear(self) -> Mapping[str, Any] | None:
        """The next line, waited for; None when the process has ended."""
        pipe = None if self._process is None else self._process.stdout
        with suppress(ValueError):  # closed meanwhile, or half a line
            line = b"" if pipe is None else pipe.readline()
            return dict(json.loads(line)) if line else None
        return None

    def heard(self) -> Iterator[Mapping[str, Any]]:
        """Line after line, until the process has ended."""
        while (line := self.hear()) is not None:
            yield line

    def ask(self, name: str, *values: object) -> Any:
        """The answer to a question. Raises what was raised over there, see `RAISED`; OSError when it has ended."""
        self.tell([name, *values])
        return self.answer()

    def answer(self) -> Any:
        """The next line as an answer; raises as `ask` does."""
        said = self.hear()
        if said is None:
            raise BrokenPipeError(f"{SCRIPT.name} has ended")
        if "raised" not in said:
            return said.get("gives")
        raise RAISED.get(said["raised"], RuntimeError)(said["why"])

    def close(self) -> None:
        """Ends the process; one that hangs is killed. May be called twice."""
        process, self._process = self._process, None
        if process is None or process.stdin is None or process.stdout is None:
            return
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S)
        process.kill()
        process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S)


def _started(python: str, module: str, files: Sequence[int]) -> subprocess.Popen[bytes]:
    """Without what pip may have put into the user's own folder: a newer numpy there is what breaks picamera2 most."""
    around = {"LIBCAMERA_LOG_LEVELS": "*:WARN", **os.environ}
    return subprocess.Popen(
        [python, "-Ps", os.fspath(SCRIPT), module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=files, env=around
    )
