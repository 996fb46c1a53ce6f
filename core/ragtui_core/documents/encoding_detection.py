"""Guesses encodings other than UTF-8 with chardet's statistics.

docs/encodings.md explains the choice of the detector and has its accuracy.
"""

import codecs
import re
from collections.abc import Iterator

FALLBACK = "cp1252"
"""The encoding if no other fits; a file with bytes it lacks is read as `latin-1`."""
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
}
"""Supersets in use today, in which the same bytes have the same meaning."""
_WINDOW = 200_000
"""Bytes that are analysed, from the first line that is not UTF-8; divisible by 4."""

MIN_PRINTABLE = 0.95
"""Ratio of printable characters that confirms an encoding."""
SAMPLE = 65_536
"""Characters from which this ratio is computed."""
MIN_NUL_RATIO = 0.005
"""Ratio of NUL bytes in UTF-16, from spaces and line ends among ideographs."""
MAX_PLAIN = 0.8
"""Ratio of ASCII bytes above which a few NUL bytes are considered stray.

In one-byte encodings it is 0.9 and more for Latin script, in UTF-16 at most 0.5."""
_PLAIN = bytes(range(32, 127)) + b"\t\n\r"


_WESTERN = "äöüÄÖÜßéèêëÉÈàâÀçÇñÑóíáúÓÍÁÚôîïûùæøåÆØÅõã".encode("cp1252")
_SIGNS = "«»“”„‘’–—…€°§£©®½¿¡´·•\N{NO-BREAK SPACE}".encode("cp1252")  # noqa: RUF001
_ASCII = bytes(range(128))
_MAX_FEW = 12
"""Up to this many non-ASCII letters are too few for statistics."""
_PAIR = re.compile(rb"[%s](?!\xdf)[%s]" % (re.escape(_WESTERN), re.escape(_WESTERN)))
"""Two such letters in a row; of them only `ß` often follows another."""


def wide_encoding(data: bytes) -> str:
    """The encoding of UTF-16 or UTF-32 without a byte order mark; "" for neither.

    Almost every note has ASCII characters, at least line ends, and with them NUL bytes
    in each pair or group of four, which no other encoding has.
    """
    nuls = data.count(0)
    if not nuls or len(data) % 2:
        return ""
    # Every code point has a NUL in UTF-32, and text has few above U+FFFF.
    if len(data) % 4 == 0 and nuls >= len(data) / 4:
        for encoding in ("utf-32-le", "utf-32-be"):
            if _decodes(data, encoding):
                return encoding
    is_plain = len(data.translate(None, _PLAIN)) < (1 - MAX_PLAIN) * len(data)
    if nuls < MIN_NUL_RATIO * len(data) or is_plain:
        return ""
    # In the wrong byte order, line ends and spaces become other characters.
    is_little = data[1::2].count(0) >= data[::2].count(0)
    encoding = "utf-16-le" if is_little else "utf-16-be"
    if not _decodes(data, encoding):
        return ""
    sample = data.decode(encoding)[:SAMPLE]
    # A NUL is the other byte of ASCII alone; in binary data it is part of any other.
    is_text = sum(map(str.isascii, sample)) >= MIN_NUL_RATIO * len(sample)
    return encoding if is_text else ""


def legacy_encoding(data: bytes, first: int) -> str:
    """A Python codec that decodes all of `data`.

    Args:
        data: A file's content, which is not UTF-8.
        first: The offset of the first byte that is not valid UTF-8.
    """
    if _is_western(data):
        return FALLBACK
    for name in (*_ranked(_window(data, first)), FALLBACK):
        if _decodes(data, name):
            return name
    return "latin-1"


def _is_western(data: bytes) -> bool:
    """Whether the only non-ASCII bytes are a few isolated Western letters.

    An English text with a few foreign names is too little for statistics; other scripts
    would have whole non-ASCII words.
    """
    high = data.translate(None, _ASCII)
    letters = high.translate(None, _SIGNS)
    few = len(letters) <= _MAX_FEW
    return few and not letters.translate(None, _WESTERN) and not _PAIR.search(data)


def _ranked(window: bytes) -> Iterator[str]:
    """Candidate codecs, the most probable first."""
    import chardet

    found = chardet.detect_all(
        window, ignore_threshold=True, prefer_superset=False, compat_names=False
    )
    for item in found:
        if name := item["encoding"]:
            name = codecs.lookup(name).name
            yield from (_SUPERSETS[name], name) if name in _SUPERSETS else (name,)


def _window(data: bytes, first: int) -> bytes:
    """The part to analyse; ASCII text before it has no information."""
    if len(data) <= _WINDOW:
        return data
    start = data.rfind(b"\n", 0, first) + 1
    start = start if first - start < _WINDOW // 2 else first
    return data[start : start + _WINDOW]


def _decodes(data: bytes, name: str) -> bool:
    try:
        return is_readable(data.decode(name))
    except (UnicodeDecodeError, LookupError):
        return False


def is_readable(text: str) -> bool:
    """Whether nearly all characters of `text` are printable."""
    sample = text[:SAMPLE]
    good = sum(char.isprintable() or char in "\t\n\r\f\ufeff" for char in sample)
    return good >= MIN_PRINTABLE * len(sample)
