"""Disagreements between files that a model declares, as notices."""

import re
from collections.abc import Iterator, Sequence

from ragtui_core.answer_events import Notice, NoticeKind
from ragtui_core.citations.citation import Citation
from ragtui_core.text.line_marks import BLOCK_MARK
from ragtui_core.text.sanitizing import sanitize

OPENING = "The notes disagree:"
"""Models start a paragraph on a disagreement with these words, in any language."""

_DECLARED = re.compile(
    rf"^[ \t]*(?:{BLOCK_MARK}[ \t]+)?[*_]{{0,3}}{OPENING[:-1]}\b",
    re.MULTILINE | re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_MARK = re.compile(r"\[(\d{1,3})\]")


def declared_disagreements(answer: str, cited: Sequence[Citation]) -> Iterator[Notice]:
    """A notice for each paragraph that says that the notes disagree.

    Only verified citations of `cited` count.
    """
    for match in _DECLARED.finditer(answer):
        numbers = set(map(int, _MARK.findall(_paragraph(answer[match.start() :]))))
        paths = [c.path for c in cited if c.verdict.verified and c.number in numbers]
        yield _notice(list(dict.fromkeys(paths)))


def _paragraph(text: str) -> str:
    """The first paragraph, and what follows as long as a colon announces it."""
    claim = ""
    for part in _BLANK_LINE.split(text):
        claim += f"{part}\n"
        if not part.rstrip(" \t\n*_").endswith(":"):
            break
    return claim


def _notice(paths: Sequence[str]) -> Notice:
    named = " and ".join(sanitize(path, one_line=True) for path in paths)
    if len(paths) < 2:
        words = "The answer says that notes disagree, but quotes no two of them."
    else:
        words = f"The answer says that files disagree: compare {named}."
    return Notice(words, kind=NoticeKind.DISAGREEMENT, paths=tuple(paths))
