"""Detects encodings that represent other scripts in ASCII: ISO 2022, HZ and UTF-7.

They are valid UTF-8, so a wrong guess would garble a note that reads correctly. Each
must therefore decode without an error and encode back to the same bytes.
"""

import re

from ragtui_core.documents.encodings.scripts import script_ratio

_ISO_2022 = ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr")
_SHIFTED = re.compile(r"\+[A-Za-z0-9+/]+")
_MIN_SHIFTED = 3
"""Different sequences from which UTF-7 in scripts other than Latin is accepted.

By chance, a `+` and three letters are valid UTF-7 in one case of four. A repetition is
no further evidence: `640x480+0+0` may be on every line of a note about pictures."""
_MIN_HIDDEN = 2
"""Different non-ASCII characters from which a file is reported as possible UTF-7."""
_LAST_LATIN = "\u024f"


def escaped_encoding(data: bytes, text: str) -> str:
    """The encoding of `data`; "" if it is plain ASCII, `text`."""
    if "\x1b$" in text:
        for encoding in _ISO_2022:
            if (found := _attempt(data, encoding)) and not found.isascii():
                return encoding
    if "~{" in text and _decoded_exactly(data, "hz"):
        return "hz"
    if "+" not in text or not (hidden := _hidden_in_utf7(data)):
        return ""
    many = len(set(_SHIFTED.findall(text))) >= _MIN_SHIFTED
    return "utf-7" if many or max(hidden) <= _LAST_LATIN else ""


def may_be_utf7(data: bytes) -> bool:
    """Whether `data` is also plausible as UTF-7, possibly by chance."""
    return len(set(_hidden_in_utf7(data))) >= _MIN_HIDDEN


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _decoded_exactly(data: bytes, encoding: str) -> str | None:
    """The text in `encoding` if it is not ASCII and encodes back to `data`."""
    found = _attempt(data, encoding)
    if not found or found.isascii() or not _encodes_to(found, encoding, data):
        return None
    return found


def _encodes_to(text: str, encoding: str, data: bytes) -> bool:
    try:
        return text.encode(encoding) == data
    except UnicodeEncodeError:
        return False


def _hidden_in_utf7(data: bytes) -> str:
    """The non-ASCII characters of `data` read as UTF-7; "" if they are implausible."""
    found = _decoded_exactly(data, "utf-7") or ""
    hidden = "".join(char for char in found if not char.isascii())
    return hidden if hidden.isprintable() and script_ratio(hidden, 1) == 1.0 else ""
