"""What is searched for: words, filters, a time, an order, a list."""

from dataclasses import dataclass, field
from datetime import date

from ragtui_core.language.requests import Listing
from ragtui_core.search.filters import Filters
from ragtui_core.search.options import SearchOptions, Sort
from ragtui_core.search.words import Words
from ragtui_core.search_results import Mode, Relaxation, SearchedTime, TimeEffect
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.selection import Filter, FilterField, SelectedChunks

MAX_LISTED = 1_000
"""Hits of a list for which no limit is given; its number counts all."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed line and its options, in terms of an index.

    `quoted` are phrases that passages should have. `is_of_mails` is whether the line
    asks for the mails of a sender; `asks_when`, whether it asks for a time and not for
    a note. `corrected` is the text after typos were corrected, if any; `relaxed` is how
    the words were changed before the search.
    """

    line: str
    options: SearchOptions
    settings: SearchSettings
    today: date
    words: Words
    filters: Filters
    within: SelectedChunks
    of_time: SelectedChunks | None = None
    """Those within of a time whose passages come first, though none has all words."""
    also: tuple[Words, ...] = ()
    quoted: tuple[str, ...] = ()
    phrases: tuple[Filter, ...] = ()
    """Phrases that passages must have, and words that they must not."""
    notes: tuple[str, ...] = ()
    time: SearchedTime | None = None
    order: str = ""
    asks_when: bool = False
    is_of_mails: bool = False
    listing: Listing = Listing.NONE
    corrected: str = ""
    relaxed: Relaxation | None = None
    fallback: "Query | None" = field(default=None, repr=False)
    """The query to search instead if this one has only weak hits within its time."""

    @property
    def texts(self) -> tuple[Words, ...]:
        """The words of the line, then those of `options.also`."""
        return (self.words, *self.also)

    @property
    def selections(self) -> tuple[SelectedChunks, ...]:
        """What the best candidates are taken from, of each as many."""
        return (self.within, self.of_time) if self.of_time else (self.within,)

    @property
    def is_empty(self) -> bool:
        """Whether there are no words to search for."""
        return all(words.is_empty for words in self.texts)

    @property
    def mode(self) -> Mode:
        """The mode that is asked for."""
        return Mode(self.options.mode or self.settings.mode)

    @property
    def limit(self) -> int:
        """How many hits: `MAX_LISTED` for a list in a question or without a limit.

        Items that filters alone select are such a list.
        """
        options = self.options
        is_asked = options.question and options.dedup  # Not for passages.
        is_list = self.listing or (self.filters.are_of_items and self.is_empty)
        is_whole = is_list and (is_asked or not options.limit)
        return MAX_LISTED if is_whole else options.limit or self.settings.limit

    @property
    def noun(self) -> str:
        """The noun for the listed things: `note`, `mail`, `open item`."""
        if self.filters.are_of_items:
            wanted = (item for _, item in self.filters.wanted)
            states = [it.values for it in wanted if it.field is FilterField.IS]
            return " ".join([*(" or ".join(values) for values in states), "item"])
        return "mail" if self.is_of_mails else "note"

    @property
    def is_by_date(self) -> bool:
        """Whether an order or list is asked for, or a time, mails or items alone."""
        restricts = self.time and self.time.effect is TimeEffect.RESTRICTED
        is_of_some = restricts or self.is_of_mails or self.filters.are_of_items
        lists = is_of_some and self.words.is_empty
        return bool(self.order or self.listing or lists)

    @property
    def sort(self) -> Sort:
        """The order that the line asks for, or else that of the options.

        A list is newest first.
        """
        if self.listing and self.options.sort == Sort.RELEVANCE:
            return Sort(self.order or Sort.NEWEST)
        return Sort(self.order or self.options.sort)
