"""Checks whether a quotation begins and ends where its meaning stays the same.

A quotation that is cut out of a word or a number has another meaning: `safe` of
`unsafe`, `5` of `15`, `2` of `2.5` or of `2 %`. So has one beside a word that denies
or scales it: `safe to open` of `not safe to open`, `costs 5` of `costs 5 million`. Only
the word next to the quotation in its sentence is checked: the context of a whole
sentence or paragraph cannot be checked by a list of words. The lists contain common
negations, and the usual scales and units; a false match rejects a fragment that begins
or ends there, but never a whole sentence.

The decision uses the text on both sides of each border as rendered: without emphasis,
inline tags, escapes and zero-width characters, and in compatibility form (NFKC), so
that `10⁶` reads `106`.

Chinese, Japanese, Thai and others write no spaces between words. There a border
between two letters is accepted, except beside a negation, within a number or a run of
Katakana, and within a grapheme cluster.
"""

import re
import unicodedata
from functools import partial
from html import unescape

from ragtui_core.language.negations import (
    NEGATIONS_AFTER,
    NEGATIONS_BEFORE,
    PREFIXES,
    SUFFIXES,
)
from ragtui_core.text.line_marks import LIST_MARK
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Span

REACH = 64
"""Number of characters on each side of a border that are checked."""

_INLINE_TAG = re.compile(
    r"<!--.*?-->|</?(?:a|abbr|b|bdi|bdo|big|code|del|em|font|i|ins|kbd|mark|q|s|small"
    r"|span|strike|strong|sub|sup|tt|u|var|wbr)(?![\w-])[^<>]*>",
    re.I | re.S,
)
_BLOCK_TAG = re.compile(r"</?[a-z][^<>]*>", re.I)
FOOTNOTE = re.compile(r"\[\^?\d{1,4}\](?!\()|\[\^[\w-]{1,20}\]")
_DESTINATION = re.compile(r"(?<=\])\([^()\s]*\)")
_BREAK = re.compile(rf"\n(?=[ \t]*(?:\n|[-*+>|#]|{LIST_MARK}[ \t]))")
"""Ends a paragraph, and so a sentence."""

_UNSEEN = re.compile(r"[*`_\\\u00ad\u200b-\u200d\u2060\ufeff]|~~")
_QUOTE_MARKS = re.compile(r"[ \t>]*>[ \t]*\Z")

_CUTTING = re.compile(
    "[<&](?:[/#]?\\w)"  # within a tag or a character reference
    # A sign between two characters of a word: can't, non-toxic, km/h, x_y, f(x).
    "|\\w['\u2019\u02bc\u00b4\u2010\u2011/@&^\u00b7()\\[\\]+#:-]{1,2}\\w"
    "|\\d[.,:;\u00d7*\u00f7+\u2212\u2013\u2014\u066b\u066c\u2044\u2215'\u2019~=-]\\d"
    "|\\d[.,]\\w|[<>!\u2260]=\\d"
    # Signs, currencies and per cents belong to their numbers.
    "|\\d[-%\u2030\u00b0\u2032\u2033+\u2212\u2013\u207a\u207b^#]"
    "|[-+\u2212\u2013\u00b1~\u2248<>\u2264\u2265\u2260\u00ac.]\\d"
    "|\\w[+#^]"
    "|\\w\\w"
)
_DOTTED = re.compile(r"\w\.[^\W\d_]")
_NOT_SIGN = re.compile(r"(?:\A|\W)[!\u00ac]\Z")

_SPACELESS = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff"
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_JOINER = "\u200d"
_BOTH_SPACELESS = re.compile(f"[{_SPACELESS}]{{2}}")
_SPACELESS_BESIDE_LETTER = re.compile(
    f"[{_SPACELESS}][^\\W\\d_]|[^\\W\\d_][{_SPACELESS}]"
)
_ONE_UNIT = re.compile(
    # Katakana, numerals, and vowels that Thai and Lao write before or after.
    "[\u30a1-\u30fa\u30fc-\u30ff]{2}"
    "|[〇一二三四五六七八九十百千万萬亿億兆零两兩]{2}"
    "|[\u0e40-\u0e44\u0ec0-\u0ec4].|.[\u0e30\u0e32\u0e33\u0e45\u0e4d\u0eb0\u0eb2\u0eb3\u0ecd]"
)

