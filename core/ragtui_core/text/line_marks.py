r"""Marks that begin a block of Markdown on its line, for patterns that look for them.

As in CommonMark 0.31 (4.2, 5.2). White space follows each: `rf"{LIST_MARK}[ \t]"`.
What needs the structure of a text uses `ragtui_core.documents.markdown` instead.
"""

HEADING_MARK = r"#{1,6}"

LIST_MARK = r"(?:[-*+]|\d{1,9}[.)])"

BLOCK_MARK = rf"(?:{HEADING_MARK}|{LIST_MARK})"
"""The mark of a heading or a list item."""
