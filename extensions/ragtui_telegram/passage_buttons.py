"""The passages that buttons show.

A button's data is limited to 64 bytes, which a path may exceed: it has a digest of the
path. So a button works as long as its file is indexed, also after a restart of the bot.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragtui_core import Citation, Hit, Lines, RagtuiError, Source, Span, Vault
from ragtui_core.text import span_of_lines
from ragtui_telegram.markup import (
    MAX_UNITS,
    bold,
    code,
    escaped,
    italic,
    one_line,
    parts_of,
    units,
)

MAX_CHARS = 2000
"""Characters of a passage that are shown."""

CONTEXT = 300
"""Characters shown before and after a quotation."""

MAX_PATH = 300
"""Characters shown of a path."""


_KEY = re.compile(
    r"([0-9a-f]{16})\.([0-9]{1,8})(?:\.([0-9]{1,9})\.([0-9]{1,9}))?(?:\.([0-9a-f]{8}))?"
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document; `span` is None for its beginning."""

    path: str
    first_line: int
    span: Span | None
    check: str = ""
    """A digest of what the span contained when it was quoted; empty if it was not."""

    @classmethod
    def of_hit(cls, hit: Hit) -> "Passage":
        """The passage that a search found."""
        return cls(hit.path, hit.lines.first, hit.span)

    @classmethod
    def of_citation(cls, citation: Citation) -> "Passage":
        """The passage that an answer quotes."""
        check = _digest(citation.quote, 8)
        return cls(citation.path, citation.lines.first, citation.span, check)

    @classmethod
    def of_source(cls, source: Source) -> "Passage":
        """The beginning of the lines of a source."""
        return cls(source.path, source.lines.first, None)

    @property
    def key(self) -> str:
        """The passage in at most 54 characters, for `find_passage`."""
        ends = (self.span.start, self.span.end) if self.span else ()
        check = (self.check,) if self.check else ()
        parts = (_digest(self.path, 16), self.first_line, *ends, *check)
        return ".".join(map(str, parts))


def find_passage(vault: Vault, key: str) -> Passage | None:
    """The passage with this key; None if its file is not indexed any more.

    Raises:
        IndexMissing: The vault was never indexed.
    """
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    digest, line, start, end, check = found.groups()
    span = Span(int(start), int(end)) if start and int(start) <= int(end) else None
    paths = vault.documents.paths()
    path = next((path for path in paths if _digest(path, 16) == digest), None)
    return Passage(path, int(line), span, check or "") if path else None


def _digest(text: str, length: int) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:length]


def file_line(path: str, line: int | None) -> str:
    """`notes/a.md:12` as markup."""
    after = f":{line}" if line else ""
    return code(f"{one_line(path, MAX_PATH)}{after}")


def passage_parts(vault: Vault, passage: Passage) -> Iterator[str]:
    """The passage as it is in the file now; reads the file."""
    yield file_line(passage.path, passage.first_line)
    try:
        text = vault.documents.text(passage.path)
    except RagtuiError:
        yield italic("This file cannot be read any more.")
        return
    line = Lines(passage.first_line, passage.first_line)
    span = passage.span or Span(span_of_lines(line, text).start, len(text))
    shown = Span(span.start, min(span.end, span.start + MAX_CHARS))
    if passage.check and _digest(span.of(text), 8) != passage.check:
        yield italic("The file has changed since the answer.")
    before, after = "", ""
    if passage.check:
        before = text[max(0, shown.start - CONTEXT) : shown.start].lstrip()
        after = text[shown.end : shown.end + CONTEXT].rstrip()
    marked = bold if passage.check else str
    markup = f"{escaped(before)}{marked(escaped(shown.of(text)))}{escaped(after)}"
    block = f"<blockquote>{markup}</blockquote>"
    if units(block) <= MAX_UNITS:
        yield block
    else:  # escaping made it several times as long
        yield from parts_of(f"{before}{shown.of(text)}{after}")
