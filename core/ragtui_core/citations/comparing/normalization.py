"""Markdown source as plain words, to compare headings and surroundings.

White space, kinds of quotation marks and Markdown markup are removed or unified.
Digits, signs, letters and negations are kept, and so are strike-through (it withdraws a
claim), numbers of list items, characters between two digits, the borders of table
cells, and punctuation inside code.
"""

import re
import unicodedata
from string import punctuation

from ragtui_core.documents.markdown.link_patterns import ESCAPED
from ragtui_core.documents.markdown.markup import markup_of
from ragtui_core.text.sanitizing import sanitize

_QUOTES = str.maketrans(
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2032\u2033",
    '\'\'\'\'""""""\'"',
)
_LINE_MARKS = re.compile(
    r"^[ \t]*(?:>[ \t]?(?![ \t]*[^\w\s]*\d))*[ \t]*"
    r"(?:(?:#{1,6}|\*|[-+](?![ \t]*[^\w\s]*\d))(?=\s|\Z)|\|)?"
    r"|(?<!\\)\|[ \t]*(?=\r?$)",
    re.M,
)
"""Block quotes, headings, bullets and the outer borders of a table's rows, at the start
and at the end of a line; a possible sign of a number is kept."""

_MARKS = re.compile(r"(?<!\w)[*`]+|[*`]+(?!\w)|[\u00ad\u200b-\u200d\u2060\ufeff]")
"""Emphasis and code at the border of a word, and zero-width characters."""

WORD_CHARACTER = re.compile(r"[^\W_]")
"""A letter or a digit."""

_NO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

_UNDERLINED = re.compile(r"(?<![\w_])_(?=[^\W_])([^_\n]*[^\s_])_(?![\w_])")
"""Emphasis by underscores; single ones may belong to a name."""

_WORD = re.compile(r"(?:[^\s|]|(?<=\u200b)\|)+|\|")
"""Words, separated by white space, and borders of table cells; none are escaped."""

_HIDDEN = {ord(mark): 0xF0000 + ord(mark) for mark in punctuation}
_SHOWN = {hidden: mark for mark, hidden in _HIDDEN.items()}
_SHOWN_IN_TEXT = {h: mark for h, mark in _SHOWN.items() if chr(mark) not in "*`"}
"""Marks in code are hidden from the patterns for markup. Emphasis stays hidden until
each word is cleaned of that."""

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


def plain(text: str) -> str:
    """The plain form of a text, with words separated by single spaces."""
    words = _WORD.findall(_blanked(sanitize(text)))
    return " ".join(word for word in map(_cleaned, words) if word)


def without_links(text: str) -> str:
    """`text` with links replaced by their labels."""
    return _LINK.sub(r"\1", text)


def _blanked(text: str) -> str:
    """`text` with markup replaced by spaces of any width; the length is unchanged."""
    has_code = "`" in text
    if has_code:
        text = _with_hidden_code(text)
    text = ESCAPED.sub("\u200b\\1", text) if "\\" in text else text
    text = _LINE_MARKS.sub(lambda match: " " * len(match[0]), text)
    text = _UNDERLINED.sub("\u200b\\1\u200b", text) if "_" in text else text
    return text.translate(_SHOWN_IN_TEXT) if has_code else text


def _with_hidden_code(text: str) -> str:
    """`text` with the marks within code replaced by characters for private use."""
    pieces, end = [], 0
    for span in markup_of(text).code:
        marked = span.of(text)
        code = marked.strip("`")
        start = span.start + marked.index(code)
        pieces += [text[end:start], code.translate(_HIDDEN)]
        end = start + len(code)
    return "".join([*pieces, text[end:]])


def _cleaned(word: str) -> str:
    """A word without marks, with quotation marks and accents normalized.

    A word of marks alone, such as a multiplication sign, is kept.
    """
    bare = _MARKS.sub("", word.translate(_QUOTES)) or word.strip(_NO_WIDTH)
    return unicodedata.normalize("NFC", bare).translate(_SHOWN)
