"""The server's text stays equal to the client's, edit by edit, in every encoding."""

import random

import pytest
from lsprotocol import types

from ragtui_core.model import Span
from ragtui_lsp.documents import OpenDocuments
from ragtui_lsp.positions import PositionedText
from support.editor import UNITS

EDITS = 5_000

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


@pytest.mark.parametrize("encoding", UNITS)
def test_thousands_of_edits_leave_both_texts_equal(encoding: str) -> None:
    chance = random.Random(20_261_121)
    client, server = Client(encoding), documents(encoding)
    for version in range(EDITS):
        length = len(client.text)
        start = chance.randint(0, length)
        longest = 40 if length < 2_000 else 400
        end = min(length, start + chance.choice((0, 0, 1, chance.randint(0, longest))))
        if between_pair(client.text, start) or between_pair(client.text, end):
            continue  # No editor puts its cursor there.
        new = "".join(chance.choices(PIECES, k=chance.randint(0, 6)))
        where = client.edit(start, end, new)
        server.update_text_document(
            types.VersionedTextDocumentIdentifier(version, URI),
            types.TextDocumentContentChangePartial(range=where, text=new),
        )
        assert server.get_text_document(URI).source == client.text
    assert len(client.text) > 500


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
