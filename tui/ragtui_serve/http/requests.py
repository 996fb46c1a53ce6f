"""Reads requests: JSON bodies, parameters, and whether the client is still there."""

import asyncio
import json
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from starlette.requests import Request

from ragtui_core.text import encodable
from ragtui_core.tools import RequestOption, read_request
from ragtui_serve.http.problems import Problem

MAX_DEPTH = 32
"""Arrays and objects in one another in a body."""

T = TypeVar("T")


async def json_body(request: Request) -> Any:
    """The JSON value of a body.

    Raises:
        Problem: It is not JSON or nested too deeply (400), or does not say that it is
            JSON (415).
    """
    media_type = request.headers.get("content-type", "").partition(";")[0]
    if media_type.strip().lower() != "application/json":
        # A form of a foreign page can send other types without being asked first.
        raise Problem(415, "send JSON, with Content-Type: application/json")
    data = await request.body()
    try:
        value = encodable(json.loads(data, parse_constant=_no_constant))
        _check(value, MAX_DEPTH)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Problem(400, f"the body is not JSON: {error}") from None
    return value


def parameters(request: Request, options: Iterable[RequestOption]) -> dict[str, Any]:
    """The parameters of an address, as options.

    Raises:
        RequestError: One is unknown or wrong.
    """
    options = tuple(options)
    numbers = {option.name for option in options if option.kind is int}
    given = {
        name: int(text) if name in numbers and _is_number(text) else text
        for name, text in request.query_params.items()
    }
    return read_request(given, options)


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """The result of `work`, which is cancelled when the client goes away.

    Returns:
        None if the client has gone.
    """
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        return None
    finally:
        gone.cancel()
        task.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _check(value: Any, depth: int) -> None:
    """Refuse what is nested in more than `depth` arrays and objects, and NUL."""
    if isinstance(value, str) and "\0" in value:
        raise Problem(400, "the body contains NUL characters")
    if isinstance(value, dict | list):
        if not depth:
            raise _too_deep()
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check(part, depth - 1)


def _too_deep() -> Problem:
    return Problem(400, f"the body is nested too deeply: at most {MAX_DEPTH} levels")


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit() and len(text) < 19
