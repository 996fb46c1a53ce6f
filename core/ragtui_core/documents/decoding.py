"""Bytes -> text and the codec that gives exactly this text back.

Offsets into a file's text are only useful if other programs can decode the file the
same way, so `data.decode(encoding) == text` is true with plain codec names, and line
ends and byte order marks are preserved.

Only a byte order mark and valid UTF-8 are certain. Any other encoding is a guess,
which is reported among the problems; docs/encodings.md has the accuracy.
"""

import codecs
import re
from dataclasses import dataclass

from ragtui_core.documents.encoding_detection import (
    is_readable,
    legacy_encoding,
    wide_encoding,
)
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
"""Ratio of control characters above which valid UTF-8 is treated as binary."""
MAX_CONTROLS_LEGACY = 0.01
"""Ratio of control characters above which text in an encoding where every byte is
valid is treated as binary: compressed data has about 0.1, text none."""
MIN_BINARY_CONTROLS = 3
"""Any text may contain up to this many control characters."""


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
    decoded = _marked(data) or _wide(data) or _utf8(data) or _legacy(data)
    if not decoded.text.removeprefix(BYTE_ORDER_MARK).strip():
        raise UnreadableFile("empty file")
    return decoded


def is_single_byte(encoding: str) -> bool:
    """Whether each byte is one character, and those of ASCII are what they are there.

    Unless the encoding is UTF-8, of which this cannot tell.
    """
    text = bytes(range(256)).decode(encoding, "replace")
    return len(text) == 256 and text[:128] == bytes(range(128)).decode()


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _marked(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 with a byte order mark."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = _attempt(data, encoding)
            if text is not None and is_readable(text):
                return Decoded(text, encoding, _nul_note(text))
    return None


def _wide(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 without a mark."""
    encoding = wide_encoding(data)
    if not encoding:
        return None
    text = data.decode(encoding)
    note = f"no byte order mark: read as {encoding}, a guess; save it as UTF-8"
    return Decoded(text, encoding, (note, *_nul_note(text)))


def _utf8(data: bytes) -> Decoded | None:
    text = _attempt(data, "utf-8")
    if text is None:
        return None
    _refuse_binary(data, MAX_CONTROLS)
    return Decoded(text, "utf-8", _nul_note(text))


def _legacy(data: bytes) -> Decoded:
    """Older encodings, with a note, since some characters may be wrong."""
    _refuse_binary(data, MAX_CONTROLS_LEGACY)
    bad = _first_invalid(data)
    encoding = legacy_encoding(data, bad)
    text = data.decode(encoding)
    return Decoded(
        text, encoding, (_legacy_note(data, bad, encoding), *_nul_note(text))
    )


def _refuse_binary(data: bytes, max_ratio: float) -> None:
    controls = len(data.translate(None, _NOT_CONTROLS))
    if controls > max(max_ratio * len(data), min(MIN_BINARY_CONTROLS, len(data) / 2)):
        ratio = controls / len(data)
        raise UnreadableFile(f"looks binary: {ratio:.0%} of it is control characters")


def _legacy_note(data: bytes, bad: int, encoding: str) -> str:
    line = len(_LINE_END.findall(data, 0, bad)) + 1
    where = f"byte 0x{data[bad]:02x} in line {line}"
    return f"not UTF-8 ({where}): read as {encoding}, a guess; save it as UTF-8"


def _first_invalid(data: bytes) -> int:
    """The offset of the first byte of `data` that is not valid UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


def _nul_note(text: str) -> tuple[str, ...]:
    count = text.count("\0")
    return (f"contains {count} NUL characters",) if count else ()
