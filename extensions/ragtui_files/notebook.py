"""Jupyter notebooks: the cells in order, with the text that code printed."""

import json
from collections.abc import Iterator
from typing import Any

from ragtui_core import LocationKind, UnreadableFile
from ragtui_core.documents import CanonicalWriter, Extracted, OwnExtractor
from ragtui_files.markdown_parts import write_markdown

MAX_OUTPUT = 10_000
"""Characters of the output of a cell; more is left out."""


class NotebookExtractor(OwnExtractor, kind="notebook"):
    """Extracts notebooks; see `Extractor`. Nothing in them is run."""

    def extract(self, data: bytes) -> Extracted:
        """Headings, lists and paragraphs of Markdown cells, code and its output."""
        try:
            cells = json.loads(data)["cells"]
            cells = [cell for cell in cells if isinstance(cell, dict)]
        except (ValueError, LookupError, TypeError) as error:
            raise UnreadableFile("not a notebook, or a damaged one") from error
        writer = CanonicalWriter()
        for number, cell in enumerate(cells, 1):
            writer.anchor(LocationKind.CELL, str(number), number)
            text = _text(cell.get("source", ""))
            if cell.get("cell_type") == "markdown":
                write_markdown(writer, text)
            else:
                writer.code(text)
            for output in _outputs(cell):
                writer.code(output[:MAX_OUTPUT])
        return writer.extracted().required()


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
