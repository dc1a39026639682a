"""Memory that is free goes back to the system. The C library keeps it between what is in use, all evening; a small Pi has none to spare."""

import ctypes
import sys


def give_back() -> bool:
    """Whether the C library could be asked to hand back what is free; it can with glibc alone. Takes a few milliseconds."""
    if not sys.platform.startswith("linux"):
        return False
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:
        return False
    trim(0)
    return True
