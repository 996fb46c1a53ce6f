"""Question -> cited answer: context, a provider that writes, citations checked."""

from ragtui_core.answer_events import (
    AnswerEvent,
    Cost,
    Done,
    Notice,
    NoticeKind,
    Sent,
    Source,
    Sources,
    Text,
)
from ragtui_core.citations.citation import Citation, Verdict

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
