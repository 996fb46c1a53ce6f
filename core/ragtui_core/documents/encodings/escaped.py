"""Recognises encodings that hide other scripts in ASCII: ISO 2022, HZ and UTF-7.

They are valid UTF-8, so a mistake would change a note that is read rightly today. Each
must therefore be decoded without an error and, encoded again, give the same bytes.
"""

import re

from ragtui_core.documents.encodings.scripts import script_share

_ISO_2022 = ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr")
_SHIFTED = re.compile(r"\+[A-Za-z0-9+/]+")
_ENOUGH_SHIFTED = 3
"""Sequences after which UTF-7 in other scripts than Latin is no accident.

A `+` and three letters are one character of UTF-7 in every fourth case."""
_ENOUGH_HIDDEN = 2
"""Characters from which it is worth a note that a file may be UTF-7."""
_LAST_LATIN = "\u024f"


def escaped_encoding(data: bytes, text: str) -> str:
    """The encoding of `data`; "" if it is no more than the ASCII `text`."""
    if "\x1b$" in text:
        for encoding in _ISO_2022:
            if (found := _attempt(data, encoding)) and not found.isascii():
                return encoding
    if "~{" in text and _holds(data, "hz"):
        return "hz"
    if "+" not in text or not (hidden := _hidden_in_utf7(data)):
        return ""
    many = len(_SHIFTED.findall(text)) >= _ENOUGH_SHIFTED
    return "utf-7" if many or max(hidden) <= _LAST_LATIN else ""


def may_be_utf7(data: bytes) -> bool:
    """Whether `data` reads well as UTF-7, too, though it may be an accident."""
    return len(_hidden_in_utf7(data)) >= _ENOUGH_HIDDEN


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _holds(data: bytes, encoding: str) -> str | None:
    """The text in that encoding, if it is not mere ASCII."""
    found = _attempt(data, encoding)
    if not found or found.isascii() or not _same(found, encoding, data):
        return None
    return found


def _same(text: str, encoding: str, data: bytes) -> bool:
    try:
        return text.encode(encoding) == data
    except UnicodeEncodeError:
        return False


def _hidden_in_utf7(data: bytes) -> str:
    """The characters beyond ASCII of `data` as UTF-7; "" if they make no sense."""
    found = _holds(data, "utf-7") or ""
    hidden = "".join(char for char in found if not char.isascii())
    return hidden if hidden.isprintable() and script_share(hidden, 1) == 1.0 else ""
