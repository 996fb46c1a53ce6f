"""Failures have a kind, a sentence that helps, and a wait that is not too long."""

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
    MAX_RETRY_AFTER_SECONDS,
    MAX_RETRY_SECONDS,
    answer_error,
    failure,
    retry_delay,
)
from support.answer_requests import files_of
from support.answers import collected


def refused(status: int, body: object, **headers: str) -> anthropic.APIStatusError:
    request = httpx2.Request("POST", "http://x")
    response = httpx2.Response(
        status,
        request=request,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )
    message = str(body)
    return anthropic.APIStatusError(message, response=response, body=body)


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("3", 3.0),
        ("0", 0.0),
        ("-5", 0.0),
        ("100000", MAX_RETRY_AFTER_SECONDS),
        ("inf", MAX_RETRY_AFTER_SECONDS),
        ("nan", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("soon", None),
    ],
)
def test_what_the_service_asks_to_wait(told: str, seconds: float | None) -> None:
    error = answer_error(refused(429, {}, retry_after=told))
    assert (error.kind, error.retry_after) == ("rate_limited", seconds)


@pytest.mark.parametrize(
    ("kind", "asked", "attempt", "delay"),
    [
        ("overloaded", None, 0, 0.5),
        ("overloaded", None, 1, 1.0),
        ("rate_limited", 2.0, 0, 2.0),
        ("rate_limited", MAX_RETRY_SECONDS + 1, 0, None),
        ("auth", None, 0, None),
        ("refused", None, 0, None),
        ("timeout", None, 0, None),
    ],
)
def test_only_what_may_help_is_tried_again(
    kind: str, asked: float | None, attempt: int, delay: float | None
) -> None:
    error = failure(AnswerErrorKind(kind), retry_after=asked)
    assert retry_delay(error, attempt) == delay


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, {"type": "error", "error": {"type": "overloaded_error"}}, "overloaded"),
        (400, {"error": {"type": "exceed_context_size_error"}}, "context_too_long"),
        (400, {"error": "the context window is full"}, "context_too_long"),
        (400, None, "bad_request"),
        (403, "<html>", "auth"),
        (418, [], "server"),
        (502, {"error": {"type": "something_new"}}, "server"),
    ],
)
def test_a_status_has_a_kind(status: int, body: object, kind: str) -> None:
    assert answer_error(refused(status, body)).kind == kind


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
