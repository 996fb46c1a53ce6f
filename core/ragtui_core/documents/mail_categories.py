"""What mails are for, and which of them searches leave out."""

from enum import StrEnum


class MailCategory(StrEnum):
    """What a mail is for; values of the filter `category:`."""

    PERSONAL = "personal"
    LIST = "list"
    AUTOMATIC = "automatic"
    SUBSCRIPTION = "subscription"
    PROMOTIONAL = "promotional"
    JUNK = "junk"


BULK = (MailCategory.PROMOTIONAL, MailCategory.SUBSCRIPTION, MailCategory.JUNK)
"""Left out of searches unless asked for."""
