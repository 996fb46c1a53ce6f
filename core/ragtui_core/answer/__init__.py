"""Question -> cited answer: context, a provider that writes, citations checked."""

from typing import TYPE_CHECKING

from ragtui_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from ragtui_core.answer.answer_json import (
        answer_as_json,
        answer_as_markdown,
        answer_as_note,
        event_as_json,
    )
    from ragtui_core.answer.provider import (
        ProviderChoice,
        available_providers,
        chosen_provider,
        provider_name,
        with_provider,
        writing_provider,
    )
    from ragtui_core.answer.recorder import replay_events
    from ragtui_core.answer.request import AnswerContext, AnswerRequest, Provider

__all__ = [
    "AnswerContext",
    "AnswerRequest",
    "Provider",
    "ProviderChoice",
    "answer_as_json",
    "answer_as_markdown",
    "answer_as_note",
    "available_providers",
    "chosen_provider",
    "event_as_json",
    "provider_name",
    "replay_events",
    "with_provider",
    "writing_provider",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ragtui_core.answer.answer_json": (
            "answer_as_json",
            "answer_as_markdown",
            "answer_as_note",
            "event_as_json",
        ),
        "ragtui_core.answer.provider": (
            "ProviderChoice",
            "available_providers",
            "chosen_provider",
            "provider_name",
            "with_provider",
            "writing_provider",
        ),
        "ragtui_core.answer.recorder": ("replay_events",),
        "ragtui_core.answer.request": ("AnswerContext", "AnswerRequest", "Provider"),
    },
)
