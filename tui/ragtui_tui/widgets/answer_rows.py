"""Sources and citations of an answer -> rows."""

from textual.content import Content

from ragtui_core.answer.events import Citation, Sent, Source
from ragtui_tui import wording
from ragtui_tui.passage import Passage
from ragtui_tui.verdicts import seal_of
from ragtui_tui.widgets.passage_list import Row

_QUIET = "$foreground 60%"


def source_row(source: Source) -> Row:
    """A file that the answer may draw on; dim if only its fields were read."""
    read = source.sent is not Sent.METADATA
    title = wording.line(source.title)
    place = wording.place(source.path, source.lines)
    path = wording.headings(source.heading_path, source.title)
    text = Content.assemble(
        (f"{source.number:>2} ", "bold $text-accent" if read else _QUIET),
        (f"{source.score:.2f}  ", _QUIET),
        (title, "$foreground" if read else _QUIET),
        (f"  {place}", "$text-accent" if read else _QUIET),
        (f"  {path}" if path else "", _QUIET),
    )
    passage = Passage(source.lines, heading_path=source.heading_path)
    return Row(text, source.path, passage)


def citation_row(citation: Citation) -> Row:
    """A quotation, and what comparing it with the file showed."""
    seal = seal_of(citation.verdict)
    text = Content.assemble(
        (f"{citation.number:>2} ", "bold $text-accent"),
        (f"{seal.sign} {seal.words}  ", seal.style),
        (wording.place(citation.path, citation.lines), "$text-accent"),
        (f"  “{wording.plain(citation.quote)}”", _QUIET),
    )
    passage = Passage(citation.lines, heading_path=citation.heading_path)
    return Row(text, citation.path, passage, citation)
