"""What the bot says: hits, answers and help, as parts of messages."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ragtui_core import (
    AnswerEvent,
    Citation,
    Hit,
    Notice,
    SearchResult,
    Source,
    Sources,
    Span,
    Text,
)
from ragtui_core.citations import citation_label, citation_sign, passage_of
from ragtui_core.search import with_lines
from ragtui_core.text import shown_dates
from ragtui_telegram.answer_markup import answer_parts
from ragtui_telegram.markup import bold, code, escaped, italic, one_line, parts_of

COMMANDS = (
    ("search", "find passages: /search oxygen probe"),
    ("help", "what this bot does"),
)
"""The commands of the bot and what they do."""

HELP = "\n".join(
    (
        "Write a question, and I answer it from the notes, with quotations that are "
        "checked against the files. Reply to an answer to go on from there.\n",
        *(f"/{name}: {text}" for name, text in COMMANDS),
    )
)

MAX_SOURCES = 5
"""Documents listed below an answer."""

MAX_LINE = 300
"""Characters shown of a title, a path and a quotation."""


def search_parts(found: SearchResult) -> Iterator[str]:
    """Numbered hits with scores, and the notes on the search."""
    result = found.cut("`ragtui search --weak` shows them")
    for line, hit in with_lines(result.hits):
        yield f"{italic(line)}\n{_hit(hit)}" if line else _hit(hit)
    if not result.hits:
        yield "Nothing found."
    yield from note_parts(result.notes)


def note_parts(texts: Iterable[str]) -> Iterator[str]:
    """Remarks of the core, each a part."""
    for text in texts:
        yield from parts_of(text, lambda piece: italic(escaped(piece)))


def _hit(hit: Hit) -> str:
    title = bold(one_line(hit.title, MAX_LINE))
    title += _remarks(hit.state, shown_dates(hit.fields))
    where = _file_line(hit.path, None if hit.location else hit.lines.first)
    location = f" {one_line(str(hit.location), MAX_LINE)}" if hit.location else ""
    excerpt = _excerpt(hit.excerpt, hit.matches)
    return f"{hit.rank}. {title} {hit.score:.2f}\n{where}{location}\n{excerpt}"


def _remarks(*texts: str) -> str:
    """What follows a title: that a note is not to be relied on, and its dates."""
    shown = ", ".join(filter(None, texts))
    return f" ({one_line(shown, MAX_LINE)})" if shown else ""


def _file_line(path: str, line: int | None) -> str:
    """`notes/a.md:12` as markup."""
    after = f":{line}" if line else ""
    return code(f"{one_line(path, MAX_LINE)}{after}")


def _excerpt(text: str, matches: Sequence[Span]) -> str:
    """An excerpt on one line, with its matches in bold."""
    line = re.sub(r"\s", " ", text)
    parts, end = [], 0
    for match in matches:
        parts += [escaped(line[end : match.start]), bold(escaped(match.of(line)))]
        end = match.end
    return "".join([*parts, escaped(line[end:])])


def text_of(events: Iterable[AnswerEvent]) -> str:
    """The text of an answer, or as much as there is of it."""
    return "".join(event.text for event in events if isinstance(event, Text))


def answer_reply(events: Sequence[AnswerEvent], ending: Iterable[str]) -> Iterator[str]:
    """An answer: its text, `ending`, notices, and the documents that it quotes.

    An answer without quotations is followed by the documents that were found.
    """
    yield from answer_parts(text_of(events))
    yield from ending
    yield from note_parts(event.text for event in events if isinstance(event, Notice))
    sources = [
        s for event in events if isinstance(event, Sources) for s in event.sources
    ]
    cited = [event for event in events if isinstance(event, Citation)]
    titles = {source.path: _title(source) for source in sources}
    paths = [*dict.fromkeys(item.path for item in cited or sources)]
    if paths:
        yield bold("Sources" if cited else "Nearest documents")
    for path in paths[:MAX_SOURCES]:
        quoted = [citation for citation in cited if citation.path == path]
        title = titles.get(path) or one_line(path, MAX_LINE)
        where = _file_line(path, quoted[0].lines.first if quoted else None)
        first, *others = [*_quotations(quoted)] or [""]
        yield "\n".join(filter(None, (title, where, first)))
        yield from others  # a part is a message at most
    if cited and (left_out := len(paths[MAX_SOURCES:])):
        yield f"and {left_out} more"


def _title(source: Source) -> str:
    facts = _remarks(source.state, shown_dates(source))
    return one_line(source.title, MAX_LINE) + facts


def _quotations(cited: Iterable[Citation]) -> Iterator[str]:
    """A line for each: number, verdict, and words that the answer does not show."""
    for citation in cited:
        mark = f"[{citation.number}] {citation_sign(citation)} "
        words = one_line(str(passage_of(citation)), MAX_LINE)
        yield escaped(f"{mark}{citation_label(citation)}") + (
            "" if citation.is_extract else f"\n{italic(words)}"
        )
