"""Any line and any filters are answered; a note reports what was not understood."""

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtui_core.search.options import CurrentLocation, Scope, SearchOptions
from ragtui_core.search.query.query_language import FIELDS, MAX_PARTS
from ragtui_core.types import Mode
from ragtui_core.vault import Vault
from support.vaults import MakeVault

SYNTAX = st.sampled_from(
    (*(f"{field}:" for field in FIELDS), *(f"-{field}:" for field in FIELDS),
     '"', "-", "(", ")", "*", "^", ":", "+", "NEAR(", "AND", "OR", "NOT", "{", "}",
     "%", "_", "[", "]", "\\", "'", ";", "--", "7d", "9999y", "2026-02-31", "\0",
     "\ud800", "\udcff", "pump", "valve", " ", "\n", "日本")
)  # fmt: skip
LINES = st.lists(SYNTAX | st.text(max_size=4), max_size=12).map("".join) | st.text()


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    made = make_vault(
        {
            "a.md": "---\ntags: [a, b]\nstatus: x\n---\n# Pump\n\nA pump.\n",
            "sub/b.md": "# Valve\n\nA valve, 日本語の文。\n",
        }
    )
    made.index(embed=False)
    return made


def test_any_line_is_answered(vault: Vault) -> None:
    @settings(max_examples=300, deadline=None, suppress_health_check=[*HealthCheck])
    @given(
        LINES,
        st.lists(LINES, max_size=3),
        st.sampled_from([*Mode]),
        st.sampled_from([*Scope]),
        st.sampled_from(["a.md", "sub/b.md", "\udcff/x.md", "%/_.md", ""]),
        st.booleans(),
    )
    def check(
        line: str, more: list[str], mode: Mode, scope: Scope, path: str, flag: bool
    ) -> None:
        options = SearchOptions(
            mode=mode,
            filters=tuple(more),
            also=tuple(more[:1]),
            at=CurrentLocation(path),
            scope=scope,
            diverse=flag,
            explain=flag,
            as_you_type=flag,
        )
        result = vault.search(line, options)
        assert all(0 <= hit.score <= 1 for hit in result.hits)
        vault.facets(line, options)
        vault.complete(line, len(line) // 2)

    check()


@pytest.mark.parametrize("field", FIELDS)
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
