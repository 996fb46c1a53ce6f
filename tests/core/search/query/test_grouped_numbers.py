"""Numbers are found with and without the separators of their groups."""

import pytest

from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.text.subwords import grouped_numbers
from support.vaults import Files, MakeVault

NUMBERS: Files = {
    "house.md": "# House\n\nThe house was sold for 2,350,000 euros.",
    "boat.md": "# Boat\n\nThe boat was sold for 2450000 euros.",
    "tom.md": "# Tom\n\nHis number is 0171 / 555 82 91.",
    "eva.md": "# Eva\n\nHer number is 01725558291.",
    "bank.md": "# Bank\n\nPay to DE89 3704 0044 0532 0130 00.",
    "bill.md": "# Bill\n\nPaid INV-2024-0917 in May.",
    "order.md": "# Order\n\nPaid INV20240918 in June.",
    "kim.md": "# Kim\n\nIn Berlin: +49 (0)30 / 774 19 52.",
    "joe.md": "# Joe\n\nIn the US 555-867-5309.",
    "book.md": "# Book\n\nISBN 978-3-16-148410-0.",
    "tax.md": "# Tax\n\nOur number is DE 123 456 789.",
    "part.md": "# Part\n\nOrder XK 42-17/B soon.",
    "area.md": "# Area codes\n\n030 is Berlin, 0171 a mobile, 978 a book.",
    "inv.md": "# INV\n\nINV means invoice; INV is short. INV 2024.",
}


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("2350000", "house.md"),
        ("2.350.000", "house.md"),
        ("2,450,000", "boat.md"),
        ("2 450 000", "boat.md"),
        ("01715558291", "tom.md"),
        ("0171 5558291", "tom.md"),
        ("0172/555 82 91", "eva.md"),
        ("DE89370400440532013000", "bank.md"),
        ("INV20240917", "bill.md"),
        ("INV-2024-0918", "order.md"),
        ("+49307741952", "kim.md"),
        ("+4930 774 1952", "kim.md"),
        ("030 7741952", "kim.md"),
        ("5558675309", "joe.md"),
        ("9783161484100", "book.md"),
        ("DE123456789", "tax.md"),
        ("123456789", "tax.md"),
        ("XK4217B", "part.md"),
    ],
)
def test_a_number_is_found_however_it_is_grouped(
    make_vault: MakeVault, line: str, path: str
) -> None:
    vault = make_vault(NUMBERS)
    vault.index(embed=False)
    hits = vault.search(line, SearchOptions(mode=Mode.KEYWORD, fill=False)).hits
    assert hits
    assert (hits[0].path, hits[0].is_weak) == (path, False)


@pytest.mark.parametrize(
    "text", ["2026-11-27", "2026-11-27T10:00", "1-2-3", "0.250.000"]
)
def test_days_and_small_numbers_stay_as_they_are(text: str) -> None:
    assert not grouped_numbers(f"On {text} it was so.")
