"""What the bot says: results, status and help as parts of messages, with buttons."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragtui_core import Hit, SearchResult, Span
from ragtui_core.search import with_lines
from ragtui_core.text import percentage, shown_dates
from ragtui_telegram.markup import bold, escaped, italic, one_line, parts_of
from ragtui_telegram.passage_buttons import Passage, file_line

Button = tuple[str, str]
"""The label of a button, and its data of at most `MAX_DATA` bytes."""

Buttons = Sequence[Sequence[Button]]
"""Rows of buttons."""

FRONT_END = "telegram"
"""Name of this front end in the audit log."""

COMMANDS = (
    ("search", "find passages: /search oxygen probe"),
    ("weak", "weaker passages, too: /weak oxygen probe"),
    ("status", "how much of the vault is indexed"),
    ("stop", "end the answer that is being written"),
    ("help", "what this bot does"),
)
"""The commands of the bot and what they do."""

SHOW = "show:"
"""Begins the data of a button that shows a passage."""

WEAK = "weak:"
"""Begins the data of a button that shows weaker passages, before the query."""

MAX_DATA = 64
"""Bytes of a button's data."""

STOP = "stop"
"""The data of the button that stops an answer."""

ROW = 5
"""Buttons beside each other; more would be too narrow for a thumb."""

MAX_TITLE = 120
MAX_EXCERPT = 240
"""Characters shown of a title and of an excerpt."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Parts of messages, and the rows of buttons below the last message."""

    parts: Sequence[str]
    buttons: Buttons = ()


def rows_of(passages: Iterable[tuple[str, Passage]]) -> list[Sequence[Button]]:
    """Buttons that show passages, by their labels, in rows of `ROW`."""
    buttons = [(label, f"{SHOW}{passage.key}") for label, passage in passages]
    return [buttons[start : start + ROW] for start in range(0, len(buttons), ROW)]


def search_reply(found: SearchResult, *, weak: bool = False) -> Reply:
    """Numbered hits with scores, and a button for each, and one for the weaker ones."""
    result = found if weak else found.cut(f"/weak {found.query}")
    lines = with_lines(result.hits)
    parts = [
        f"{italic(line)}\n{_hit(hit)}" if line else _hit(hit) for line, hit in lines
    ]
    parts = parts or ["Nothing found."]
    rows = rows_of((str(hit.rank), Passage.of_hit(hit)) for hit in result.hits)
    data = f"{WEAK}{found.query}"
    if not weak and found.weaker and len(data.encode()) <= MAX_DATA:
        rows.append([(found.weaker, data)])
        result = found
    return Reply([*parts, *notes(result.notes)], rows)


def notes(texts: Iterable[str]) -> Iterator[str]:
    """Remarks of the core, each a part."""
    for text in texts:
        yield from parts_of(text, lambda piece: italic(escaped(piece)))


def _hit(hit: Hit) -> str:
    title = bold(one_line(hit.title, MAX_TITLE))
    title += remarks(hit.state, shown_dates(hit.fields))
    where = file_line(hit.path, None if hit.location else hit.lines.first)
    location = f" {one_line(str(hit.location), MAX_TITLE)}" if hit.location else ""
    excerpt = _excerpt(hit.excerpt, hit.matches)
    return f"{hit.rank}. {title} {hit.score:.2f}\n{where}{location}\n{excerpt}"


def remarks(*texts: str) -> str:
    """What follows a title: that a note is not to be relied on, and its dates."""
    shown = ", ".join(filter(None, texts))
    return f" ({one_line(shown, MAX_TITLE)})" if shown else ""


def _excerpt(text: str, matches: Sequence[Span]) -> str:
    """The beginning of an excerpt on one line, with its matches in bold."""
    line = re.sub(r"\s", " ", text[:MAX_EXCERPT])
    parts, end = [], 0
    for match in matches:
        if match.end <= len(line):
            parts += [escaped(line[end : match.start]), bold(escaped(match.of(line)))]
            end = match.end
    cut = "…" if len(text) > MAX_EXCERPT else ""
    return "".join([*parts, escaped(line[end:]), cut])


def status_reply(status: Mapping[str, Any]) -> Reply:
    """How much of the vault is indexed; `status` is that of `ServedVault`."""
    share = percentage(status["embedded_share"])
    lines = [
        f"Documents: {status['documents']}",
        f"Passages: {status['chunks']}, {share} with vectors",
        f"Skipped files: {len(status['skipped'])}",
        f"Indexed: {status['last_indexed'] or 'not finished yet'}",
    ]
    return Reply(
        [*parts_of("\n".join(lines)), *notes(filter(None, [status["failure"]]))]
    )


def help_reply() -> Reply:
    """What the bot does."""
    commands = "\n".join(f"/{name}: {text}" for name, text in COMMANDS)
    return Reply(
        [
            "Write a question, and I answer it from the notes, with quotations that "
            "are checked against the files. Reply to an answer to go on from there.",
            commands,
        ]
    )
