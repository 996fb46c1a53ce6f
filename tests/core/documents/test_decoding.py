"""Bytes to text: the codec that is named gives exactly the text that is kept."""

import codecs
from collections import Counter, defaultdict

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.decoding import decode, is_single_byte
from ragtui_core.errors import UnreadableFile
from support.encoded_notes import EncodedNote, encoded_notes

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
    ],
)
def test_encodings_are_detected(data: bytes, encoding: str) -> None:
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
        "not UTF-8 (byte 0xfc in line 3): read as cp1252, a guess; save it as UTF-8",
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
def test_a_few_nul_characters_are_read_and_reported(text: str) -> None:
    decoded = decode(text.encode())
    assert (decoded.text, decoded.encoding) == (text, "utf-8")
    assert decoded.problems == (f"contains {text.count(chr(0))} NUL characters",)


def outcome(note: EncodedNote) -> str:
    """`right`, `guessed` (wrong, but said), `refused`, or `silent`."""
    try:
        decoded = decode(note.data)
    except UnreadableFile:
        return "refused"
    assert note.data.decode(decoded.encoding) == decoded.text
    if decoded.text == note.text:
        return "right"
    return "guessed" if decoded.problems else "silent"


def outcomes(seed: int, per_encoding: int) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for note in encoded_notes(seed, per_encoding):
        found[note.encoding][outcome(note)] += 1
    return found


def assert_told(found: dict[str, Counter[str]]) -> None:
    assert len(found) >= 25
    total = sum(found.values(), Counter[str]())
    assert total["silent"] == total["refused"] == 0
    assert total["right"] >= 0.99 * total.total()
    for encoding, counts in found.items():
        assert counts["right"] >= 0.75 * counts.total(), encoding


def test_every_encoding_is_read_correctly_or_the_guess_reported() -> None:
    assert_told(outcomes(seed=11, per_encoding=6))


@pytest.mark.large
def test_thousands_of_files_in_every_encoding() -> None:
    assert_told(outcomes(seed=12, per_encoding=60))


def test_uncertainty_is_reported() -> None:
    for note in encoded_notes(seed=13, per_encoding=2):
        if note.encoding != "utf_8" and not is_utf8(note.data):
            (problem, *_) = decode(note.data).problems
            assert "a guess; save it as UTF-8" in problem


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("word", ["café", "Müller", "naïve", "Gruß", "señor", "“ok”"])
def test_one_western_letter_in_english_is_read_as_windows_writes_it(word: str) -> None:
    text = f"# Minutes\n\nThe visitor was {word}, who left early.\n"
    assert decode(text.encode("cp1252")).text == text


def test_letters_far_behind_much_ascii_are_looked_at() -> None:
    russian = "Вчера комитет обсудил бюджет на следующий год.\n"
    text = "plain lines\n" * 60_000 + russian * 3
    assert decode(text.encode("koi8-r")).text == text


@given(st.binary(min_size=50, max_size=3000))
def test_random_data_is_refused_or_reported(data: bytes) -> None:
    try:
        decoded = decode(data)
    except UnreadableFile:
        return
    assert decoded.problems or is_utf8(data)


@pytest.mark.parametrize("data", [b"\x00\x01", b"\x00\xff" * 1000, b"\xff\x00" * 1000])
def test_binary_data_with_nuls_is_no_text(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="binary"):
        decode(data)


@pytest.mark.parametrize(
    ("is_single", "encodings"),
    [
        (True, "cp1252 latin-1 cp1251 koi8-r mac-roman iso8859-7 cp437"),
        (False, "cp932 gb18030 big5hkscs cp949 euc_jp utf-16 utf-16-le utf-32 cp1140"),
    ],
)
def test_a_byte_is_a_character_or_not(is_single: bool, encodings: str) -> None:
    assert {is_single_byte(name) for name in encodings.split()} == {is_single}
