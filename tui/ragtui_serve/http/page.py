"""The page `/`: its files, and the pictures of a vault that it shows.

The files contain nothing of a vault, and need no token. Nor do pictures, since `img`
elements send none: only the addresses that a note's HTML contains are answered, which
are signed, and only a picture that an indexed note shows has one.
"""

import posixpath
import secrets
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ragtui_core import RagtuiError
from ragtui_serve.http.problems import Problem, error_response
from ragtui_serve.http.server_state import Server
from ragtui_serve.rendering.note_links import PICTURE_TYPES, PICTURES

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


def page_routes(server: Server) -> list[Route]:
    """The routes of the page."""
    files = [Route(path, _page_file, methods=["GET"]) for path in _FILES]
    return [*files, _picture_route(server)]


async def _page_file(request: Request) -> Response:
    file = _FILES[request.url.path]
    return Response(file.read_bytes(), media_type=_MEDIA_TYPES[file.suffix])


MAX_BYTES = 20_000_000
"""Bytes of a picture that is sent."""

_PICTURE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "private, max-age=300",
}
"""A drawing (SVG) runs no script, also if it is opened by itself."""


def _picture_route(server: Server) -> Route:
    async def picture(request: Request) -> Response:
        vault, path = request.path_params["vault"], request.path_params["path"]
        given = request.query_params.get("key", "")
        key = server.pictures.key(vault, path)
        # As bytes: texts that are not ASCII cannot be compared in constant time.
        if not secrets.compare_digest(key.encode(), given.encode("utf-8", "replace")):
            raise Problem(401, "this address of a picture is not valid")
        media_type = PICTURE_TYPES.get(posixpath.splitext(path)[1].lower(), "")
        try:
            documents = server.vaults.named(vault).vault.documents
            data = await server.queue.run(documents.content, path, MAX_BYTES)
        except RagtuiError as error:
            return error_response(error, server.vaults)
        return Response(data, media_type=media_type, headers=_PICTURE_HEADERS)

    return Route(f"{PICTURES}{{vault}}/{{path:path}}", picture, methods=["GET"])
