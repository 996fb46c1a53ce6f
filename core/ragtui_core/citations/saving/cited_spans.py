"""Where a text is itself a saved citation, or refers to one, in whatever form.

Its words were written in another file: they are never the source of a quotation. Beside
the written form that can be checked again, that is text in which marks are escaped or
gone, since a mail, a page or a document contains it, or lines are joined or paragraphs
of their own. What remains is the dash before the source and the digest at the end.
"""

import re
from functools import lru_cache

from ragtui_core.citations.saving.saved_citations import read_citations
from ragtui_core.text.line_marks import LIST_MARK
from ragtui_core.text.runs import blanked
from ragtui_core.types import Span

_SEAL = re.compile(
    r"(?:\u00b7|&middot;)[\s>\\`]*ragtui:[0-9a-f]{12}"
    r"(?:-[0-9a-f]{12,24})?(?:\\?`)?"
)
_SOURCE = re.compile(
    r"(?:^(?P<lead>[ \t\\>*+-]*)|(?<=\s))(?:[\u2013\u2014]|--)\s", re.M
)
"""Before the name of the file."""
_NUMBER = re.compile(_SOURCE.pattern + r"\\?\[(\d{1,4})\\?\](?!\()", re.M)
_REFERENCE = re.compile(r"(?<!\w)\\?\[(\d{1,4})\\?\](?![(:])")
MAX_SOURCE = 2_000
"""Characters from there to the digest."""
_QUOTED_LINE = re.compile(rf"[ \t\ufeff]*(?:{LIST_MARK}[ \t]+)*\\?(?:>|&gt;)")
_WORD = re.compile(r"\w")


@lru_cache(maxsize=64)
def citation_spans(text: str) -> tuple[Span, ...]:
    """The spans of the saved citations in `text`, in order."""
    if "ragtui:" not in text:
        return ()
    read = [span for _, span in read_citations(text)]
    spans, floor = list[Span](), 0
    for seal in _SEAL.finditer(text):
        known = next((s for s in read if s.start < seal.end() <= s.end + 1), None)
        span = known or Span(_start(text, seal, floor), seal.end())
        spans.append(span)
        floor = span.end
    return tuple(spans)


@lru_cache(maxsize=64)
def _numbers(text: str) -> frozenset[str]:
    """The numbers of the saved citations in `text`."""
    sources = (_NUMBER.search(span.of(text)) for span in citation_spans(text))
    return frozenset(source[2] for source in sources if source)


def refers_to_citation(text: str, span: Span) -> bool:
    """Whether words at `span` refer to a saved citation in `text` by its number.

    So does an answer that was inserted above its citations: `changed yearly [1]`.
    """
    numbers = _numbers(text)
    return bool(numbers) and any(
        reference[1] in numbers for reference in _REFERENCE.finditer(span.of(text))
    )


@lru_cache(maxsize=8)
def without_citations(text: str) -> str:
    """`text` with a space for each character of a saved citation."""
    return blanked(text, citation_spans(text))


def _start(text: str, seal: re.Match[str], floor: int) -> int:
    """Where the quote or paragraph begins that a digest ends, at least at `floor`."""
    line = _line_start(text, seal.start(), floor)
    sources = list(
        _SOURCE.finditer(text, max(floor, seal.start() - MAX_SOURCE), seal.start())
    )
    own_line = [source for source in sources if source["lead"] is not None]
    source = (own_line or sources)[-1].start() if sources else line
    return _block_start(text, source, floor)


def _line_start(text: str, position: int, floor: int) -> int:
    return max(text.rfind("\n", 0, position) + 1, floor)


def _block_start(text: str, source: int, floor: int) -> int:
    """Where the quoted lines begin that end at a character, else the paragraph."""
    start = line = _line_start(text, source, floor)
    is_quoted = bool(_QUOTED_LINE.match(text, line))
    has_words = bool(_WORD.search(text, line, source))
    while line > floor:
        end, line = line, _line_start(text, line - 1, floor)
        is_blank = not text[line:end].strip()
        if _QUOTED_LINE.match(text, line):
            start, is_quoted = line, True
        elif is_blank and (is_quoted or not has_words):
            continue
        elif is_blank or is_quoted:
            break
        else:
            start, has_words = line, True
    return start
