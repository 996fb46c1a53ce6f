"""Turns of conversations, and what they are made of."""

from dataclasses import replace

from ragtui_core import Sent, Source
from ragtui_core.history.conversation import SentText, Turn
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.types import Lines, Span
from support.answers import CITATION

SOURCE = Source(1, "products/pump.md", "Pump", Lines(1, 9), ("Pump",), 0.91, Sent.FULL)

TURN = Turn(
    time="2026-11-21T14:03:00.000+00:00",
    question="When is the impeller changed?",
    query="impeller changed",
    answer="Every second winter [1].",
    sources=(SOURCE,),
    citations=(CITATION,),
    notices=("Two files are newer than the index.",),
    disagreements=("Files disagree: compare a.md and b.md.",),
    provider="claude",
    model="a-model",
    usage={"input": 812, "output": 40},
    sent=(SentText("products/pump.md", (Span(0, 19), Span(20, 66))),),
)


def at(hour: int, **changes: object) -> Turn:
    """The turn at another hour of its day."""
    time = f"2026-11-21T{hour:02}:00:00.000+00:00"
    return replace(TURN, time=time, **changes)  # type: ignore[arg-type]


def kept(store: ConversationStore, *turns: Turn, question: str = TURN.question) -> str:
    """Store a conversation; returns its id."""
    chat = store.new("/notes", question)
    for turn in turns:
        store.add(chat.id, turn)
    return chat.id
