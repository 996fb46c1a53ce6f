"""Detects UTF-16 and UTF-32 without a byte order mark.

Almost every note has ASCII characters, at least line ends, and with them
NUL bytes in each pair or group of four, which no other encoding has. The
text must also use few scripts: other data, read as UTF-16, becomes
letters from all of Unicode.
"""

from ragtui_core.documents.encodings.scripts import script_ratio

MIN_NUL_RATIO = 0.005
"""Ratio of NUL bytes in UTF-16, from spaces and line ends among ideographs."""
MAX_PLAIN = 0.8
"""Ratio of ASCII bytes above which a few NUL bytes are considered stray.

In one-byte encodings it is 0.9 and more for Latin script, in UTF-16 at most 0.5."""
MIN_PRINTABLE = 0.95
"""Ratio of printable characters that confirms UTF-16 and UTF-32."""
MIN_MAIN_SCRIPTS = 0.9
"""Ratio of the characters that are ASCII or in the two most common scripts.

For arbitrary data read as UTF-16 it is 0.6."""
SAMPLE = 65_536
"""Characters from which these ratios are computed."""
_PLAIN = bytes(range(32, 127)) + b"\t\n\r"


def wide_encoding(data: bytes) -> str:
    """The encoding of UTF-16 or UTF-32 without a mark; "" if `data` is neither."""
    nuls = data.count(0)
    if not nuls or len(data) % 2:
        return ""
    if len(data) % 4 == 0 and nuls >= len(data) / 4:
        # Every code point has a NUL in UTF-32, and text has few above U+FFFF.
        for encoding in ("utf-32-le", "utf-32-be"):
            if _is_text(data, encoding):
                return encoding
    if nuls < MIN_NUL_RATIO * len(data) or _is_plain(data):
        return ""
    # In the wrong byte order, line ends and spaces become other characters.
    little_first = data[1::2].count(0) >= data[::2].count(0)
    order = ("utf-16-le", "utf-16-be") if little_first else ("utf-16-be", "utf-16-le")
    return next((name for name in order if _is_text(data, name)), "")


def _is_plain(data: bytes) -> bool:
    return len(data.translate(None, _PLAIN)) < (1 - MAX_PLAIN) * len(data)


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    sample = text[:SAMPLE]
    # A NUL is the other byte of ASCII alone; in binary data it is part of any other.
    ascii_ratio = sum(map(str.isascii, sample)) / len(sample)
    is_expected = encoding.startswith("utf-32") or ascii_ratio >= MIN_NUL_RATIO
    known = script_ratio(sample, 2) >= MIN_MAIN_SCRIPTS
    return is_expected and known and is_readable(text)


def is_readable(text: str) -> bool:
    """Whether nearly all characters of `text` are printable."""
    sample = text[:SAMPLE]
    good = sum(char.isprintable() or char in "\t\n\r\f\ufeff" for char in sample)
    return good >= MIN_PRINTABLE * len(sample)
