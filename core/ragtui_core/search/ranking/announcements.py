"""Ranks a passage of content before the one of its document that only announces it.

A table of contents has the words of the section that it names, and the head of a mail
those of its subject and sender: what is read is the section, and the mail's text.
"""

import re
from collections.abc import Mapping

from ragtui_core.documents.mail.courtesies import is_without_content
from ragtui_core.search.ranking.grouping import in_order
from ragtui_core.search.retrieval.fusion import LINKS_ALONE, Evidence
from ragtui_core.store.records import ChunkLocation, ChunkMatch
from ragtui_core.types import ChunkId, DocumentId

ANNOUNCED = 1 / 250
"""Factor for a passage whose document has a candidate with content."""

_PAGE_REFERENCE = re.compile(
    r"[.·…_] ?[.·…_] ?[.·…_] ?[.·…_] *(?:\d{1,4}|[ivxl]{1,6}) *$", re.MULTILINE
)
"""The end of a line of a table of contents: a leader of dots and a page number."""


def is_contents(text: str) -> bool:
    """Whether half of the lines with letters are of a table of contents.

    Not more, since the first and the last one of a passage may be cut.
    """
    if not _PAGE_REFERENCE.search(text):
        return False
    lines = [line for line in text.splitlines() if any(map(str.isalpha, line))]
    named = sum(bool(_PAGE_REFERENCE.search(line)) for line in lines)
    return 0 < named >= len(lines) / 2


def announced_passages(
    evidence: Mapping[ChunkId, Evidence],
    locations: Mapping[ChunkId, ChunkLocation],
    matches: Mapping[ChunkId, ChunkMatch],
) -> dict[ChunkId, ChunkId]:
    """For each passage that only announces some, the best other one of its document.

    `matches` are the candidates that are compared.
    """
    texts = {chunk: match.text for chunk, match in matches.items()}
    empty = [c for c in texts if is_contents(texts[c]) or is_without_content(texts[c])]
    best = dict[DocumentId, ChunkId]()
    for chunk in in_order(evidence) if empty else ():
        if chunk not in empty and not evidence[chunk].is_lowered:
            best.setdefault(locations[chunk].document, chunk)
    documents = {chunk: locations[chunk].document for chunk in empty}
    return {c: best[document] for c, document in documents.items() if document in best}


def with_content(
    evidence: Mapping[ChunkId, Evidence], announced: Mapping[ChunkId, ChunkId]
) -> dict[ChunkId, Evidence]:
    """The evidence, in which what is announced is as good as what announces it."""
    moved = dict(evidence)
    for chunk, content in announced.items():
        if chunk in moved and content in moved:
            if moved[content].fused < evidence[chunk].fused:
                moved[content] = moved[content].moved("passage", evidence[chunk].fused)
            moved[chunk] = evidence[chunk].adjusted(LINKS_ALONE, ANNOUNCED)
    return moved
