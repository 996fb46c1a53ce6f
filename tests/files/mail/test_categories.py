"""Categories come from the folder, then labels, then headers."""

import pytest

from ragtui_core.documents.mail_categories import MailCategory
from ragtui_files.mail.categories import category_of
from ragtui_files.mail.mail_paths import folder_names

LETTER = {"list-id": "<n.x>", "list-unsubscribe": "<https://x>"}


@pytest.mark.parametrize(
    ("path", "labels", "signals", "expected"),
    [
        ("in/1.eml", [], {}, "personal"),
        ("mail/.Spam/cur/1:2,", [], {}, "junk"),
        ("mail/.INBOX.Junk/cur/1:2,", [], {}, "junk"),
        ("Mail/Junk", [], {}, "junk"),
        ("Takeout/Category Promotions.mbox » a@x", [], {}, "promotional"),
        ("Newsletters/1.eml", [], {"x-spam-flag": "YES"}, "subscription"),
        ("in/1.eml", ["Spam"], LETTER, "junk"),
        ("in/1.eml", ["Work", "Category Promotions"], {}, "promotional"),
        ("in/1.eml", ["Work"], {}, "personal"),
        ("in/1.eml", [], LETTER, "subscription"),
        ("in/1.eml", [], {"list-unsubscribe": "<https://x>"}, "promotional"),
        ("in/1.eml", [], LETTER | {"list-post": "<mailto:l@x>"}, "list"),
        ("in/1.eml", [], LETTER | {"list-post": "NO"}, "subscription"),
        ("in/1.eml", [], {"list-id": "<l.x>", "precedence": "bulk"}, "list"),
        ("in/1.eml", [], {"precedence": "bulk"}, "automatic"),
        ("in/1.eml", [], {"precedence": "junk"}, "junk"),
        ("in/1.eml", [], {"auto-submitted": "auto-replied"}, "automatic"),
        ("in/1.eml", [], {"auto-submitted": "no"}, "personal"),
        ("in/1.eml", [], {"x-spam-status": "Yes, score=9"}, "junk"),
        ("in/1.eml", [], {"x-spam-status": "No, score=-2"}, "personal"),
    ],
)
def test_category(
    path: str, labels: list[str], signals: dict[str, str], expected: str
) -> None:
    found = category_of(folder_names(path), labels, signals)
    assert found is MailCategory(expected)
