"""Failures have a kind, a sentence that helps, and a wait that is not too long."""

import json
from pathlib import Path
from typing import Any

import anthropic
import httpx2
import pytest

from ragtui_core import Done
from ragtui_core.citations.citer import Citer
from ragtui_core.errors import AnswerError, AnswerErrorKind
from ragtui_core.search_results import Confidence
from ragtui_core.settings import AnswerSettings
from ragtui_models.answer_stream import AnswerStream
from ragtui_models.claude import ClaudeReader
from ragtui_models.service_errors import (
    CLAUDE,
    COMPATIBLE,
    answer_error,
    failure,
    retry_delay,
)
from support.answer_requests import files_of
from support.answers import collected
from support.rows import Reader, rows_test


def refused(status: int, body: object, **headers: str) -> anthropic.APIStatusError:
    request = httpx2.Request("POST", "http://x")
    response = httpx2.Response(
        status,
        request=request,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )
    message = str(body)
    return anthropic.APIStatusError(message, response=response, body=body)


def waiting(told: str) -> object:
    """The seconds to wait by what a service asks for; None if that is no number."""
    error = answer_error(refused(429, {}, retry_after=told))
    assert error.kind == "rate_limited"
    return error.retry_after


def tried_again(row: str) -> object:
    """The seconds before another attempt, after a kind of error and those asked for."""
    kind, asked, attempt = (part.strip() for part in row.split("¦"))
    error = failure(AnswerErrorKind(kind), retry_after=float(asked) if asked else None)
    return retry_delay(error, int(attempt))


def kind_of(row: str) -> object:
    status, _, body = row.partition(" ")
    return answer_error(refused(int(status), json.loads(body))).kind


READERS: dict[str, Reader] = {
    "what a service asks to wait is limited": waiting,
    "only what may help is tried again": tried_again,
    "a status has a kind": kind_of,
}

test_rows = rows_test(Path(__file__).with_name("service_errors.txt"), READERS)


def test_what_the_service_says_cannot_command_a_terminal() -> None:
    said = str(answer_error(refused(400, "no \x1b[2J\nwhy")))
    assert said == "the request was refused: no  why"


@pytest.mark.parametrize("names", [CLAUDE, COMPATIBLE])
def test_every_kind_has_a_sentence(names: dict[str, str]) -> None:
    for kind in set(AnswerErrorKind) - {
        AnswerErrorKind.NO_KEY,
        AnswerErrorKind.PROVIDER,
    }:
        assert "{" not in str(failure(kind, names))


@pytest.mark.parametrize(
    "error",
    [
        httpx2.InvalidURL("Invalid port: 'bar'"),
        ValueError("Unknown scheme for proxy URL"),
        FileNotFoundError(2, "No such file"),
    ],
)
async def test_what_prevents_a_client_is_reported(error: Exception) -> None:
    def open_client() -> Any:
        raise error

    def reader() -> ClaudeReader:
        return ClaudeReader((), Citer(files_of({})))

    stream = AnswerStream(open_client, {}, reader, AnswerSettings(), CLAUDE)
    with pytest.raises(AnswerError) as caught:
        await collected(stream.events(Done("p", "m", Confidence.HIGH)))
    assert caught.value.kind == "unreachable"
    assert str(error) in str(caught.value)
