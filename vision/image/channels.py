"""Over a picture's channels.

numpy goes along a last axis that is no longer than three value by value, which takes eighteen times as long as a channel at a time.
"""

from functools import reduce
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=np.generic)


def greatest(values: NDArray[Value]) -> NDArray[Value]:
    """(...) of (..., C): the greatest of the channels, as `values.max(-1)`."""
    return reduce(np.maximum, np.moveaxis(values, -1, 0))


def smallest(values: NDArray[Value]) -> NDArray[Value]:
    """(...) of (..., C): the smallest of the channels, as `values.min(-1)`."""
    return reduce(np.minimum, np.moveaxis(values, -1, 0))
