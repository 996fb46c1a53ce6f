"""Functions whose modules are imported after the initialize response.

The response does not wait for these imports. One thread imports all of them in order:
two threads could see each other's partially initialized modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer


class Handler(NamedTuple):
    """A coroutine function of this package, called with the server."""

    module: str
    function: str

    async def __call__(self, ls: "RagtuiServer", params: Any) -> Any:
        """Serve a request."""
        await ls.loaded.wait()
        return await self.load()(ls, params)

    def load(self) -> Any:
        """The function; imports its module."""
        module = import_module(f"ragtui_lsp.{self.module}")
        return getattr(module, self.function)
