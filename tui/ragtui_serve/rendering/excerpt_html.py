"""The excerpt of a hit as HTML on one line: its words, with the matches marked."""

from collections.abc import Sequence

from ragtui_core import Span
from ragtui_core.documents import displayed_parts
from ragtui_serve.rendering.html_sanitizer import escaped


def excerpt_html(excerpt: str, matches: Sequence[Span]) -> str:
    """An excerpt, which may begin and end within markup, with its matches marked."""
    texts = (map(_part, parts) for parts in displayed_parts(excerpt, matches))
    return " ".join(map("".join, texts))


def _part(part: tuple[str, bool]) -> str:
    html = escaped(part[0]).replace("\n", " ")
    return f"<mark>{html}</mark>" if part[1] else html
