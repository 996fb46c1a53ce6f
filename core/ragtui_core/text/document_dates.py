"""The dates of documents in words: `dated 3 Nov 2026, changed 20 Nov 2026`."""

from typing import Protocol

_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


class Dated(Protocol):
    """What has the dates of a document, each in ISO 8601 or empty, as `Fields` has."""

    @property
    def date(self) -> str:
        """The day of the document."""

    @property
    def changed(self) -> str:
        """The day of its last change, if that is another one."""


def shown_dates(dated: Dated) -> str:
    """Which dates a document states; empty if it states none, whatever its file's."""
    known = (("dated", dated.date), ("changed", dated.changed))
    return ", ".join(f"{name} {shown_date(date)}" for name, date in known if date)


def shown_date(date: str) -> str:
    """`3 Nov 2026`, `3 Nov`, `Nov 2026` or `2026`, of an ISO 8601 date."""
    year, *rest = date.removeprefix("-").split("-")
    if rest:
        month = int(rest[0])
        rest[0] = _MONTHS[3 * month - 3 : 3 * month]
    return " ".join([*(part.lstrip("0") for part in reversed(rest)), year]).rstrip()
