"""A document or a hit -> a card: a few lines of styled text, `width` cells wide.

Styles name theme colours; text from files is never markup.
"""

from textual.content import Content

from ragtui_core.model import Card, Fields, Hit
from ragtui_tui import wording

Entry = Hit | Card
"""What a list shows: a search result, or a document as such."""

BAR_CELLS = 6

MATCH = "bold $text-warning on $warning 25%"
"""How a matched word looks, in cards and documents."""

_TITLE, _PLACE, _QUIET = "bold $foreground", "$text-accent", "$foreground 60%"


def draw(entry: Entry, width: int, now: float) -> Content:
    """The card; ends with an empty line that parts it from the next.

    Args:
        entry: What to show.
        width: Cells to fill.
        now: Seconds since the epoch, for ages.
    """
    parts = _hit(entry, width) if isinstance(entry, Hit) else _card(entry, width, now)
    return Content("\n").join([*(part for part in parts if part), Content("")])


def _hit(hit: Hit, width: int) -> list[Content]:
    return [
        _beside(_title(hit), _score(hit.score), width),
        _place(hit, width),
        _facts(hit.fields, width),
        excerpt(hit),
    ]


def _title(hit: Hit) -> Content:
    title = _text(hit.title, _TITLE)
    return title + _styled("  further passage", _QUIET) if hit.additional else title


def _card(card: Card, width: int, now: float) -> list[Content]:
    age = _text(wording.age(card.modified, now), _QUIET)
    place = _text(wording.place(card.path), _PLACE)
    return [
        _beside(_text(card.fields.title, _TITLE), age, width),
        place.truncate(width, ellipsis=True),
        _facts(card.fields, width),
        _text(card.fields.summary, "$foreground 85%"),
    ]


def excerpt(hit: Hit) -> Content:
    """The excerpt with its matches marked."""
    parts, position = [], 0
    for match in hit.matches:
        parts.append(Content(wording.plain(hit.excerpt[position : match.start])))
        parts.append(_styled(wording.line(match.of(hit.excerpt)), MATCH))
        position = match.end
    parts.append(Content(wording.plain(hit.excerpt[position:])))
    return Content("").join(parts).stylize_before("$foreground 85%")


def _score(score: float) -> Content:
    full = round(score * BAR_CELLS)
    colour = "$success" if score >= 0.5 else "$warning"
    return Content.assemble(
        ("━" * full, colour),
        ("━" * (BAR_CELLS - full), "$foreground 20%"),
        (f" {score:.2f}", _QUIET),
    )


def _place(hit: Hit, width: int) -> Content:
    place = _text(wording.place(hit.path, hit.lines), _PLACE)
    if path := wording.headings(hit.heading_path, hit.title):
        place = place + _styled(f"  {path}", _QUIET)
    return place.truncate(width, ellipsis=True)


def _facts(fields: Fields, width: int) -> Content:
    text = _text(" · ".join(wording.facts(fields)), _QUIET)
    return text.truncate(width, ellipsis=True)


def _beside(left: Content, right: Content, width: int) -> Content:
    """`left` cut to leave room for `right` at the end of the line."""
    room = max(8, width - right.cell_length - 2)
    left = left.truncate(room, ellipsis=True)
    return left + " " * (room - left.cell_length + 2) + right


def _text(text: str, style: str) -> Content:
    return _styled(wording.line(text), style)


def _styled(text: str, style: str) -> Content:
    return Content.styled(text, style) if text else Content("")
