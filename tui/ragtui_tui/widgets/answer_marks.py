"""The marks of citations in an answer, `[1]`: they tell their verdicts, and lead on."""

import re
from collections.abc import Mapping

from textual.content import Content
from textual.style import Style

from ragtui_core.answer.events import Citation
from ragtui_tui.typesetting.inline import CODE
from ragtui_tui.verdicts import seal_of

MARK = re.compile(r"\[(\d{1,3})\]")

NUMBER = "citation"
"""The name of a mark's number in the style's meta data, which a click tells."""


def sealed(content: Content, citations: Mapping[int, Citation]) -> Content:
    """The text with a sign and a colour at each mark of a known citation."""
    parts, end = [], 0
    for mark in MARK.finditer(content.plain):
        citation = citations.get(int(mark[1]))
        if citation and not _is_code(content, mark.start()):
            parts += [content[end : mark.start()], seal(citation)]
            end = mark.end()
    return Content("").join([*parts, content[end:]]) if parts else content


def seal(citation: Citation) -> Content:
    """`[1✓]`, which leads to the quotation."""
    shown = seal_of(citation.verdict)
    number = citation.number
    text = Content.styled(f"[{number}{shown.sign}]", f"bold {shown.style}")
    return text.stylize(Style.from_meta({NUMBER: number}))


def _is_code(content: Content, place: int) -> bool:
    return any(
        span.style == CODE and span.start <= place < span.end for span in content.spans
    )
