"""Notes whose name begins as the line come first."""

import json
import random
import string

import pytest

from ragtui_core import Vault
from ragtui_core.search.engine import UNFINISHED
from ragtui_core.search.options import SearchOptions, Sort
from ragtui_core.search_results import Mode
from ragtui_core.store.names.note_keys import CalledNote, folded_words
from ragtui_core.store.names.title_names import nearly_begun
from ragtui_core.types import DocumentId
from support.vaults import Files, IndexVault

TYPED = SearchOptions(mode=Mode.KEYWORD, as_you_type=True)
TALK = "Quarterly harbour dues, lighthouse lamps and dredging. " * 8


@pytest.fixture
def harbour(index_vault: IndexVault) -> Vault:
    files: Files = {
        f"talk/{at}.md": f"# Talk {at}\n\n{TALK}Harbour dues: harbour dues.\n"
        for at in range(9)
    }
    files |= {
        "Harbour dues.md": "# Fees of 2026\n\nNothing yet.\n",
        "b.md": "# Lighthouse keeper rota\n\nAnn, then Bo.\n",
        "c.md": "---\naliases: [Dredging plan, the mud book]\n---\n# Depths\n\nSoon.\n",
        "开发.md": "# 开发指南\n\n第一步。\n",
        "links.md": "# Lamps of the harbour\n\n- [[b]]\n- [[c]]\n- [[Harbour dues]]\n",
        "ebb.md": "---\ntags: [tides]\n---\n"
        f"{TALK * 4}\n" + f"\n## Neap\n\n{TALK}\n" * 12,
    }
    return index_vault(files)


def test_names_come_first_by_relevance_alone(harbour: Vault) -> None:
    by_date = SearchOptions(mode=Mode.KEYWORD, as_you_type=True, sort=Sort.NEWEST)
    assert harbour.search("lamps", by_date).hits[0].path != "links.md"


@pytest.mark.parametrize("line", ["lamps", "harbour d", "ligthouse", "dredg", "tides"])
def test_a_line_has_the_same_order_and_scores_in_all_front_ends(
    harbour: Vault, line: str
) -> None:
    app, page, command = (
        SearchOptions(limit=30, as_you_type=True),
        SearchOptions(limit=20, explain=True),
        SearchOptions(limit=10, front_end="command"),
    )
    shown = [
        [(hit.path, hit.span, hit.score) for hit in harbour.search(line, options).hits]
        for options in (app, page, command)
    ]
    assert shown[0][:10] == shown[1][:10] == shown[2]


@pytest.mark.parametrize("begun", ["folder:", "folder:ta", "-folder:ta", "after:to"])
def test_a_filter_counts_once_it_has_a_value(harbour: Vault, begun: str) -> None:
    whole = harbour.search("dredging", TYPED)
    found = harbour.search(f"dredging {begun}", TYPED)
    assert (found.hits, found.notes) == (whole.hits, whole.notes)
    alone = harbour.search(begun, TYPED)
    assert (alone.query, alone.hits, alone.notes) == (begun, (), (UNFINISHED,))


def begun(vault: Vault, text: str) -> list[str]:
    with vault._store.reader() as reader:
        chunks = reader.chunks(reader.titles.begun(text)).values()
        return [chunk.path for chunk in chunks]


def test_a_beginning_of_many_names_is_of_none(index_vault: IndexVault) -> None:
    vault = index_vault({f"{at}.md": f"# Talk {at}\n\nDues.\n" for at in range(30)})
    assert begun(vault, "talk") == []
    assert begun(vault, "talk 7") == ["7.md"]


def test_no_more_than_three_come_first(index_vault: IndexVault) -> None:
    files: Files = {f"{at}.md": f"# Pump house {at}\n\nEmpty.\n" for at in range(9)}
    vault = index_vault({**files, "z.md": f"# Log\n\n{'pump ' * 40}\n"})
    hits = vault.search("pump", TYPED).hits
    assert [hit.path for hit in hits].index("z.md") <= 3


def test_one_typo_in_a_name_leaves_it_first() -> None:
    chance = random.Random(20261127)
    words = ["".join(chance.choices(string.ascii_lowercase, k=7)) for _ in range(400)]
    names = [f"{one} {two}" for one, two in zip(words[::2], words[1::2], strict=True)]
    listed = [CalledNote(name, DocumentId(at)) for at, name in enumerate(names)]
    for number, name in enumerate(names):
        at = chance.randrange(12)
        half = name[:12]
        for line in (
            half[:at] + half[at + 1 :],
            f"{half[:at]}é{half[at:]}",
            half[:at] + half[at : at + 2][::-1] + half[at + 2 :],
        ):
            assert nearly_begun(folded_words(line), listed)[0].document == number


def test_names_of_any_characters_are_kept_apart(index_vault: IndexVault) -> None:
    titles = ["\u200b", "Two\nlines", "📘 İstanbul", "_", "C++", "ﬁne", "\0"]
    written = [json.dumps(title, ensure_ascii=False) for title in titles]
    files = {
        f"{at}.md": f"---\ntitle: {title}\n---\nEmpty.\n"
        for at, title in enumerate(written)
    }
    vault = index_vault({**files})
    assert begun(vault, "two li") == ["1.md"]
    assert begun(vault, "istan") == ["2.md"]
    assert begun(vault, "fin") == ["5.md"]
    assert begun(vault, "") == []
