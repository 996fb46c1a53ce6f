"""The public interface: choosing a vault, and reading from it."""

from pathlib import Path

import pytest

from ragtui_core import open_vault
from ragtui_core.documents.markdown.headings import find_section
from ragtui_core.errors import DocumentNotFound, VaultError
from ragtui_core.history import count_questions, is_empty
from support.extensions import needs_eval
from support.log import exchange
from support.vaults import IndexVault, MakeVault

NOTE = """\
---
title: Methods
---
Intro.

# Methods

## Economic evaluation

Costs.

### Discounting

Three per cent.

## Ethics

Approved.
"""


def test_a_missing_vault_is_named(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match=r"no such folder: .*none$"):
        open_vault(tmp_path / "none")


def test_a_file_is_no_vault(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    with pytest.raises(VaultError, match="is a file"):
        open_vault(tmp_path / "a.md")


def test_two_names_of_one_folder_share_an_index(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "alias").symlink_to(tmp_path / "notes")
    assert (
        open_vault(tmp_path / "alias").index_path
        == open_vault(tmp_path / "notes").index_path
    )


def test_the_index_lies_in_the_data_directory_unless_named(
    tmp_path: Path, make_vault: MakeVault
) -> None:
    vault = make_vault({"a.md": "x"})
    assert vault.index_path.is_relative_to(tmp_path / "data")
    named = open_vault(vault.root, db=tmp_path / "here.db")
    assert named.index_path == tmp_path / "here.db"


def test_a_name_with_a_number_sign_and_a_heading(index_vault: IndexVault) -> None:
    vault = index_vault({"C# notes.md": "# Events", "C.md": "# C"})
    for name, path, heading in (
        ("C# notes.md", "C# notes.md", ""),
        ("C# notes#Events", "C# notes.md", "Events"),
        ("C#D", "C.md", "D"),
    ):
        document, named = vault.documents.find_with_heading(name)
        assert (document.path, named) == (path, heading)


def test_documents_are_found_by_path_end_or_name(index_vault: IndexVault) -> None:
    vault = index_vault({"a/note.md": "# A", "b/note.md": "# B", "b/one.md": "# C"})
    assert vault.documents.find("a/note.md").path == "a/note.md"
    assert vault.documents.find(str(vault.root / "b/one.md")).path == "b/one.md"
    assert vault.documents.find("one").path == "b/one.md"
    assert vault.documents.find("one.md").path == "b/one.md"
    with pytest.raises(DocumentNotFound, match=r"a/note\.md, b/note\.md"):
        vault.documents.find("note")
    with pytest.raises(DocumentNotFound, match=r"did you mean 'b/one\.md'"):
        vault.documents.find("b/ones.md")
    with pytest.raises(DocumentNotFound, match=r"did you mean 'b/note\.md'"):
        vault.documents.find("b/notes.md")
    for other in ("meeting.md", "b/x.md", "agenda.md"):
        with pytest.raises(DocumentNotFound, match=r"^((?!did you mean).)*$"):
            vault.documents.find(other)


@pytest.mark.parametrize("path", ["../secret.md", "link.md", "/etc/hostname"])
def test_nothing_outside_the_vault_can_be_read(
    make_vault: MakeVault, tmp_path: Path, path: str
) -> None:
    (tmp_path / "secret.md").write_text("secret")
    vault = make_vault({"a.md": "x"})
    (vault.root / "link.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(DocumentNotFound):
        vault.documents.find(path)


@pytest.mark.parametrize(
    ("heading", "start", "end"),
    [
        ("Economic evaluation", "## Economic", "Three per cent.\n\n"),
        ("economic-evaluation", "## Economic", "Three per cent.\n\n"),
        ("Methods > ethics", "## Ethics", "Approved.\n"),
        ("discounting", "### Disc", "Three per cent.\n\n"),
    ],
)
def test_a_section_goes_to_the_next_heading_of_its_level(
    make_vault: MakeVault, heading: str, start: str, end: str
) -> None:
    document = make_vault({"note.md": NOTE}).documents.read("note.md")
    text = find_section(document, heading).of(document.text)
    assert text.startswith(start)
    assert text.endswith(end)


def test_an_unknown_heading_names_those_there_are(make_vault: MakeVault) -> None:
    document = make_vault({"note.md": NOTE}).documents.read("note.md")
    with pytest.raises(DocumentNotFound, match="Discounting, Ethics"):
        find_section(document, "Results")


@needs_eval
def test_every_vault_writes_to_one_log_and_counts_its_own(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    vault = make_vault({"a.md": "x"})
    (tmp_path / "other").mkdir()
    other = open_vault(tmp_path / "other")
    assert is_empty(vault.audit_log.statistics(vault.root))
    for each in (vault, vault, other):
        each.audit_log.write(exchange(vault=str(each.root)))
    assert count_questions(vault.audit_log.statistics(vault.root)) == 2
    assert count_questions(other.audit_log.statistics(other.root)) == 1
    assert count_questions(other.audit_log.statistics()) == 3
    assert vault.audit_log.directory == tmp_path / "data" / "log"
