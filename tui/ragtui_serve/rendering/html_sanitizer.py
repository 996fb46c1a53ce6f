"""What may be in HTML: that which notes contain, and that which is made of them."""

import re
from typing import Final

import nh3

from ragtui_core.text import sanitize
from ragtui_serve.rendering.note_links import Links

PLAIN = re.compile(
    r"</?(?:abbr|b|br|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|strong|sub|sup|u|"
    r"var|wbr)\s*/?>",
    re.IGNORECASE,
)
"""Tags without attributes that are kept within a text."""

_LAYOUT = re.compile(r"<!--|</?(?:center|div|font|p|span)\b|<\?", re.IGNORECASE)
"""Markup that says nothing about a text."""

_LINK = re.compile(r"<a\s", re.IGNORECASE)
_PICTURE = re.compile(r"<img\s", re.IGNORECASE)

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
    "a": {"href", "title"},
    "abbr": {"title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": _CELL,
    "th": _CELL,
}
_OWN_ATTRIBUTES = {
    "*": {"class", "id", "data-cite", "data-language", "title"},
    **_NOTE_ATTRIBUTES,
}
_SCHEMES: Final = {"http", "https", "mailto"}


def note_html(html: str, links: Links) -> str:
    """HTML of a note: without scripts, styles, classes, and pictures from elsewhere."""

    def attribute(tag: str, name: str, value: str) -> str | None:
        if (tag, name) == ("a", "href"):
            return links.href(value)
        if (tag, name) == ("img", "src"):
            return links.picture(value)
        return value

    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_NOTE_ATTRIBUTES,
        attribute_filter=attribute,
        url_schemes=_SCHEMES,
    )


def inline_tag(written: str, links: Links) -> str | None:
    """A tag within a text of a note as HTML; None if it is shown as it is written."""
    if PLAIN.fullmatch(written) or written.lower() == "</a>":
        return written
    if _PICTURE.match(written):
        return note_html(written, links)
    if _LINK.match(written):
        return note_html(written, links).removesuffix("</a>")
    return "" if _LAYOUT.match(written) else None


def page_html(html: str) -> str:
    """HTML that was made of blocks, whole: balanced, and nothing that is not listed.

    Entities in the HTML of a note may name hidden characters, which are removed.
    """
    return sanitize(
        nh3.clean(html, tags=_TAGS, attributes=_OWN_ATTRIBUTES, url_schemes=_SCHEMES)
    )
