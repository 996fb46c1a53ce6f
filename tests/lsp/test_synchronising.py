"""Positions are those of the client, in every encoding, also after several edits."""

import pytest
from lsprotocol import types

from ragtui_core.types import Span
from ragtui_lsp.position_codec import PositionedText
from support.editor import UNITS, Editor


async def test_edits_of_one_message_are_made_in_turn(editor: Editor) -> None:
    editor.open("new.md", "# New 😀\n\n漢字 é\n\n[[#Sec é]]\n")
    first = editor.range("new.md", "漢字")
    after = types.Range(first.start, first.start)
    editor.client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, editor.uri("new.md")),
            [
                types.TextDocumentContentChangePartial(range=first, text="## Sec"),
                types.TextDocumentContentChangePartial(range=after, text="\n😀\n\n"),
            ],
        )
    )
    shown = await editor.client.text_document_hover_async(
        types.HoverParams(editor.document("new.md"), types.Position(7, 3))
    )
    assert "New 😀** › Sec é" in str(shown)


LINES = (
    *(("# 😀 é", "\r\n"), ("漢字\u2028x e\u0301", "\r"), ("", "\r")),
    ("end 👩‍👩‍👧", ""),
)
"""Lines of the protocol, and their ends; for Python there is one more."""


@pytest.mark.parametrize("encoding", UNITS)
def test_every_character_is_found_again(encoding: str) -> None:
    positioned = PositionedText("".join(map("".join, LINES)), encoding)
    start = 0
    for number, (line, end) in enumerate(LINES):
        for at in range(len(line) + 1):
            position = types.Position(number, UNITS[encoding](line[:at]))
            assert positioned.position(start + at) == position
            assert positioned.offset(position) == start + at
        start += len(line + end)


@pytest.mark.parametrize("encoding", UNITS)
def test_positions_beyond_the_text_are_its_ends(encoding: str) -> None:
    text = PositionedText("😀\nab\r\n", encoding)
    assert text.offset(types.Position(0, 99)) == 1
    assert text.offset(types.Position(1, 99)) == 4
    assert text.offset(types.Position(99, 0)) == len(text.text)
    assert text.position(999) == types.Position(2, 0)


def test_a_position_within_a_character_is_its_beginning() -> None:
    assert PositionedText("a😀b", "utf-16").offset(types.Position(0, 2)) == 1
    assert PositionedText("a😀b", "utf-8").offset(types.Position(0, 3)) == 1


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    text = PositionedText("\ufeff# Note", "utf-16")
    assert text.range(Span(3, 7)) == types.Range(
        types.Position(0, 2), types.Position(0, 6)
    )
