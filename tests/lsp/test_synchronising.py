"""The server's text stays equal to the client's, edit by edit, in every encoding."""

import pytest
from hypothesis import given, settings, strategies as st
from lsprotocol import types

from ragtui_core.types import Span
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.protocol import OpenDocuments
from support.editor import UNITS, Editor

EDITS_EACH = 50
"""Of one text, one after the other."""

EXAMPLES = 40
"""Texts: 2,000 edits in each encoding."""

PIECES = [
    *("a", "Z", " ", "word ", "## Head", "[[x]]", "> "),
    *("\n", "\r\n", "\r", "\n\n"),
    *("é", "e\u0301", "ß", "ø\u0308", "Ωμέγα", "עברית"),
    *("漢字", "東京", "한국어", "ก็"),
    *("😀", "👩‍👩‍👧", "🇳🇴", "🧾", "\U0001d4b3", "\U0010ffff"),
    # Line ends for Python, but not for the protocol.
    *("\u2028", "\x0b", "\x0c", "\x85", "\x1c"),
]

URI = "file:///vault/note.md"


class Client:
    """A text as an editor keeps it: lines that only the protocol's ends part."""

    def __init__(self, encoding: str) -> None:
        self.text = ""
        self._units = UNITS[encoding]

    def position(self, offset: int) -> types.Position:
        before = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), self._units(line))

    def edit(self, start: int, end: int, new: str) -> types.Range:
        where = types.Range(self.position(start), self.position(end))
        self.text = self.text[:start] + new + self.text[end:]
        return where


def documents(encoding: str) -> OpenDocuments:
    kind = types.PositionEncodingKind(encoding)
    made = OpenDocuments(None, position_encoding=kind)
    made.put_text_document(types.TextDocumentItem(URI, "markdown", 1, ""))
    return made


def between_pair(text: str, offset: int) -> bool:
    return text[offset - 1 : offset + 1] == "\r\n"


def snapped(text: str, share: int) -> int:
    """A place that is `share` per cent into a text, where a cursor can be."""
    offset = round(len(text) * share / 100)
    return offset + 1 if between_pair(text, offset) else offset


EDIT = st.tuples(
    st.integers(0, 100),
    st.integers(0, 12),
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
)
"""Where in per cent of the text, how much of it goes, and what comes instead."""


@pytest.mark.parametrize("encoding", UNITS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(edits=st.lists(EDIT, min_size=EDITS_EACH, max_size=EDITS_EACH))
def test_thousands_of_edits_leave_both_texts_equal(
    encoding: str, edits: list[tuple[int, int, str]]
) -> None:
    client, server = Client(encoding), documents(encoding)
    for version, (share, length, new) in enumerate(edits):
        start = snapped(client.text, share)
        end = min(len(client.text), start + length)
        end += between_pair(client.text, end)
        where = client.edit(start, end, new)
        server.update_text_document(
            types.VersionedTextDocumentIdentifier(version, URI),
            types.TextDocumentContentChangePartial(range=where, text=new),
        )
        assert server.get_text_document(URI).source == client.text


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


@pytest.mark.parametrize("encoding", UNITS)
def test_every_character_is_found_again(encoding: str) -> None:
    text = "# 😀 é\r\n漢字\u2028x e\u0301\r\rend 👩‍👩‍👧"
    positioned, client = PositionedText(text, encoding), Client(encoding)
    client.text = text
    for offset in range(len(text) + 1):
        if not between_pair(text, offset):
            position = positioned.position(offset)
            assert position == client.position(offset)
            assert positioned.offset(position) == offset


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


def test_a_new_text_as_a_whole_is_taken_over() -> None:
    server = documents("utf-16")
    server.update_text_document(
        types.VersionedTextDocumentIdentifier(2, URI),
        types.TextDocumentContentChangeWholeDocument("😀 new"),
    )
    document = server.get_text_document(URI)
    assert document.source == "😀 new"