_CONTRACTION = re.compile("n['\u2019]t\\Z", re.I)
_LAST_WORD = re.compile(r"([\w'\u2019]+)[ \t\n]+\Z")
_FIRST_WORD = re.compile(r"[ \t\n]+([\w'\u2019]+)")
_SEPARATED = re.compile(
    "[.!?\u2026\u3002:;,][\"'\u201d\u2019)\\]}\u00bb\u300d\u300f]*\\s*\\Z"
)
"""After such an end of a quotation, another sentence or clause begins."""

_UNIT = (
    r"(?:%|‰|°[CF]?|per[ ]?cent|pct|hundred|thousand|million|billion|trillion|dozen"
    r"|bn|mn|mio|mrd|tsd|tausend|millionen|milliarden|millions?|milliards?|millones"
    r"|[mµμnkd]?g|tonnes?|tons?|t|lbs?|oz|[mcdµμ]?l|lit(?:re|er)s?|[mcdknµμ]?m|ft|yd"
    r"|inch(?:es)?|miles?|met(?:re|er)s?|[mnµμ]?s|secs?|seconds?|mins?|minutes?|h|hrs?"
    r"|hours?|days?|weeks?|months?|years?|[kmgt]i?b|bytes?|bits?|[kmg]?hz|[kmg]?wh?"
    r"|[km]?v|m?ah?|[kmh]?pa|m?bar|psi|degrees?|euros?|eur|usd|dollars?|cents?|pounds?"
    r"|gbp|chf|yen|times|fold|squared|cubed|[ap]\.?m)"
)
_MEASURED_BY = re.compile(rf"[ \t\n]?{_UNIT}(?!\w)", re.I)
_A_UNIT = re.compile(rf"{_UNIT}(?!\w)", re.I)
_THOUSANDS = re.compile(r" ?\d{3}(?!\d)")
_DIGIT_AT_END = re.compile(r"\d[ \t\n]?\Z")
_GOES_ON_AFTER = re.compile(r" ?[-\u2013\u2212\u00b1\u00d7/] ?\d")
_SIGN_BEFORE = re.compile(
    r"(?:(?:\A|\s|\W)(?:minus|negative|moins|menos|under|over|below|above)"
    r"|[<>\u2264\u2265\u2260\u2248~\u00b1$\u20ac\u00a3\u00a5]"
    r"|[\w)] ?[\u2013\u2212\u00d7/]|\d ?-)[ \t\n]?\Z",
    re.I,
)


def is_whole(text: str, span: Span) -> bool:
    """Whether `span` cuts no word or number, and no adjacent word negates it.

    White space at the ends of the span is ignored.
    """
    quote = span.of(text)
    start = span.start + len(quote) - len(quote.lstrip())
    end = span.end - (len(quote) - len(quote.rstrip()))
    # A combining mark belongs to the character before.
    first = sanitize(text[start : start + REACH])[:1]
    return start < end and not (
        (first and unicodedata.category(first)[0] == "M")
        or is_cut(text, start)
        or is_cut(text, end)
        or _is_denied(rendered_before(text, start), *_inside(text, start, end))
        or _is_denied(None, *_inside(text, start, end), rendered_after(text, end))
        or _is_measured(*_sides(text, start), quotation_follows=True)
        or _is_measured(*_sides(text, end), quotation_follows=False)
    )


def is_cut(text: str, border: int) -> bool:
    """Whether one word, number or grapheme cluster is on both sides of a border."""
    if not 0 < border < len(text):
        return False
    if _in_cluster(*_shown_around(text, border)):
        return True
    before, after = _sides(text, border)
    if not before or not after:
        return False
    return _continues(before[-4:], after[:4])


def _continues(before: str, after: str) -> bool:
    pair = before[-1] + after[0]
    if _BOTH_SPACELESS.fullmatch(pair):
        return bool(_ONE_UNIT.match(pair))
    if _SPACELESS_BESIDE_LETTER.fullmatch(pair):
        return False
    if _is_currency(before[-1]) and after[0].isdigit():
        return True
    if before[-1].isdigit() and _is_currency(after[0]):
        return True
    if _NOT_SIGN.search(before) and after[0].isalnum():
        return True
    around, border = before + after, len(before)
    for position in range(border):
        match = _CUTTING.match(around, position)
        if match and match.end() > border:
            return True
        dotted = _DOTTED.match(around, position)
        # A capital after a full stop without a space begins another sentence.
        if dotted and dotted.end() > border and dotted[0][-1].islower():
            return True
    return False


