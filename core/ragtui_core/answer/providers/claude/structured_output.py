"""Structured output: a call of Claude's small model that returns JSON."""

import json
from collections.abc import Mapping
from typing import Any

from ragtui_core.answer.providers.claude.claude_models import SMALL_MODEL
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    encodable,
)
from ragtui_core.answer.providers.messages_api.service_errors import (
    answer_error,
    failure,
)
from ragtui_core.errors import AnswerErrorKind
from ragtui_core.settings.schema import AnswerSettings

TIMEOUT_SECONDS = 20.0
"""After this many seconds a search goes on without the model."""

MAX_TOKENS = 1024


def structured_output(
    system: str, text: str, schema: Mapping[str, Any], settings: AnswerSettings
) -> dict[str, Any]:
    """The response of the small model to `text`, following `schema`.

    Args:
        system: The task. It never contains notes.
        text: The input.
        schema: A JSON schema of an object.
        settings: Names the model.

    Raises:
        AnswerError: The service failed, or returned something else. No retries.
    """
    import anthropic
    import httpx2

    body: dict[str, Any] = {
        "model": settings.small_model or SMALL_MODEL,
        "max_tokens": MAX_TOKENS,
        "system": system,
        "messages": [{"role": "user", "content": text}],
        "output_config": {"format": {"type": "json_schema", "schema": dict(schema)}},
    }
    timeout = httpx2.Timeout(TIMEOUT_SECONDS, connect=settings.connect_timeout)
    try:
        with anthropic.Anthropic(timeout=timeout, max_retries=0) as client:
            message: Any = client.messages.create(**encodable(body))
        response = "".join(part.text for part in message.content if part.type == "text")
        found = json.loads(response)
    except (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise answer_error(error) from error
    except ValueError as error:
        raise failure(
            AnswerErrorKind.SERVER, detail="the response is not valid JSON"
        ) from error
    if not isinstance(found, dict):
        raise failure(
            AnswerErrorKind.SERVER, detail="the response is not a JSON object"
        )
    return found
