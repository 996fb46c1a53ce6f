"""What Markdown takes literally: code, comments, formulas, and escaped characters."""

from itertools import pairwise

from ragtui_core.documents.markdown.markup import markup_from, markup_of


def is_literal(text: str, offset: int) -> bool:
    """Whether a character is in code, a comment or a formula, where no links are."""
    return markup_of(text).plain[offset] != text[offset]


def escapes(text: str) -> tuple[int, ...]:
    """The offsets of backslashes that are not shown, since they only escape."""
    return markup_from(text, 0).escapes if "\\" in text else ()


def without_escapes(text: str) -> str:
    """`text` as Markdown shows it, as far as backslashes are concerned."""
    borders = [*escapes(text), len(text)]
    parts = (text[a + 1 : b] for a, b in pairwise(borders))
    return "".join([text[: borders[0]], *parts])
