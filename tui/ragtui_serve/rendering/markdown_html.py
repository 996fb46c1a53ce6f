"""Markdown -> HTML for the page: the parser's, sanitised, with links of the vault."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from ragtui_core import Anchor, Span
from ragtui_core.documents import ParserPanic, unsafe_html
from ragtui_serve.rendering.html_sanitizer import escaped, note_html, page_html
from ragtui_serve.rendering.note_links import Links
from ragtui_serve.rendering.passage_mark import with_passage

_NOWHERE = Span(0, 0)

_LINK = re.compile(
    r'(?P<note><sup>)?<a(?: href="(?P<href>[^"]*)")?>(?P<words>.*?)</a>'
    r"(?(note)</sup>)",
    re.DOTALL,
)
_PICTURE = re.compile(r'<img((?: \w+="[^"]*")*)>')
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_MARKED = r'(?:<span class="passage">)?'
_TASK = re.compile(rf"(<li>\s*(?:<p>)?{_MARKED})\[([ xX])\](?=\s)")
_CALLOUT = re.compile(
    rf"(<blockquote>\s*<p>{_MARKED})\[!([\w-]+)\][+-]?([^\n]*?)(?=\n|</p>)"
)
_LINE_END = re.compile(r"(?<=\S)\r?\n(?=[^\s])")


@dataclass(frozen=True, slots=True)
class Rendering:
    """What is shown of a text, and how.

    Attributes:
        links: Of the note that it is from.
        passage: Characters of the text that are shown as the passage.
        anchors: The pages or slides that begin in the text.
        breaks: Whether lines stay lines, as in a mail.
        blocks: Whether blocks of HTML are shown as such, and not as texts.
    """

    links: Links
    passage: Span = _NOWHERE
    anchors: Sequence[Anchor] = ()
    breaks: bool = False
    blocks: bool = True


def markdown_html(text: str, rendering: Rendering) -> str:
    """Markdown without front matter as sanitised HTML."""
    try:
        shown = "".join(_pages(text, rendering))
        if rendering.passage:
            shown = with_passage(shown, text, rendering.passage)
    except ParserPanic:
        shown = f"<pre>{escaped(text)}</pre>"
    links = rendering.links
    shown = _PICTURE.sub(lambda found: _picture(found, links), shown)
    shown = _LINK.sub(lambda found: _link(found, links), shown)
    shown = _TASK.sub(lambda found: found[1] + "☐☑"[found[2] != " "], shown)
    return page_html(_CALLOUT.sub(_callout, shown))


def _pages(text: str, rendering: Rendering) -> Iterator[str]:
    """The HTML of each page or slide, after its name."""
    starts = [anchor.start for anchor in rendering.anchors]
    names = ["", *(str(anchor.location) for anchor in rendering.anchors)]
    ends = [*starts, len(text)]
    for name, start, end in zip(names, [0, *starts], ends, strict=True):
        if name:
            yield f'<p class="page-name">{escaped(name)}</p>'
        part = text[start:end]
        if rendering.breaks:
            part = _LINE_END.sub("  \n", part)
        yield note_html(unsafe_html(part, blocks=rendering.blocks))


def _picture(found: re.Match[str], links: Links) -> str:
    """A picture of the vault; else a link to what it names."""
    given = {name: unescape(value) for name, value in _ATTRIBUTE.findall(found[1])}
    target, alt = given.get("src", ""), escaped(given.get("alt", ""))
    if address := links.picture(target):
        return f'<img src="{escaped(address)}" alt="{alt}">'
    return f'<a href="{escaped(target)}">{alt or "image"}</a>' if target else alt


def _link(found: re.Match[str], links: Links) -> str:
    """A link to where its target is; or its words, with the target or what is wrong."""
    target, words = unescape(found["href"] or ""), found["words"]
    if found["note"]:  # the number of a footnote
        return f"<sup>{words}</sup>"
    if not target:
        return words
    if href := links.href(target):
        return f'<a href="{escaped(href)}">{words}</a>'
    if why := links.why_broken(target):
        missing = f'<span class="missing" title="{escaped(why)}">{words}</span>'
        return f'{missing}<span class="unseen"> (broken link)</span>'
    return words if found["href"] == words else f"{words} ({escaped(target)})"


def _callout(found: re.Match[str]) -> str:
    """The title of a callout of Obsidian; without words it is its kind."""
    title = found[3] if found[3].strip() else found[2].capitalize()
    return f'{found[1]}<strong class="callout">{title}</strong><br>'
