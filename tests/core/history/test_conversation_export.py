"""An exported conversation reads well, and its quotations can be checked again."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core.citations.citation import SavedCitation, Verdict
from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.errors import StorageError
from ragtui_core.history.conversation import Conversation, Turn
from ragtui_core.history.conversation_export import (
    conversation_as_markdown,
    save_export,
)
from support.answers import CITATION
from support.chats import TURN

WHOLE = """\
# Pumps

2026-11-20 09:00 UTC

## When is the impeller changed?

2026-11-21 14:03 UTC · claude a-model

Every second winter [1].

Note: Two files are newer than the index.

Note: Files disagree: compare a.md and b.md.

> Its *impeller* is changed every second winter.
>
> — [1] [products/pump.md](<products/pump.md>) › Pump › Service, line 3 · \
`ragtui:a8c74e32ff79`
"""


def chat(*turns: Turn, title: str = "Pumps") -> Conversation:
    return Conversation(
        "20261120-1a2b3c", "/notes", title, "2026-11-20T10:00:00+01:00", turns
    )


def test_a_conversation_as_a_document() -> None:
    assert conversation_as_markdown(chat(TURN)) == WHOLE


def test_a_file_is_never_overwritten_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "pumps.md"
    assert save_export(file, "one")
    assert not save_export(file, "two")
    assert file.read_text() == "one"
    assert save_export(file, "two", overwrite=True)
    assert file.read_text() == "two"
    with pytest.raises(StorageError, match="cannot write"):
        save_export(tmp_path / "no" / "pumps.md", "one")


def test_every_quotation_can_be_read_back() -> None:
    other = replace(CITATION, number=2, path="a b.md", quote="- one\n- two\n\n> three")
    text = conversation_as_markdown(
        chat(TURN, replace(TURN, citations=(CITATION, other)))
    )
    found = [citation for citation, _ in read_citations(text)]
    assert found == [SavedCitation.of(c) for c in (CITATION, CITATION, other)]


def test_a_passage_that_is_not_quoted_is_told_from_a_quotation() -> None:
    passage = replace(CITATION, number=2, quoted=False)
    text = conversation_as_markdown(chat(replace(TURN, citations=(CITATION, passage))))
    [(quoted, before), (found, after)] = read_citations(text)
    assert (quoted.number, found.number) == (1, 2)
    between = text[before.end : after.start]
    assert between == (
        "\n\n[2] Passage found: products/pump.md has it; the answer may word it "
        "otherwise.\n\n"
    )
    assert "Passage found" not in text[: before.start]


def test_doubt_and_failure_are_shown() -> None:
    altered = replace(CITATION, verdict=Verdict.FILE_MISSING)
    turn = replace(TURN, citations=(altered,), error="stream_broken")
    text = conversation_as_markdown(chat(turn))
    assert (
        "Not verified when it was given (file missing), products/pump.md:\n\n> Its"
        in text
    )
    assert "the answer ended in an error (stream_broken)" in text


def test_nothing_in_it_commands_a_terminal() -> None:
    evil = "x\x1b]0;t\x07\x9b2J\u202e\ny"
    turn = Turn(
        TURN.time,
        evil,
        answer=evil,
        notices=(evil,),
        disagreements=(evil,),
        provider=evil,
        model=evil,
        error=evil,
        citations=(replace(CITATION, path=evil, quote=evil, heading_path=(evil,)),),
    )
    text = conversation_as_markdown(chat(turn, title=evil))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_half_a_surrogate_pair_is_no_obstacle_to_writing_it_down() -> None:
    conversation_as_markdown(
        chat(replace(TURN, answer="\ud800"), title="\udce9")
    ).encode()
