"""A passage of content comes before the one that announces it."""

import pytest

from ragtui_core import Vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.ranking.announcements import is_contents
from support.answers import citations, collected
from support.vaults import MakeVault, open_with

CONTENTS = "".join(
    f"{number}. {title} {'.' * 40} {number * 7}\n"
    for number, title in enumerate(
        ["Purpose", "Minimum file requirements", "Encoding", "Minimum checks"], 1
    )
)
GUIDE = (
    f"# Guide\n\n{CONTENTS}\n## Purpose\n\nWhy the guide was written.\n\n"
    "## Minimum file requirements\n\nEach file has a title, a version, and a day on "
    "which it was changed.\n\n## Encoding\n\nAll is in UTF-8.\n"
)
REPLY = (
    "From: Tom Baker <tom@example.org>\nTo: me@example.org\nSubject: Re: Boiler\n"
    "Date: Tue, 10 Nov 2026 09:12:00 +0000\nMessage-ID: <b@example.org>\n\n"
    "Yes, Thursday at nine is fine.\n\n"
    "On Mon, 9 Nov 2026 at 10:00, Anna wrote:\n> When does the plumber come?\n\nTom\n"
)
ANSWER_BELOW = (
    REPLY.replace("Re: Boiler", "Re: Stove")
    .replace("Yes, Thursday at nine is fine.\n\n", "")
    .replace("\nTom\n", "\nOn Thursday at nine.\n\nBest regards,\nTom\n")
)


async def quotes(vault: Vault, question: str) -> list[str]:
    return [cited.quote for cited in citations(await collected(vault.ask(question)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CONTENTS, True),
        (
            "13\n7.4. File requirements........ 15\n7.4.1. Encoding....... 17\n7.4.2.",
            True,
        ),
        ("1. Purpose . . . . . . 7\n", True),
        ("He counts .... 3, 2, 1\nand waits.\nThen he goes.", False),
        ("1. Purpose\n2. Encoding\n", False),
        ("", False),
        ("." * 100_000, False),
    ],
)
def test_tables_of_contents(text: str, expected: bool) -> None:
    assert is_contents(text) is expected


async def test_the_section_is_found_before_the_table_of_contents(
    make_vault: MakeVault,
) -> None:
    root = make_vault({"guide.md": GUIDE}).root
    vault = open_with(root, {"chunking.max_tokens": 60, "chunking.min_tokens": 0})
    vault.index(embed=False)
    found = vault.search("minimum file requirements", SearchOptions(dedup=False))
    assert found.hits[0].heading_path[-1] == "Minimum file requirements"
    assert any(is_contents(hit.excerpt.replace(" · ", "\n")) for hit in found.hits)
    said = await quotes(vault, "What are the minimum file requirements?")
    assert said
    assert not any(map(is_contents, said))
    vault.close()


async def test_neither_head_nor_sign_off_stands_for_a_mail(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"reply.eml": REPLY, "below.eml": ANSWER_BELOW})
    vault.index(embed=False)
    for query, text in (("boiler", "Yes, Thursday"), ("stove", "On Thursday")):
        best, *_ = vault.search(query).hits
        assert best.excerpt.startswith(text)
        said = await quotes(vault, f"{query}?")
        assert said[0].startswith(text)
        assert not {"Tom", "Best regards,\nTom"}.intersection(said)
        assert not any(quote.startswith(("From:", "On Mon")) for quote in said)
    sent = await quotes(vault, "When did Tom Baker send the mail about the boiler?")
    assert any(quote.startswith("From: Tom") for quote in sent)