def _shown_around(text: str, border: int) -> tuple[str, int]:
    """The printable text around a border, and the border's offset in it.

    A mark belongs to the letter before it, whatever unprintable is between them.
    """
    start = max(0, border - REACH)
    before = sanitize(text[start:border])
    around = sanitize(text[start : border + REACH])
    # Only where the border cuts an escape sequence is more shown before it alone.
    return (around, len(before)) if around.startswith(before) else (text, border)


def _in_cluster(text: str, border: int) -> bool:
    """Whether the border is inside a grapheme cluster."""
    if not 0 < border < len(text):
        return False
    before, after = text[border - 1], text[border]
    if after < "\u0300" and before != _JOINER:
        return False
    if before == _JOINER or after == _JOINER:
        position = border - (before == _JOINER)
        joined = (
            text[max(0, position - 1) : position] + text[position + 1 : position + 2]
        )
        # Otherwise there is nothing to join.
        return len(joined) == 2 and all(map(_is_drawn, joined))
    if unicodedata.category(after)[0] == "M":
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" and not before.isspace():
        return True
    if "\U000e0020" <= after <= "\U000e007f":  # tags of a flag
        return True
    flags = ("\U0001f1e6", "\U0001f1ff")
    return flags[0] <= before <= flags[1] and flags[0] <= after <= flags[1]


def _is_drawn(character: str) -> bool:
    return not character.isspace() and unicodedata.category(character)[0] != "C"


def _is_currency(character: str) -> bool:
    return character == "$" or (
        character > "\x7f" and unicodedata.category(character) == "Sc"
    )


def _sides(text: str, border: int) -> tuple[str, str]:
    return rendered_before(text, border), rendered_after(text, border)


def _inside(text: str, start: int, end: int) -> tuple[str, str]:
    """The quotation's first and last characters, as rendered."""
    first = _rendered(text[start : min(end, start + REACH)])
    return first, _rendered(text[max(start, end - REACH) : end])


def rendered_before(text: str, border: int) -> str:
    """The rendered text before a border, at most `REACH` characters."""
    raw = text[max(0, border - REACH) : border]
    line = raw[max(raw.rfind("\n"), raw.rfind("\r")) + 1 :]
    if _QUOTE_MARKS.fullmatch(line):
        raw = raw[: len(raw) - len(line)] + "\n"  # the mark of a block quote
    return _rendered(raw)


def rendered_after(text: str, border: int) -> str:
    """The rendered text after a border, at most `REACH` characters."""
    return _rendered(text[border : border + REACH])


def _rendered(raw: str) -> str:
    if raw.isalnum() and raw.isascii():
        return raw
    text = sanitize(raw.replace("\r\n", "\n"))
    text = _BREAK.sub("\0", text)
    if "<" in text:
        text = _BLOCK_TAG.sub(" ", _INLINE_TAG.sub("", text))
    if "[" in text:
        text = _DESTINATION.sub("", FOOTNOTE.sub("", text))
    text = _UNSEEN.sub("", unescape(text) if "&" in text else text)
    return text if text.isascii() else _compatible(text)


_compatible = partial(unicodedata.normalize, "NFKC")


def _is_denied(before: str | None, first: str, last: str, after: str = "") -> bool:
    """Whether the word before or after a quotation, in its sentence, is a negation.

    Args:
        before: The text before it; None checks the text after it.
        first: The quotation's first characters.
        last: Its last ones.
        after: The text after it.
    """
    if before is not None:
        if first[:1].isalnum() and before.endswith(PREFIXES):
            return True
        word = _LAST_WORD.search(before)
        return word is not None and _denies(word[1], NEGATIONS_BEFORE)
    if _SEPARATED.search(last):
        return False
    if after.startswith(SUFFIXES):
        return True
    word = _FIRST_WORD.match(after)
    return word is not None and _denies(word[1], NEGATIONS_AFTER)


def _denies(word: str, negations: frozenset[str]) -> bool:
    return word.lower() in negations or bool(_CONTRACTION.search(word))


def _is_measured(before: str, after: str, *, quotation_follows: bool) -> bool:
    """Whether a border separates a number from its scale, unit, sign or thousands."""
    if quotation_follows:
        if after[:1].isdigit() and _SIGN_BEFORE.search(before):
            return True
        if not _DIGIT_AT_END.search(before):
            return False
        return bool(_A_UNIT.match(after) or _THOUSANDS.match(after))
    if not before[-1:].isdigit():
        return False
    return any(
        pattern.match(after) for pattern in (_MEASURED_BY, _THOUSANDS, _GOES_ON_AFTER)
    )
