"""The heads of tables, which belong to each of their rows."""

from bisect import bisect_right
from collections.abc import Iterator

from ragtui_core.types import Block, BlockKind, Document

MAX_HEAD = 400
"""Characters of a head that is repeated, about 100 tokens."""


def head_row(text: str, block: Block) -> str:
    """The head of a table on one line, if `block` is that; else empty.

    Only the head has a second line, the delimiter row.
    """
    if block.kind is not BlockKind.TABLE_ROW:
        return ""
    lines = block.span.of(text).splitlines()
    return lines[0].strip() if len(lines) > 1 else ""


class TableHeads:
    """Finds the heads of a document's tables by position."""

    def __init__(self, document: Document) -> None:
        """Take a document."""
        changes = list(_changes(document))
        self._positions = [position for position, _ in changes]
        self._heads = [head for _, head in changes]

    def at(self, position: int) -> str:
        """The head of the table whose rows are at a character, below its head.

        Empty outside of tables; one that is too long is cut after a cell.
        """
        index = bisect_right(self._positions, position) - 1
        head = self._heads[index] if index >= 0 else ""
        if len(head) <= MAX_HEAD:
            return head
        return head[: head.rfind("|", 0, MAX_HEAD) + 1 or MAX_HEAD]


def _changes(document: Document) -> Iterator[tuple[int, str]]:
    """The characters from which on other heads apply, in order."""
    head = ""
    for section in document.sections:
        for block in section.blocks:
            own = head_row(document.text, block)
            if head and (own or block.kind is not BlockKind.TABLE_ROW):
                yield block.span.start, ""
                head = ""
            if own:
                head = own
                yield block.span.end, head
