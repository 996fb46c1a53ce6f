"""What a line asks for in words: a sender, a time, items, an order, a list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ragtui_core.language.requests import (
    DUE,
    Listing,
    asks_for_mails,
    asks_when,
    take_documents,
    take_items,
    take_listing,
    take_mails_of,
    take_order,
    without_generic,
)
from ragtui_core.search.filters import DATES
from ragtui_core.search.line_context import LineContext
from ragtui_core.search.query_language import Clause
from ragtui_core.search.query_times import days_of, is_long, is_of_years, take_time
from ragtui_core.search_results import SearchedTime, TimeEffect
from ragtui_core.store.selection import ATTACHMENT, FilterField
from ragtui_core.types import ItemState

IS_MAIL = Clause(FilterField.KIND, "mail")
"""A filter for mails, and not for what is attached to them."""

_EVER = "0001-01-01/9999-12-31"
"""All days, as a value of the filter `due`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the words of a line ask for; `text` are the others, to search for."""

    text: str
    sender: tuple[Clause, ...] = ()
    time: SearchedTime | None = None
    order: str = ""
    when: bool = False
    listing: Listing = Listing.NONE
    notes: tuple[str, ...] = ()
    dated: str = ""
    """The text with the words of the time, if that restricts the search."""
    items: tuple[Clause, ...] = ()
    """Filters for items, or for notes, which the line asks for."""

    def without_time(self, time: SearchedTime) -> "Asked":
        """The request without its time; the words of a short time are dropped."""
        text = self.dated if is_long(time) else self.text
        dropped = replace(time, effect=TimeEffect.DROPPED)
        return replace(self, text=text, time=None if is_of_years(time) else dropped)


def asked_by(
    text: str, clauses: Sequence[Clause], context: LineContext, *, is_quoted: bool
) -> Asked:
    """Read the words of a line; those in quotation marks ask for a list alone.

    Each step reads what the one before it has left: notes with a tag or a link, the
    sender ("mails from May" names no month), the time ("last week" asks for no order),
    items, the order, the list; then a rest of only generic words, such as "notes", is
    dropped. A line with filters by date names no time.
    """
    if not context.options.dates:
        return Asked(text)
    asked = Asked(text)
    if not is_quoted:
        field, value = take_documents(text)
        named = (Clause(FilterField(field), value),) if value else ()
        if named and context.has([*clauses, *named]):
            return Asked("", listing=Listing.NOTES, items=named)
        asked = _with_sender(asked, clauses, context, may_be_unknown=False)
    if not any(clause.field in DATES for clause in clauses):
        asked = _with_time(asked, clauses, context, is_quoted=is_quoted)
    asked = replace(asked, when=asks_when(asked.text))
    if not is_quoted:
        if not asked.sender:
            asked = _with_sender(asked, clauses, context, may_be_unknown=True)
        asked = _with_items(asked, clauses, context)
        rest, order = take_order(asked.text)
        asked = replace(asked, text=rest, order=order)
        if asked.time and not asked.sender and asks_for_mails(rest):
            asked = replace(asked, text="", sender=(IS_MAIL,))
    return _with_listing(asked)


def _with_sender(
    asked: Asked,
    clauses: Iterable[Clause],
    context: LineContext,
    *,
    may_be_unknown: bool,
) -> Asked:
    """With filters for "mails from Ann" or "mails with attachments".

    A sender whom the index does not have is words; unless, with `may_be_unknown`, it
    is written with a capital.
    """
    rest, mails = take_mails_of(asked.text)
    if mails is None:
        return asked
    person = Clause(FilterField.TO if mails.are_own else FilterField.FROM, mails.person)
    first = person if mails.person else Clause(FilterField.HAS, ATTACHMENT)
    others = (IS_MAIL,) if mails.are_mails else ()
    is_known = context.has([*clauses, first, *others])
    if not is_known:  # As "Herr Gerlach".
        first = replace(first, value=first.value.split()[-1])
        is_known = context.has([*clauses, first, *others])
    if not is_known:
        is_name = bool(others) and first.value[0].isupper()
        is_known = is_name and may_be_unknown and context.has([IS_MAIL])
    return replace(asked, text=rest, sender=(first, *others)) if is_known else asked


def _with_time(
    asked: Asked, clauses: Iterable[Clause], context: LineContext, *, is_quoted: bool
) -> Asked:
    """With a time that the words name, or that of the options.

    A time that no document has is words.
    """
    text, clauses = asked.text, [*clauses, *asked.sender]
    rest, time, notes = text, None, tuple[str, ...]()
    if not is_quoted:
        rest, time, notes = take_time(text, context.today, context.settings.date_order)
    asked = replace(asked, dated=text, notes=notes)
    time = time or context.options.time
    if time is None:
        return asked
    restricted = replace(time, effect=TimeEffect.RESTRICTED)
    is_nothing = context.selected(context.filters(clauses, restricted)).is_nothing
    if time.effect is TimeEffect.PREFERRED:
        return asked if is_nothing else replace(asked, time=time)
    if is_nothing and IS_MAIL in clauses and rest is not text:
        # That there is no such mail is an answer.
        return replace(asked, text=rest, time=restricted)
    if is_nothing:
        # A year may be part of a text, "yesterday" is not: only the former is kept.
        is_said = is_long(time) or any(map(str.isdecimal, time.words)) or not rest
        dropped = replace(time, effect=TimeEffect.DROPPED)
        time = None if is_of_years(time) else dropped
        return replace(asked, text=text if is_said else rest, time=time)
    return replace(asked, text=rest, time=time)


def _with_items(asked: Asked, clauses: Iterable[Clause], context: LineContext) -> Asked:
    """With filters for the items that the words ask for.

    Only if the index has such items with all of the other words; otherwise, the text
    is searched as it is. That nothing is due at a time is a result, if an item is due
    at any time.
    """
    text, time = asked.text, asked.time
    rest, state = take_items(time.without_words(text) if time else text)
    if not state:
        return asked
    clauses = [*clauses, *asked.sender]
    is_open = Clause(FilterField.IS, ItemState.OPEN if state == DUE else state)
    items: tuple[Clause, ...] = (is_open,)
    notes = tuple[str, ...]()
    if time and state != ItemState.DONE:  # The time is that of the due date.
        due, ever = (Clause(FilterField.DUE, days) for days in (days_of(time), _EVER))
        items = (is_open, due)
        notes = (f"Items that are due on {time.shown} are listed.",)
        if (
            state == DUE
            and not context.has([*clauses, *items])
            and context.has([is_open, ever])
        ):
            notes = (*asked.notes, f"No open item is due on {time.shown}.")
            return replace(asked, text=rest, time=None, items=items, notes=notes)
        time = None
    within = context.selected(context.filters([*clauses, *items], time))
    if every := context.words(rest).every:
        within = context.reader.narrowed(within, every)
    if within.is_nothing:
        return asked
    notes = (*asked.notes, *notes)
    return replace(asked, text=rest, time=time, items=items, notes=notes)


def _with_listing(asked: Asked) -> Asked:
    """With what the words list; only dated notes say how often something was."""
    text, listing = take_listing(asked.text)
    time = asked.time
    if time and listing is Listing.DATED and time.effect is TimeEffect.PREFERRED:
        text = time.without_words(text)
        time = replace(time, effect=TimeEffect.RESTRICTED)
    if asked.sender or listing or (asked.order and time):
        text = without_generic(text)
    if text == asked.text and not listing:
        return asked
    return replace(asked, text=text, time=time, listing=listing)
