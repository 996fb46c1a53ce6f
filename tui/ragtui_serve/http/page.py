"""The page `/` and its files, which need no token: they contain nothing of a vault."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_FOLDER = Path(__file__).parents[1] / "page"

_MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


def _page_files() -> dict[str, Path]:
    """The files by their path on the server."""
    files = {
        f"/page/{file.name}": file
        for file in sorted(_FOLDER.iterdir())
        if file.suffix in _MEDIA_TYPES
    }
    return {"/": files.pop("/page/index.html"), **files}


_FILES = _page_files()

PAGE_PATHS = frozenset(_FILES)
"""What a browser may load before it has a token."""


def page_routes() -> list[Route]:
    return [Route(path, _page_file, methods=["GET"]) for path in _FILES]


async def _page_file(request: Request) -> Response:
    file = _FILES[request.url.path]
    return Response(file.read_bytes(), media_type=_MEDIA_TYPES[file.suffix])
