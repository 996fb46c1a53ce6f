"""Notes whose dates are wrong, equal, ambiguous or in the future."""

from datetime import date

import pytest

from ragtui_core import Vault, open_vault
from support.extensions import needs_files
from support.vaults import MakeVault

TODAY = date(2026, 11, 27)


def opened(make_vault: MakeVault, files: dict[str, str]) -> Vault:
    root = make_vault(dict(files)).root
    vault = open_vault(root, today=lambda: TODAY)
    vault.index()
    return vault


def day_of(make_vault: MakeVault, path: str, text: str) -> str:
    vault = opened(make_vault, {path: text})
    hits = vault.search("heron").hits
    return hits[0].fields.date


@pytest.mark.parametrize(
    ("path", "text", "day"),
    [
        ("2026-11-03 after 2025-10-01.md", "Heron.\n", "2026-11-03"),
        ("heron.md", "---\ndate: 0000-00-00\n---\nHeron.\n", ""),
        ("heron.md", "# Heron, call +49 170 2026 1103\n", ""),
        (
            "heron.eml",
            "From: a@example.org\nDate: Tue, 03 Nov 2026 00:30:00 +0200\n"
            "Subject: Heron\nMessage-ID: <1@x>\n\nHeron.\n",
            "2026-11-03",
        ),
        (
            "heron.eml",
            "From: a@example.org\nDate: Thu, 01 Jan 1970 00:00:00 +0000\n"
            "Subject: Heron\nMessage-ID: <1@x>\n\nHeron.\n",
            "",
        ),
    ],
)
@needs_files
def test_the_date_of_a_note(
    make_vault: MakeVault, path: str, text: str, day: str
) -> None:
    assert day_of(make_vault, path, text) == day


@pytest.mark.parametrize(
    ("order", "shown"), [("dmy", "5 Jun 2026"), ("mdy", "6 May 2026")]
)
def test_the_order_of_an_ambiguous_date_is_a_setting_and_said(
    make_vault: MakeVault, order: str, shown: str
) -> None:
    root = make_vault({"2026-06-05.md": "Tea.\n", "2026-05-06.md": "Tea.\n"}).root
    flags = {"search.date_order": order}
    vault = open_vault(root, flags=flags, today=lambda: TODAY)
    vault.index()
    result = vault.search("tea on 05/06/2026")
    assert result.time
    assert result.time.shown == shown
    assert len(result.hits) == 1
    assert any(f"05/06/2026 was read as {shown}, and not as" in n for n in result.notes)
