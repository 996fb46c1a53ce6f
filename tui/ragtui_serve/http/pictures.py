"""Pictures of a vault for the page, whose `img` elements send no token.

Only the addresses that a note's HTML contains are answered: they are signed, and only a
picture that an indexed note shows has one.
"""

import posixpath
import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ragtui_core import RagtuiError
from ragtui_serve.http.problems import Problem, error_response
from ragtui_serve.http.server_state import Server
from ragtui_serve.rendering.note_links import PICTURE_TYPES, PICTURES

MAX_BYTES = 20_000_000
"""Of a picture."""

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "private, max-age=300",
}
"""A drawing (SVG) runs no script, also if it is opened by itself."""


def picture_route(server: Server) -> Route:
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
        return Response(data, media_type=media_type, headers=_HEADERS)

    return Route(f"{PICTURES}{{vault}}/{{path:path}}", picture, methods=["GET"])
