"""Bytes -> text and the codec that gives exactly this text back.

Offsets into a file's text are only worth something if anyone can decode the file the
same way, so `data.decode(encoding) == text` holds with plain codec names, and line
ends and byte order marks stay as they are.
"""

import codecs
import re
from dataclasses import dataclass

from ragtui_core.errors import UnreadableFile

BYTE_ORDER_MARK = "\ufeff"

_MARKS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE_END = re.compile(rb"\r\n?|\n")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\f\r\x1b") + b"\x7f"
_NOT_CONTROLS = bytes(set(range(256)) - set(_CONTROLS))

MAX_CONTROLS = 0.3
"""Share of control characters from which valid UTF-8 is taken for binary."""
MAX_CONTROLS_LEGACY = 0.01
"""The same where any byte is valid: compressed data has about 0.1, text none."""
SLIPS = 3
"""So many control characters, or NUL bytes, may be in any text."""
MIN_NUL_SHARE = 0.005
"""Share of NUL bytes in unmarked UTF-16: spaces and line ends among ideographs."""
MIN_NUL_SHARE_UTF8 = 0.25
"""The same where the data is valid UTF-8 too, as Latin text is; that has 0.5."""
MIN_NUL_SIDE = 0.95
"""Share of the NULs that stand on one side of their pairs."""
MIN_PRINTABLE = 0.95
"""Share of printable characters that confirms UTF-16 and UTF-32."""
SAMPLE = 65_536
"""Characters looked at to find that share."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text: `data.decode(encoding) == text`."""

    text: str
    encoding: str
    problems: tuple[str, ...] = ()


def decode(data: bytes) -> Decoded:
    """Decode a file's content.

    Raises:
        UnreadableFile: It is empty or does not look like text.
    """
    decoded = _marked(data) or _unmarked_utf16(data) or _utf8(data) or _legacy(data)
    if not decoded.text.removeprefix(BYTE_ORDER_MARK).strip():
        raise UnreadableFile("empty file")
    return decoded


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _marked(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 that says so by its first bytes."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = _attempt(data, encoding)
            if text is not None and _readable(text):
                return Decoded(text, encoding, _nul_note(text))
    return None


def _unmarked_utf16(data: bytes) -> Decoded | None:
    """UTF-16 that shows by NULs in every other byte."""
    nuls = data.count(0)
    if nuls <= SLIPS:
        return None
    least = MIN_NUL_SHARE if _attempt(data, "utf-8") is None else MIN_NUL_SHARE_UTF8
    high_last = data[1::2].count(0)
    one_sided = max(high_last, nuls - high_last) >= MIN_NUL_SIDE * nuls
    if nuls < least * len(data) or not one_sided:
        return None
    encoding = "utf-16-le" if high_last * 2 > nuls else "utf-16-be"
    text = _attempt(data, encoding)
    if text is None or not _readable(text):
        return None
    return Decoded(text, encoding, _nul_note(text))


def _readable(text: str) -> bool:
    sample = text[:SAMPLE]
    good = sum(char.isprintable() or char in "\t\n\r\f\ufeff" for char in sample)
    return good >= MIN_PRINTABLE * len(sample)


def _utf8(data: bytes) -> Decoded | None:
    text = _attempt(data, "utf-8")
    if text is None:
        return None
    _refuse_binary(data, MAX_CONTROLS)
    return Decoded(text, "utf-8", _nul_note(text))


def _legacy(data: bytes) -> Decoded:
    """One byte a character, with a note, since some characters may be wrong."""
    _refuse_binary(data, MAX_CONTROLS_LEGACY)
    encoding = "cp1252"
    text = _attempt(data, encoding)
    if text is None:
        encoding = "latin-1"
        text = data.decode(encoding)
    return Decoded(text, encoding, (_legacy_note(data, encoding), *_nul_note(text)))


def _refuse_binary(data: bytes, most: float) -> None:
    controls = len(data.translate(None, _NOT_CONTROLS))
    if controls > max(most * len(data), min(SLIPS, len(data) / 2)):
        share = controls / len(data)
        raise UnreadableFile(f"looks binary: {share:.0%} of it are control characters")


def _legacy_note(data: bytes, encoding: str) -> str:
    bad = _first_invalid(data)
    line = len(_LINE_END.findall(data, 0, bad)) + 1
    where = f"byte 0x{data[bad]:02x} in line {line}"
    return f"not UTF-8 ({where}): read as {encoding}; save it as UTF-8"


def _first_invalid(data: bytes) -> int:
    """Where `data` stops being UTF-8; its length if it does not."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


def _nul_note(text: str) -> tuple[str, ...]:
    count = text.count("\0")
    return (f"holds {count} NUL characters",) if count else ()
