"""A document or a hit -> a card: a few lines of styled text, `width` cells wide.

Styles name theme colours; text from files is never markup.
"""

from textual.content import Content

from ragtui_core import Card, Hit, Sort
from ragtui_core.search import ARCHIVED, LOW_CONFIDENCE, SavedSearch
from ragtui_tui import formatting
from ragtui_tui.search_view.search_switches import DEDUP_NAMES, MODE_NAMES, SORT_NAMES
from ragtui_tui.text_styles import MATCH, MUTED

Entry = Hit | Card | SavedSearch
"""What a list shows: a search result, a document as such, or a search to run."""

BAR_CELLS = 6

ROOM_CELLS = 36
"""A narrower card shows its score as a number only."""

_TITLE, _LOCATION = "bold $foreground", "$text-accent"


def draw(entry: Entry, width: int, now: float) -> Content:
    """The card; ends with an empty line that separates it from the next.

    Args:
        entry: What to show.
        width: Cells to fill.
        now: Seconds since the epoch, for ages.
    """
    match entry:
        case Hit():
            parts = _hit(entry, width, now)
        case Card():
            parts = _card(entry, width, now)
        case SavedSearch():
            parts = _saved(entry, width)
    return Content("\n").join([*(part for part in parts if part), Content("")])


def _hit(hit: Hit, width: int, now: float) -> list[Content]:
    return [
        _beside(_title(hit), _score(hit.score, width), width),
        _place(hit, width),
        _facts(hit, width, now),
        excerpt(hit),
    ]


def _title(hit: Hit) -> Content:
    title = _archived(hit) + _text(hit.title, _TITLE)
    return title + _styled("  further passage", MUTED) if hit.additional else title


def _archived(entry: Hit | Card) -> Content:
    if entry.fields.status.lower() != ARCHIVED:
        return Content("")
    return _styled(" archived ", "reverse") + " "


def _saved(saved: SavedSearch, width: int) -> list[Content]:
    ways = [MODE_NAMES[saved.mode]]
    ways += [SORT_NAMES[saved.sort]] if saved.sort is not Sort.RELEVANCE else []
    ways += [] if saved.dedup else [DEDUP_NAMES[False]]
    kind = _styled("saved search", MUTED)
    query = _text(saved.query, _LOCATION) + _styled(f"  {' · '.join(ways)}", MUTED)
    return [
        _beside(_text(saved.name, _TITLE), kind, width),
        query.truncate(width, ellipsis=True),
    ]


def _card(card: Card, width: int, now: float) -> list[Content]:
    age = _text(formatting.age(card.modified, now), MUTED)
    location = _text(formatting.location(card.path), _LOCATION)
    return [
        _beside(_archived(card) + _text(card.fields.title, _TITLE), age, width),
        location.truncate(width, ellipsis=True),
        _facts(card, width, now),
        _text(card.fields.summary, "$foreground 85%"),
    ]


def excerpt(hit: Hit) -> Content:
    """The excerpt with its matches marked."""
    parts, position = [], 0
    for match in hit.matches:
        parts.append(
            Content(formatting.without_markup(hit.excerpt[position : match.start]))
        )
        parts.append(_styled(formatting.one_line(match.of(hit.excerpt)), MATCH))
        position = match.end
    parts.append(Content(formatting.without_markup(hit.excerpt[position:])))
    return Content("").join(parts).stylize_before("$foreground 85%")


def _score(score: float, width: int) -> Content:
    bar = BAR_CELLS if width >= ROOM_CELLS else 0
    full = round(score * bar)
    weak = score < LOW_CONFIDENCE
    colour = "$warning" if weak else "$success"
    return Content.assemble(
        ("weak " if weak else "", "$text-warning"),
        ("━" * full, colour),
        ("━" * (bar - full), "$foreground 20%"),
        (f"{' ' if bar else ''}{score:.2f}", MUTED),
    )


def _place(hit: Hit, width: int) -> Content:
    location = _text(formatting.location(hit.path, hit.lines, hit.location), _LOCATION)
    if path := formatting.heading_path(hit.heading_path, hit.title):
        location = location + _styled(f"  {path}", MUTED)
    return location.truncate(width, ellipsis=True)


def _facts(entry: Hit | Card, width: int, now: float) -> Content:
    when = formatting.updated(entry.fields, entry.modified, now)
    if isinstance(entry, Card) and not entry.fields.updated:
        when = ""  # The card's first line shows the file's age.
    parts = formatting.field_summary(entry.fields, when=when and f"updated {when}")
    text = _text(" · ".join(parts), MUTED)
    return text.truncate(width, ellipsis=True)


def _beside(left: Content, right: Content, width: int) -> Content:
    """`left` cut to leave space for `right` at the end of the line."""
    available = max(8, width - right.cell_length - 2)
    left = left.truncate(available, ellipsis=True)
    return left + " " * (available - left.cell_length + 2) + right


def _text(text: str, style: str) -> Content:
    return _styled(formatting.one_line(text), style)


def _styled(text: str, style: str) -> Content:
    return Content.styled(text, style) if text else Content("")
