"""Some of many parameters: the others are for the tier `sweep`."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], every: int) -> list[Any]:
    """The values as parameters of a test; all but each `every`th only in the tier."""
    return [
        pytest.param(value, marks=() if number % every == 0 else pytest.mark.sweep)
        for number, value in enumerate(values)
    ]
