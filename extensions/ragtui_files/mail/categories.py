"""The category of a mail: by its folder, else its labels, else its headers."""

import re
from collections.abc import Collection, Mapping

from ragtui_core.documents import BULK, MailCategory
from ragtui_core.text import folded

_NAMES = {
    MailCategory.JUNK: (
        *("spam", "junk", "junk mail", "junk email", "junk e-mail", "bulk mail"),
        *("unerwunscht", "unerwunschte", "courrier indesirable", "correo no deseado"),
    ),
    MailCategory.PROMOTIONAL: (
        *("promotions", "promotional", "category promotions", "werbung", "ads"),
        *("marketing", "offers"),
    ),
    MailCategory.SUBSCRIPTION: (
        *("newsletters", "newsletter", "subscriptions", "subscription", "feeds"),
        *("category updates", "category social"),
    ),
    MailCategory.LIST: ("lists", "mailing lists", "category forums"),
}
_BY_NAME = {name: category for category, names in _NAMES.items() for name in names}
_SEPARATORS = re.compile(r"[\s._^$-]+")

SIGNALS = (
    *("list-id", "list-post", "list-unsubscribe", "precedence", "auto-submitted"),
    *("x-spam-flag", "x-spam-status", "x-spam", "x-auto-response-suppress"),
    *("feedback-id", "x-campaign", "x-campaignid", "x-mailchimp-id", "x-mailer"),
)
"""Headers that say what a mail is for."""

_CAMPAIGN = ("feedback-id", "x-campaign", "x-campaignid", "x-mailchimp-id")
_YES = re.compile(r"(yes|true|1)\b", re.IGNORECASE)


def category_of(
    folders: Collection[str], labels: Collection[str], signals: Mapping[str, str]
) -> MailCategory:
    """The category of a mail.

    Args:
        folders: The names of the folders and of the mailbox file it is in.
        labels: What its owner or the server has labelled it.
        signals: The headers among `SIGNALS`, by name in lower case.
    """
    by_name = _named(folders) or _named(labels)
    return by_name or _by_headers(signals)


def _named(names: Collection[str]) -> MailCategory | None:
    """The most unwanted category among those that the names mean."""
    found = {_BY_NAME.get(_plain(name)) for name in names}
    for category in (*reversed(BULK), MailCategory.LIST):
        if category in found:
            return category
    return None


def _plain(name: str) -> str:
    words = _SEPARATORS.sub(" ", folded(name)).strip()
    return words.removeprefix("[gmail] ").removeprefix("inbox ")


def _by_headers(signals: Mapping[str, str]) -> MailCategory:
    if any(_YES.match(signals.get(n, "")) for n in ("x-spam-flag", "x-spam-status")):
        return MailCategory.JUNK
    precedence = signals.get("precedence", "").lower()
    if precedence == "junk":
        return MailCategory.JUNK
    # A list that people write to; newsletters have an id, but no address to post to.
    if "list-post" in signals and "no" not in signals["list-post"].lower().split():
        return MailCategory.LIST
    if any(name in signals for name in _CAMPAIGN) and "list-unsubscribe" in signals:
        return MailCategory.PROMOTIONAL
    if "list-unsubscribe" in signals:
        in_list = "list-id" in signals and precedence != "bulk"
        return MailCategory.SUBSCRIPTION if in_list else MailCategory.PROMOTIONAL
    if "list-id" in signals or precedence == "list":
        return MailCategory.LIST
    automatic = signals.get("auto-submitted", "no").lower()
    if precedence == "bulk" or not automatic.startswith("no"):
        return MailCategory.AUTOMATIC
    return MailCategory.PERSONAL
