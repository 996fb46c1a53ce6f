"""Any line and any filters are answered; a note reports what was not understood."""

import string

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Vault
from ragtui_core.search.options import CurrentLocation, Scope, SearchOptions
from ragtui_core.search.query_language import FIELDS, MAX_PARTS
from ragtui_core.search_results import Mode
from support.samples import sampled
from support.vaults import shared_vault_fixture

SYNTAX = st.sampled_from(
    (*(f"{field}:" for field in FIELDS), *(f"-{field}:" for field in FIELDS),
     '"', "-", "(", ")", "*", "^", ":", "+", "NEAR(", "AND", "OR", "NOT", "{", "}",
     "%", "_", "[", "]", "\\", "'", ";", "--", "7d", "9999y", "2026-02-31", "\0",
     "\ud800", "\udcff", "pump", "valve", " ", "\n", "日本")
)  # fmt: skip
LINES = st.lists(SYNTAX | st.text(max_size=4), max_size=12).map("".join) | st.text()


vault = shared_vault_fixture(
    {
        "a.md": "---\ntags: [a, b]\nstatus: x\n---\n# Pump\n\nA pump.\n",
        "sub/b.md": "# Valve\n\nA valve, 日本語の文。\n",
    },
    embed=False,
)


@given(
    LINES,
    st.lists(LINES, max_size=3),
    st.sampled_from([*Mode]),
    st.sampled_from([*Scope]),
    st.sampled_from(["a.md", "sub/b.md", "\udcff/x.md", "%/_.md", ""]),
    st.booleans(),
)
def test_any_line_is_answered(
    vault: Vault,
    line: str,
    more: list[str],
    mode: Mode,
    scope: Scope,
    path: str,
    flag: bool,
) -> None:
    options = SearchOptions(
        mode=mode,
        filters=tuple(more),
        also=tuple(more[:1]),
        at=CurrentLocation(path),
        scope=scope,
        explain=flag,
        as_you_type=flag,
    )
    result = vault.search(line, options)
    assert all(0 <= hit.score <= 1 for hit in result.hits)
    vault.facets(line, options)
    vault.complete(line, len(line) // 2)


CODE = "cpp.md"
NOTES = {
    CODE: "# Pointers\n\n`a->b` and `std::vector<int>`, after `#include <iostream>`.",
    "cli.md": "# Options\n\nPass `--flag` or `-v`.",
    "dates.md": "# Meeting\n\nOn 2026-03-31 at 14:30; written 31.03.2026, too.",
    "units.md": "# Limits\n\nA pressure of 3.5 bar at 20 °C, 10 µm and 230 V/50 Hz.",
    "mixed.md": "# Mixed\n\nThe насос and 泵 are a pump, ポンプ, مضخة.",
    "url.md": "# Link\n\nSee https://example.org/a/b-c?x=y:z&q=1#part for more.",
    "is.md": "# Being\n\nWhat is it? It is what it is.",
    "r.md": "# R\n\nR is a language.",
} | {f"log/{n}.md": f"Valve, filter, gauge number {n} were fine." for n in range(9)}


code_vault = shared_vault_fixture(NOTES, embed=False)


def test_a_pasted_page_finds_its_note(code_vault: Vault) -> None:
    page = f"{NOTES[CODE]} With tag:x, and no -v. " * 1000
    result = code_vault.search(page)
    assert result.hits[0].path == CODE
    assert any("only its first" in note for note in result.notes)
    assert not any("No document satisfies" in note for note in result.notes)


PASTED = st.lists(
    st.sampled_from(
        ("tag:x", "std::vector", "a->b", "--flag", "-rf", "from:ann", "https://a.b/c:d",
         "what", "is", "it", "14:30", "5kg", "µm", "насос", "泵", '+"a b"', "-pump",
         "status:404", "<x>", "{{#include a}}", "year:round")
    ),
    min_size=1,
    max_size=8,
).map(lambda pieces: " ".join(["pump", *pieces] * 41 + ["pump"]))  # fmt: skip


@given(PASTED)
def test_nothing_is_a_filter_inside_a_pasted_text(code_vault: Vault, line: str) -> None:
    result = code_vault.search(line, SearchOptions(mode=Mode.KEYWORD))
    assert "mixed.md" in {hit.path for hit in result.hits}
    assert not any("No document satisfies" in note for note in result.notes)


@pytest.mark.parametrize("field", sampled(FIELDS, 8))
@pytest.mark.parametrize("minus", ["", "-"])
def test_thousands_of_filters_are_answered(
    vault: Vault, field: str, minus: str
) -> None:
    line = " ".join(f"{minus}{field}:{2000 + n}" for n in range(3000))
    result = vault.search(f"pump {line}")
    assert any(f"only the first {MAX_PARTS} were used" in n for n in result.notes) or (
        "only its first" in " ".join(result.notes)
    )


def test_the_same_filter_many_times_is_one(vault: Vault) -> None:
    result = vault.search("tag:a " * 2000)
    assert [hit.path for hit in result.hits] == ["a.md"]
    assert not any("only the first" in note for note in result.notes)


@pytest.mark.parametrize(
    "line",
    [
        "(" * 1_000_000,
        '"' * 1_000_001,
        '"a" ' * 250_000,
        "-" * 1_000_000,
        "a:" * 500_000,
        "x" * 1_000_000,
        "pump " * 200_000,
        "path:" + "*a" * 500_000,
        "tag:" * 250_000,
        '"' + "pump " * 200_000 + '"',
        "日" * 300_000,
        string.punctuation * 30_000,
    ],
    ids=lambda line: line[:8],
)
def test_a_line_of_a_megabyte_is_answered(vault: Vault, line: str) -> None:
    result = vault.search(line)
    assert any("long" in note for note in result.notes)
