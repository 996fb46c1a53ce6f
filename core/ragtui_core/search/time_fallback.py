"""What is searched if no passage of a query's time has all of its words."""

import re
from dataclasses import replace

from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.requests import Listing, without_vague
from ragtui_core.search.line_context import LineContext
from ragtui_core.search.query import Query
from ragtui_core.search.words import Words, any_of
from ragtui_core.search_results import SearchedTime


def may_find_nothing(query: Query, context: LineContext) -> bool:
    """Whether no selected passage has all words, if there are any."""
    is_whole = query.listing or query.words.is_empty
    return not is_whole and not _are_in(query.words, query, context)


def without_vague_words(query: Query, context: LineContext) -> Query | None:
    """The query of a time without vague words; None if that finds nothing, too."""
    topic = without_vague(query.words.text)
    if topic == query.words.text:
        return None
    words = context.words(topic)
    if function_words_in(re.findall(r"\w+", context.line)).issuperset(words.surfaces):
        return replace(query, words=Words(""))
    if _are_in(words, query, context):
        return replace(query, words=words, listing=Listing.NOTES)
    return None


def fallback_of(
    query: Query, time: SearchedTime, undated: Query, context: LineContext
) -> Query | None:
    """The query to search if this one has only weak hits within its time.

    That without the time if a passage of any time has all of its words. If none has,
    the notes of a day are listed; of a longer time, there is no such query if one of
    its passages has some of the words, else it is that without the time.
    """
    words = query.words
    if words.grams or _are_in(undated.words, undated, context):
        return undated
    if time.is_day:
        said = " ".join(words.surfaces)
        note = f"No passage of {time.shown} has “{said}”: its notes are listed."
        return replace(query, words=Words(""), notes=(*query.notes, note))
    some = any_of(words.wanted)
    has_some = some and context.reader.keywords.best_chunks(some, 1, query.within)
    return None if has_some else undated


def _are_in(words: Words, query: Query, context: LineContext) -> bool:
    """Whether a selected passage has each of some words."""
    every = None if words.grams else words.every
    return bool(every and context.reader.keywords.best_chunks(every, 1, query.within))
