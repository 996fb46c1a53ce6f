"""What may be in HTML: that which notes contain, and that which is made of them."""

import html
from typing import Final

import nh3

from ragtui_core.text import sanitize

_TAGS = nh3.ALLOWED_TAGS - {
    "area",
    "map",
    "article",
    "aside",
    "footer",
    "header",
    "nav",
}
_CELL = {"align", "colspan", "rowspan"}
_NOTE_ATTRIBUTES = {
    "a": {"href"},
    "abbr": {"title"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": _CELL,
    "th": _CELL,
}
_OWN_ATTRIBUTES = {
    "*": {"class", "data-cite", "title"},
    **_NOTE_ATTRIBUTES,
}
_SCHEMES: Final = {"http", "https", "mailto"}


def note_html(written: str) -> str:
    """HTML of a note, balanced: without scripts, styles, classes and names."""
    return _clean(written, _NOTE_ATTRIBUTES)


def page_html(made: str) -> str:
    """HTML that was made of a note's: balanced, and nothing that is not listed."""
    return _clean(made, _OWN_ATTRIBUTES)


def escaped(text: str) -> str:
    """`text` without control and hidden characters, as HTML."""
    return html.escape(sanitize(text))


def _clean(written: str, attributes: dict[str, set[str]]) -> str:
    """Sanitised HTML; entities may name hidden characters, which are removed."""
    return sanitize(
        nh3.clean(
            written,
            tags=_TAGS,
            attributes=attributes,
            url_schemes=_SCHEMES,
            link_rel=None,
        )
    )
