"""Guesses a file's legacy encoding with chardet's statistics.

docs/encodings.md explains the choice of the detector and has its accuracy.
"""

import codecs
import re
from collections.abc import Iterator

from ragtui_core.documents.encodings.wide import is_readable

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
"""Bytes that are analysed, from the first line that is not UTF-8."""


_WESTERN = "äöüÄÖÜßéèêëÉÈàâÀçÇñÑóíáúÓÍÁÚôîïûùæøåÆØÅõã".encode("cp1252")
_SIGNS = "«»“”„‘’–—…€°§£©®½¿¡´·•\N{NO-BREAK SPACE}".encode("cp1252")  # noqa: RUF001
_ASCII = bytes(range(128))
_MAX_FEW = 12
"""Up to this many non-ASCII letters are too few for statistics."""
_PAIR = re.compile(rb"[%s](?!\xdf)[%s]" % (re.escape(_WESTERN), re.escape(_WESTERN)))
"""Two such letters in a row; of them only `ß` often follows another."""


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
