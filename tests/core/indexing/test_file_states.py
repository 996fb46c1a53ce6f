"""Files whose names, sizes and times are unusual, or change while they are read."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core import Vault, open_vault
from ragtui_core.indexing import scanner as scanning
from ragtui_core.indexing.events import ScanFinished
from ragtui_core.indexing.scanner import file_state, scan_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.settings import IndexSettings
from support.vaults import MakeVault


def words(vault: Vault, query: str) -> list[str]:
    options = SearchOptions(mode=Mode.KEYWORD, fill=False)
    return [hit.path for hit in vault.search(query, options).hits]


def indexed(vault: Vault) -> ScanFinished:
    events: list[object] = []
    vault.index(events.append, embed=False)
    return next(e for e in events if isinstance(e, ScanFinished))


def test_another_of_the_same_size_and_time_replaces_it(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple", ".other": "# Grape"})
    for name in ("a.md", ".other"):
        os.utime(vault.root / name, (1_600_000_000, 1_600_000_000))
    indexed(vault)
    (vault.root / ".other").replace(vault.root / "a.md")
    indexed(vault)
    assert words(vault, "grape") == ["a.md"]


MOMENTS = st.one_of(
    st.sampled_from([0, -1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**30]),
    st.integers(),
)


@given(modified=MOMENTS, changed=MOMENTS, inode=st.integers(0, 2**64 - 1))
def test_any_time_and_number_fits_into_the_index(
    modified: int, changed: int, inode: int
) -> None:
    class Status:
        st_size = 1
        st_mtime_ns = modified
        st_ctime_ns = changed
        st_ino = inode

    state = file_state("a.md", Status())  # type: ignore[arg-type]
    for value in (state.mtime_ns, state.changed_ns, state.inode):
        assert -(2**63) <= value < 2**63
    if abs(modified) < 2**63:
        assert state.mtime_ns == modified


def test_files_of_one_time_are_ordered_by_their_dates(make_vault: MakeVault) -> None:
    names = ["2026-01-02.md", "2026-03-04.md", "a.md", "2026-03-03.md"]
    vault = make_vault(dict.fromkeys(names, "Tea."))
    for name in names:
        os.utime(vault.root / name, (10**9, 10**9 + (name == "2026-01-02.md")))
    indexed(vault)
    order = ["2026-01-02.md", "2026-03-04.md", "2026-03-03.md", "a.md"]
    assert [card.path for card in vault.documents.recent(5)] == order


@pytest.mark.parametrize("year_seconds", [-10_000_000_000, 10_000_000_000, 2**33])
def test_a_time_beyond_what_can_be_stored_ends_nothing(
    make_vault: MakeVault, year_seconds: int
) -> None:
    vault = make_vault({"a.md": "# Apple", "b.md": "# Pear"})
    os.utime(vault.root / "a.md", (year_seconds, year_seconds))
    assert indexed(vault).added == 2
    assert words(vault, "apple") == ["a.md"]
    assert len(vault.documents.recent(5)) == 2
    assert indexed(vault).unchanged == 2


@settings(max_examples=24)
@given(
    value=st.one_of(
        st.sampled_from(
            [".nan", ".inf", "-.inf", "9999-12-31", "0001-01-01", "10000-01-01"]
        ),
        st.sampled_from(
            ["-1", "1e400", "99999999999999999999", "2262-04-12T00:00:00Z"]
        ),
        st.integers().map(str),
        st.floats().map(repr),
        st.datetimes().map(lambda moment: moment.isoformat()),
    )
)
def test_dates_of_front_matter_end_nothing(
    tmp_path_factory: pytest.TempPathFactory, value: str
) -> None:
    root = tmp_path_factory.mktemp("vault")
    fields = "".join(
        f"{name}: {value}\n" for name in ("date", "created", "updated", "other")
    )
    (root / "a.md").write_text(f"---\n{fields}---\n# Apple\n")
    (root / "b.md").write_text("# Pear\n")
    vault = open_vault(root, db=root / ".index.db")
    vault.index(embed=False)
    assert words(vault, "pear") == ["b.md"]
    assert words(vault, "apple") == ["a.md"]
    for query in ("after:2020 apple", "before:2300 apple", "year:9999", "type:x"):
        vault.search(query)
    assert len(vault.documents.recent(5)) == 2
    vault.facets("apple")
    vault.close()


def test_a_file_and_a_folder_that_vanish_between_two_looks(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault({"a.md": "# A", "b.md": "# B", "sub/c.md": "# C"})
    walk = scanning._walk

    def vanish(root: Path, *rest: object) -> Iterator[object]:
        for entry, path in walk(root, *rest):  # type: ignore[arg-type]
            if path == "a.md":
                (root / "b.md").unlink()
                (root / "sub/c.md").unlink()
                (root / "sub").rmdir()
            yield entry, path

    monkeypatch.setattr(scanning, "_walk", vanish)
    scan = scan_vault(vault.root, IndexSettings())
    assert [file.path for file in scan.files] == ["a.md"]
    assert scan.skipped == []
