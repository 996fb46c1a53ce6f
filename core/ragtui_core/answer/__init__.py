"""Question -> cited answer: context, a provider that writes, citations checked."""

from ragtui_core.answer.events import (
    AnswerEvent,
    Citation,
    Cost,
    Done,
    Notice,
    NoticeKind,
    Sent,
    Source,
    Sources,
    Text,
    Verdict,
)

__all__ = [
    "AnswerEvent",
    "Citation",
    "Cost",
    "Done",
    "Notice",
    "NoticeKind",
    "Sent",
    "Source",
    "Sources",
    "Text",
    "Verdict",
]
