"""Jupyter notebooks: the cells in order, with the text that code printed."""

import json
import re
from collections.abc import Iterator
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile
from ragtui_core.text.line_marks import HEADING_MARK, LIST_MARK
from ragtui_core.types import LocationKind

MAX_OUTPUT = 10_000
"""Characters of the output of a cell; more is left out."""

_HEADING = re.compile(rf" {{0,3}}({HEADING_MARK})[ \t]+(.*)")
_ITEM = re.compile(rf" {{0,9}}({LIST_MARK})[ \t]+(.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class NotebookExtractor:
    """Extracts notebooks; see `Extractor`. Nothing in them is run."""

    endings = OWN_ENDINGS["notebook"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("notebook")

    def extract(self, data: bytes) -> Extracted:
        """Headings, lists and paragraphs of Markdown cells, code and its output."""
        try:
            cells = json.loads(data)["cells"]
            texts = [(each["cell_type"], _text(each["source"]), each) for each in cells]
        except (ValueError, LookupError, TypeError) as error:
            raise UnreadableFile("not a notebook, or a damaged one") from error
        writer = CanonicalWriter()
        for number, (kind, text, cell) in enumerate(texts, 1):
            writer.anchor(LocationKind.CELL, str(number), number)
            if kind == "markdown":
                _write_markdown(writer, text)
            else:
                writer.code(text)
            for output in _outputs(cell):
                writer.code(output[:MAX_OUTPUT])
        found = writer.extracted()
        if not found.text:
            raise UnreadableFile("no text")
        return found


def _text(source: object) -> str:
    """Lines of a notebook, which are a text or a list of texts."""
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _outputs(cell: Any) -> Iterator[str]:
    """The texts that the code of a cell printed or gave."""
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict):
            data = output.get("data")
            plain = data.get("text/plain", "") if isinstance(data, dict) else ""
            yield _text(output.get("text", plain))


def _write_markdown(writer: CanonicalWriter, text: str) -> None:
    """Write a Markdown cell, in which only what is written here is structure."""
    paragraph: list[str] = []
    fence, code = "", list[str]()

    def flush() -> None:
        writer.paragraph("\n".join(paragraph))
        paragraph.clear()

    for line in text.splitlines():
        if fence:
            if line.strip().startswith(fence):
                writer.code("\n".join(code))
                fence, code = "", []
            else:
                code.append(line)
        elif found := _FENCE.match(line):
            flush()
            fence = found[1]
        elif found := _HEADING.match(line):
            flush()
            writer.heading(len(found[1]), found[2])
        elif found := _ITEM.match(line):
            flush()
            is_number = found[1][:-1].isdigit()
            writer.item(found[2], f"{found[1][:-1]}." if is_number else "-")
        else:
            paragraph.append(line)
    flush()
    writer.code("\n".join(code))
