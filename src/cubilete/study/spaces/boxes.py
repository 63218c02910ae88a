"""The space of observations as Gymnasium has it, which PettingZoo uses too."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space

from cubilete.core.parts.encoding import Encoding


def row_space(encoding: Encoding) -> Space[Any]:
    """The space of a game's observations, bounded field by field."""
    low = [field[2] for field in encoding.fields for _ in range(field[1])]
    high = [field[3] for field in encoding.fields for _ in range(field[1])]
    return Box(np.array(low, dtype=np.int16), np.array(high, dtype=np.int16), dtype=np.int16)
