"""Who answers. Three are real: Claude, a compatible server, and exact extracts."""

import os
from collections.abc import AsyncGenerator, Mapping
from typing import TYPE_CHECKING, Protocol

from ragtui_core.errors import AnswerError, AnswerErrorKind
from ragtui_core.settings.schema import AnswerSettings, ProviderName

if TYPE_CHECKING:
    from ragtui_core.answer.request import AnswerRequest
    from ragtui_core.answer_events import AnswerEvent

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE")
"""Variables of which one must be set for Claude to answer: a key, or the name of a
profile that the SDK finds on disk."""

MODELS = (
    "set ANTHROPIC_API_KEY for Claude; name a server of your own in "
    "`answer.server.base_url` (Ollama, LM Studio, vLLM, llama.cpp)"
)

PROVIDERS = (
    f"There are three ways to get answers: {MODELS}; or set `answer.provider = "
    "'extractive'` for exact extracts, which need no model."
)


class Provider(Protocol):
    """Writes answers. Sources have been told before it is asked."""

    def answer(self, inquiry: "AnswerRequest") -> "AsyncGenerator[AnswerEvent, None]":
        """Text, citations and notices, then `Done`.

        Closing the generator stops the answer at once.

        Raises:
            AnswerError: It failed before the first word. After that a failure is a
                notice, and what has come stays.
        """


def key_is_present(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the environment holds a key for Claude."""
    return any(environ.get(name, "").strip() for name in KEYS)


def provider_name(
    settings: AnswerSettings, environ: Mapping[str, str] = os.environ
) -> ProviderName:
    """Who shall answer, with `auto` decided.

    Raises:
        AnswerError: What was asked for lacks its key or its address.
    """
    match settings.provider:
        case ProviderName.AUTO if settings.server.base_url:
            return ProviderName.COMPATIBLE
        case ProviderName.AUTO:
            found = key_is_present(environ)
            return ProviderName.CLAUDE if found else ProviderName.EXTRACTIVE
        case ProviderName.CLAUDE if not key_is_present(environ):
            raise _nobody("There is no key for Claude.")
        case ProviderName.COMPATIBLE if not settings.server.base_url:
            raise _nobody("No compatible server is named.")
    return settings.provider


def writing_provider(
    settings: AnswerSettings, environ: Mapping[str, str] = os.environ
) -> ProviderName:
    """Who shall write, where passages of the files will not do.

    Raises:
        AnswerError: Nobody can.
    """
    name = provider_name(settings, environ)
    if name is ProviderName.EXTRACTIVE:
        needed = f"This needs a language model. There are two ways: {MODELS}."
        raise AnswerError(needed, kind=AnswerErrorKind.NO_KEY, retryable=False)
    return name


def _nobody(reason: str) -> AnswerError:
    return AnswerError(
        f"{reason} {PROVIDERS}", kind=AnswerErrorKind.NO_KEY, retryable=False
    )
