"""Bytes to text: the codec that is named gives exactly the text that is kept."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtui_core.errors import UnreadableFile
from ragtui_core.sources.decoding import decode

GERMAN = "Überschrift\n\nDer Fluß fließt. Ça va?\n"
JAPANESE = "議事録\n\n来週の会議は火曜日です。\n資料は共有フォルダにあります。\n" * 4


@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)))
def test_the_named_codec_gives_the_text_back(data: bytes) -> None:
    try:
        decoded = decode(data)
    except UnreadableFile:
        return
    assert data.decode(decoded.encoding) == decoded.text
    assert decoded.text.encode()  # no lone surrogates


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (GERMAN.encode(), "utf-8"),
        (codecs.BOM_UTF8 + GERMAN.encode(), "utf-8"),
        (GERMAN.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + GERMAN.encode("utf-16-be"), "utf-16"),
        (GERMAN.encode("utf-32"), "utf-32"),
        (GERMAN.encode("utf-16-le"), "utf-16-le"),
        (GERMAN.encode("utf-16-be"), "utf-16-be"),
        (JAPANESE.encode("utf-16-le"), "utf-16-le"),
        (JAPANESE.encode("utf-16-be"), "utf-16-be"),
        (GERMAN.encode("cp1252"), "cp1252"),
        (b"\xc4nderung \x81", "latin-1"),
    ],
)
def test_encodings_are_told(data: bytes, encoding: str) -> None:
    decoded = decode(data)
    assert decoded.encoding == encoding
    assert decoded.text == data.decode(encoding)


def test_a_byte_order_mark_of_utf8_stays_in_the_text() -> None:
    assert decode(codecs.BOM_UTF8 + b"# T").text == "\ufeff# T"


def test_line_ends_stay_as_they_are() -> None:
    assert decode(b"a\r\nb\rc\n").text == "a\r\nb\rc\n"


def test_text_that_is_not_utf8_is_noted_with_its_line() -> None:
    problems = decode("eins\r\nzwei\nfünf".encode("cp1252")).problems
    assert problems == (
        "not UTF-8 (byte 0xfc in line 3): read as cp1252; save it as UTF-8",
    )


@pytest.mark.parametrize(
    "data",
    [b"", b" \n\t\r\n", codecs.BOM_UTF8, codecs.BOM_UTF8 + b"\n", codecs.BOM_UTF16_LE],
)
def test_nothing_to_read_is_an_empty_file(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="empty file"):
        decode(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0",
        b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\xdf\xa4\xd2lZ\x01\0\0 \x05\0\0",
        bytes(range(256)) * 4,
        b"\0\0",
        b"\0" * 500,
    ],
)
def test_binary_content_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="looks binary"):
        decode(data)


@pytest.mark.parametrize("text", ["# a\0b\ntext\n", "a\0b", "caf\0e and more " * 9])
def test_a_slip_of_nul_characters_is_read_and_noted(text: str) -> None:
    decoded = decode(text.encode())
    assert (decoded.text, decoded.encoding) == (text, "utf-8")
    assert decoded.problems == (f"holds {text.count(chr(0))} NUL characters",)
