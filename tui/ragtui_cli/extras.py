"""What comes with an extra: missing libraries are one line with the pip command."""

from collections.abc import Iterator
from contextlib import contextmanager

from ragtui_core import RagtuiError


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import libraries of the extra `name` within this context, which `what` requires.

    Raises:
        RagtuiError: One of them is not installed.
    """
    try:
        yield
    except ImportError as error:
        raise RagtuiError(
            f"{what} requires an extra ({error}): pip install 'ragtui[{name}]'"
        ) from error
