"""One form for the spellings of a word, before texts and queries are cut into terms.

FTS5's tokenizer removes accents of Latin letters only, ends a word at marks and
invisible characters, and knows no emoji. Here, these become letters that it can read:
compatibility forms as NFKC has them, letters without a decomposition as people type
them, points and vowel signs that are optional left out, and each emoji a word.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ragtui_core.text.folding import LETTERS
from ragtui_core.text.subwords import UNSPACED

_FOREIGN = rf"[^\x00-\x7f{UNSPACED}]"
_RUN = re.compile(rf"{_FOREIGN}(?>(?:[A-Za-z0-9]*+{_FOREIGN})*)")
"""A word between the first and the last character that may have another form."""

_MAX_KEPT = 40
"""Characters of a run whose form is kept; words are shorter."""

_OPTIONAL = re.compile(
    "[\u0300-\u036f"  # accents, as signs of their own
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"  # points of Hebrew
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed"  # of Arabic, and the tatweel
    "\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"  # how an emoji is drawn
)
_EMOJI = re.compile(
    "[\u231a-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
)
_PRIVATE = 0xF0000
"""The first character of plane 15, whose characters FTS5 takes for letters."""

_RAISED = frozenset("\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079")
_NUMERAL = re.compile("[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u2189]")
_REACH = 3
"""Characters before a numeral that tell what it belongs to."""

_NUMBER = re.compile(r"[0-9]$")
_WORD_OR_NUMBER = re.compile(r"(?:[0-9]|[^\W\d_]{3})$")
"""What a fraction or lowered digit, and what a raised digit, does not belong to: a
number; or a longer word, whose footnote it is. It does in m² and CO₂."""


def as_words(text: str) -> str:
    """`text` as the tokenizer reads it; the same for all spellings of a word."""
    if text.isascii():
        return text
    return _RUN.sub(lambda run: _form_of(run)[0], text)


def with_sources(text: str) -> tuple[str, list[int]]:
    """`as_words`, and for each of its characters the index in `text` it comes from."""
    if text.isascii():
        return text, list(range(len(text)))
    parts, sources, end = list[str](), list[int](), 0
    for run in _RUN.finditer(text):
        folded, positions = _form_of(run)
        parts += text[end : run.start()], folded
        sources += range(end, run.start())
        sources += (run.start() + position for position in positions)
        end = run.end()
    return "".join((*parts, text[end:])), [*sources, *range(end, len(text))]


def _form_of(run: re.Match[str]) -> tuple[str, tuple[int, ...]]:
    letters, start = run[0], run.start()
    before = ""
    if _NUMERAL.search(letters):
        before = _OPTIONAL.sub("", run.string[max(0, start - 12) : start])[-_REACH:]
    fold = _kept_form if len(letters) <= _MAX_KEPT else _folded
    return fold(letters, before)


def _folded(run: str, before: str) -> tuple[str, tuple[int, ...]]:
    """A run in its form, and the source of each character within the run.

    `before` is the end of the text before it.
    """
    forms, sources, is_numeral = before, list[int](), False
    for position, letter in _letters(run):
        form = _OPTIONAL.sub("", unicodedata.normalize("NFKC", letter))
        form = "".join(map(_form, form))
        if _NUMERAL.match(letter) and not is_numeral:
            whole = _WORD_OR_NUMBER if letter in _RAISED else _NUMBER
            form = f" {form}" if whole.search(forms[-_REACH:]) else form
        is_numeral = bool(_NUMERAL.match(letter))
        forms += form
        sources += [position] * len(form)
    return forms[len(before) :], tuple(sources)


_kept_form = lru_cache(maxsize=1 << 15)(_folded)


def _letters(run: str) -> Iterator[tuple[int, str]]:
    """The characters of a run with what is composed with them, and their places."""
    start = 0
    for end in range(1, len(run) + 1):
        if end == len(run) or not unicodedata.combining(run[end]):
            yield start, run[start:end]
            start = end


def _form(letter: str) -> str:
    if letter.isascii():
        return letter
    if form := LETTERS.get(letter.lower()):
        return form
    if _EMOJI.match(letter):
        return f" {chr(_PRIVATE + ord(letter) % 0xFFFE)} "
    match unicodedata.category(letter):
        case "Cf":
            return ""
        case "Nd":
            return str(unicodedata.decimal(letter))
        case _ if "\u0370" <= letter <= "\u03ff" or "\u1f00" <= letter <= "\u1fff":
            return unicodedata.normalize("NFD", letter)[0]
        case _:
            return letter
