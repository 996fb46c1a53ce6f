# ruff: noqa: RUF001 - these marks are intended
"""Displayed words as they are compared: alike in typography and white space only.

Letters, digits, case and signs stay. Matches begin and end at borders of words, numbers
and symbols: see `is_joined`.
"""

import re
import unicodedata

_DOUBLE = '“”„‟«»❝❞＂〝〞⹂"'
_SINGLE = "‘’‚‛‹›ʼ`´'"
_WIDTHS = frozenset(
    {"<wide", "<narrow", "<compat", "<initial", "<medial", "<final", "<isolated"}
)
"""Decompositions that only differ in how a character is drawn."""
CJK = r"[\u2e80-\u30ff\u3400-\u9fff\uff00-\uffef]"
_CJK = re.compile(CJK)
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc\uff66-\uff9f]+")
_SPACES = re.compile(r"\s+")
_NEEDLESS = re.compile(rf"(?<={CJK}) (?={CJK})|(?<=\d) (?=%)")
_QUOTE = re.compile(r'(?<!\d)"')
_LOWERED = re.compile(r"(?<=[^\W\d_])[₀-₉]+(?![\d₀-₉])")
_WORD = re.compile(rf"{CJK}{{1,2}}|[^\W_](?:[^\W_]|['.,-](?=[^\W_]))*")
_INNER = "-.,:/'’@_"
"""Signs that may be within a word or a number."""
_GROUPED = re.compile(r"(?<![\w.,:])[1-9]\d{0,2}(?:\s\d{3})+(?!\d)")
"""A number whose digits are grouped by spaces."""
_REACH = 16
"""Characters of such a number before and after one of its spaces."""


class _Folding(dict[int, str]):
    """What each character is compared as."""

    def __missing__(self, code: int) -> str:
        self[code] = shown = _shown(chr(code), self)
        return shown


def _shown(char: str, table: _Folding) -> str:
    kind = unicodedata.category(char)
    if (kind == "Cf" and char not in "\u200c\u200d") or char == "\u034f":
        return ""
    if kind == "Pd" or char == "−":
        return "-"
    if char in _DOUBLE:
        return '"'
    if char in _SINGLE:
        return "'"
    if kind in {"Zs", "Cc", "Zl", "Zp"}:
        return " "
    if unicodedata.decomposition(char).partition(">")[0] in _WIDTHS:
        compatible = unicodedata.normalize("NFKC", char)
        if compatible != char and compatible[0] != " ":
            return compatible.translate(table)
    return char


_TABLE = _Folding()


def fold(text: str) -> str:
    """A text without differences of typography and white space."""
    text = unicodedata.normalize("NFC", text).translate(_TABLE)
    text = _QUOTE.sub("'", text)  # But 5" is not 5'.
    text = _LOWERED.sub(lambda digits: unicodedata.normalize("NFKC", digits[0]), text)
    return _NEEDLESS.sub("", _SPACES.sub(" ", text).strip())


def words_of(text: str) -> list[str]:
    """The words of a folded text; in scripts without spaces, pairs of characters."""
    return _WORD.findall(text)


def is_joined(text: str, at: int) -> bool:
    """Whether a position in a folded text is inside a word, number or symbol.

    As in `un|safe`, `1|,500`, `1 |500`, `5|%` and `non|-return`.
    """
    left, right = text[max(0, at - 2) : at], text[at : at + 2]
    if not left or not right:
        return False
    if left[-1].isspace() or right[0].isspace():
        near = _GROUPED.finditer(text, max(0, at - _REACH), at + _REACH)
        return any(number.start() < at < number.end() for number in near)
    if _CJK.match(left[-1]) or _CJK.match(right[0]):
        both = left[-1] + right[0]
        is_number = all(unicodedata.numeric(c, None) is not None for c in both)
        return is_number or _KATAKANA.fullmatch(both) is not None
    if _is_inner(left[-1]) and (
        _is_inner(right[0])
        or (len(right) > 1 and right[0] in _INNER and right[1].isalnum())
    ):
        return True
    if unicodedata.category(right[0]) == "Cf":
        return True  # It joins what is before it to what follows.
    is_after_sign = left[-1] == "-" and right[0].isdigit()
    return is_after_sign or (
        len(left) > 1
        and left[0].isalnum()
        and left[1] in _INNER
        and _is_inner(right[0])
    )


def _is_inner(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] in "SM"
