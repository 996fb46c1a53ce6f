"""One person with several names at one address is one sender."""

from ragtui_core.search.options import SearchOptions
from ragtui_core.store.tables.correspondents import by_person, is_name_of
from support.extensions import needs_files
from support.vaults import IndexVault

FULL = "Tom Berger <tom@example.org>"
MAIL = "From: {}\nTo: me@example.org\nSubject: No {}\nMessage-ID: <{}@x>\n\nKeys.\n"


def test_names_of_a_person_are_counted_under_the_fullest() -> None:
    counts = [("Tom <tom@example.org>", 3), (FULL, 2), ("tom@example.org", 1)]
    assert by_person([*counts, ("Ann <ann@example.org>", 4)]) == [
        (FULL, 6),
        ("Ann <ann@example.org>", 4),
    ]


def test_persons_for_whom_a_service_writes_are_several() -> None:
    counts = [("Ann Lee <mail@service.org>", 2), ("Bo <mail@service.org>", 1)]
    assert by_person(counts) == counts
    assert not is_name_of("Bo <mail@service.org>", "Ann Lee <mail@service.org>")
    assert not is_name_of("Tom <tom@example.org>", "Tom")


@needs_files
def test_a_filter_finds_all_mails_of_a_person(index_vault: IndexVault) -> None:
    senders = [FULL, "Tom <tom@example.org>", "Tom <tom@other.org>"]
    vault = index_vault(
        {f"{n}.eml": MAIL.format(sender, n, n) for n, sender in enumerate(senders)}
    )
    [facet] = [f for f in vault.facets("keys") if f.field == "from"]
    values = [(item.value, item.count) for item in facet.values]
    assert values == [(FULL, 2), ("Tom <tom@other.org>", 1)]
    found = vault.search(f'from:"{FULL}"', SearchOptions()).hits
    assert {hit.path for hit in found} == {"0.eml", "1.eml"}
