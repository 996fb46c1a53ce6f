"""Functions whose modules are imported once the client has been greeted.

The greeting waits for nothing that it does not need. All are imported by one thread,
one after the other: two threads would meet each other's half-made modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer


class Handler(NamedTuple):
    """A coroutine function of this package, called with the server."""

    module: str
    function: str

    async def __call__(self, ls: "RagtuiServer", given: Any) -> Any:
        """Serve a request."""
        await ls.loaded.wait()
        return await self.load()(ls, given)

    def load(self) -> Any:
        """The function; imports its module."""
        module = import_module(f"ragtui_lsp.{self.module}")
        return getattr(module, self.function)
