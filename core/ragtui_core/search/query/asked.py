"""What a line asks for in plain words, as filters and limits of a search."""

from dataclasses import dataclass

from ragtui_core.language.requests import Listing, asks_for_mails, take_mails_of
from ragtui_core.search.query.query_language import Clause
from ragtui_core.store.selection import ATTACHMENT, FilterField

MAX_LISTED = 1_000
"""Hits of a list for which no limit is given; its number counts all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether mails, the order (of `Sort`, or empty) and a list a line asks for."""

    by_sender: bool = False
    order: str = ""
    when: bool = False
    """Whether a time is asked for, and not a note."""
    listing: Listing = Listing.NONE


NOTHING_ASKED = Asked()

_IS_MAIL = Clause(FilterField.KIND, "mail")
"""A filter for mails, and not for what is attached to them."""


def take_sender(text: str) -> tuple[str, tuple[Clause, ...]]:
    """The text without "mails from Ann" or "mails with attachments", and filters."""
    rest, mails = take_mails_of(text)
    if mails is None:
        return text, ()
    if mails.sender:
        return rest, (Clause(FilterField.FROM, mails.sender), _IS_MAIL)
    return rest, (Clause(FilterField.HAS, ATTACHMENT), _IS_MAIL)


def take_mails(text: str) -> tuple[str, tuple[Clause, ...]]:
    """The text, or nothing and a filter if it asks for mails without saying which."""
    return ("", (_IS_MAIL,)) if asks_for_mails(text) else (text, ())
