"""The commands with an index in PostgreSQL: the same answers, one sentence if not."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import Mode, SearchOptions, open_vault
from ragtui_core.errors import DeletionsRefused, StorageError
from ragtui_core.index_state import IndexStateName
from ragtui_core.indexing.events import is_reading
from support.commands import ROOT
from support.postgres_server import new_database
from support.vaults import write_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragtui_core.indexing import IndexEvent

pytestmark = pytest.mark.postgres

Captured = pytest.CaptureFixture[str]

SAMPLE = ROOT / "sample-vault"

SEARCHES = [
    ["battery life"],
    ["batery lief", "--mode", "keyword"],
    ["calibrat*", "--mode", "keyword"],
    ['"clock change"'],
    ["tag:power cells"],
    ["why did readings go missing in October", "--explain"],
    ["how long does a battery last", "--mode", "semantic"],
]


@pytest.fixture(scope="module")
def dsn() -> str:
    """A database of this module's own."""
    return new_database("commands")


@pytest.fixture
def in_postgres(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's setting."""
    monkeypatch.setenv("RAGTUI_STORE", dsn)


@pytest.fixture
def make_folder(tmp_path: Path) -> Callable[..., Path]:
    """Make folders of notes, of any name at any place."""

    def make(place: str, files: dict[str, str | bytes]) -> Path:
        folder = tmp_path / place
        folder.parent.mkdir(exist_ok=True)
        write_files(folder, files)
        return folder

    return make


def shown(capsys: Captured, *arguments: str) -> str:
    assert main(arguments) == exit_codes.FOUND
    return capsys.readouterr().out


def about(number: str) -> object:
    """A number as vectors of half the length give it."""
    return pytest.approx(float(number), rel=0.001, abs=0.002)


def in_order_of_places(found: dict[str, Any]) -> dict[str, Any]:
    """A result with its best hits by place: about equal scores have no order."""
    hits = [{**hit, "rank": 0, "additional": False} for hit in found["hits"][:3]]
    return {**found, "hits": sorted(hits, key=lambda hit: (hit["path"], hit["span"]))}


def test_output_is_that_of_a_file(
    dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    sample = shutil.copytree(SAMPLE, tmp_path / "sample")
    monkeypatch.chdir(sample)
    monkeypatch.setenv("RAGTUI_LOG_ANSWERS", "false")
    shown(capsys, "index", ".")
    in_file = [shown(capsys, "search", *line, "--json") for line in SEARCHES]
    beside = [listed(sample)]
    answer = shown(capsys, "ask", "What does E-417 mean?")
    of_file = json.loads(shown(capsys, "status", "--json"))
    monkeypatch.setenv("RAGTUI_STORE", dsn)
    shown(capsys, "index", ".")
    for line, expected in zip(SEARCHES, in_file, strict=True):
        found = json.loads(shown(capsys, "search", *line, "--json"))
        wanted = json.loads(expected, parse_float=about)
        assert in_order_of_places(found) == in_order_of_places(wanted)
    asked = shown(capsys, "ask", "What does E-417 mean?")
    assert re.sub(r"0\.\d\d ", "", asked) == re.sub(r"0\.\d\d ", "", answer)
    status = json.loads(shown(capsys, "status", "--json"))
    for differs in ("index_path", "index_bytes", "last_indexed"):
        assert status.pop(differs) != of_file.pop(differs) or differs == "last_indexed"
    assert status == of_file
    assert [listed(sample)] == beside


def listed(root: Path) -> list[object]:
    """What is beside hits: facets, completions, links and a document."""
    vault = open_vault(root)
    found: list[object] = [vault.facets("battery"), vault.complete("tag:p", 5)]
    found += [vault.links.backlinks("glossary.md"), vault.documents.read("glossary.md")]
    vault.close()
    return found


@pytest.mark.usefixtures("in_postgres")
def test_a_machine_without_the_files_says_what_it_did_not_verify(
    make_folder: Callable[..., Path], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGTUI_LOG_ANSWERS", "false")
    name: dict[str, str | bytes] = {".ragtui.toml": 'vault_name = "far"\n'}
    text = "# Pump\n\nIts impeller is changed every second winter.\n"
    ask = ("ask", "When is the impeller of the pump changed?")
    monkeypatch.chdir(make_folder("here/notes", {"pump.md": text, **name}))
    shown(capsys, "index", ".")
    of_files = shown(capsys, "search", "impeller", "--json")
    verified = json.loads(shown(capsys, *ask, "--json"))["citations"]
    assert {each["verdict"] for each in verified} == {"exact"}
    monkeypatch.chdir(make_folder("away/notes", name))
    assert shown(capsys, "search", "impeller", "--json") == of_files
    cited = json.loads(shown(capsys, *ask, "--json"))["citations"]
    assert {each["verdict"] for each in cited} == {"file_not_here"}
    assert [each["quote"] for each in cited] == [each["quote"] for each in verified]
    told = shown(capsys, *ask)
    assert "not verified: the file is not here" in told
    assert "verified" not in told.replace("not verified: the file is not here", "")


@pytest.mark.usefixtures("in_postgres")
def test_a_named_vault_is_one_index_anywhere(make_folder: Callable[..., Path]) -> None:
    name = 'vault_name = "orchard"\n'
    notes = {f"{n}.md": f"# Tree {n}\n\nAn apple tree.\n" for n in range(24)}
    one = open_vault(make_folder("a/orchard", {".ragtui.toml": name} | notes))
    two = open_vault(make_folder("b/wood", {".ragtui.toml": name} | notes))
    one.index(embed=False)
    assert len(two.search("apple").hits) == 10
    finished = two.index(embed=False)
    assert (finished.documents, two.index_location) == (24, one.index_location)
    other = make_folder("c/other", {".ragtui.toml": name, "x.md": "# Elsewhere\n"})
    three = open_vault(other)
    with pytest.raises(DeletionsRefused, match=f"was indexed from {two.root}"):
        three.index(embed=False)
    assert len(one.search("apple").hits) == 10
    for vault in (one, two, three):
        vault.close()


@pytest.mark.usefixtures("in_postgres")
def test_passages_are_written_once(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.indexing.words_first.MIN_FILES", 1)
    events: list[IndexEvent] = []
    vault = open_vault(make_folder("notes", {"a.md": "# A\n", "b.md": "# B\n"}))
    vault.index(events.append, embed=False)
    vault.close()
    stages = {each.name for each in events if is_reading(each)}
    assert stages == {IndexStateName.READING}


@pytest.mark.usefixtures("in_postgres")
def test_an_index_is_copied_there_and_back(tmp_path: Path, capsys: Captured) -> None:
    sample = shutil.copytree(SAMPLE, tmp_path / "sample")
    (sample / "nul.md").write_bytes(b"# N\0l\n\nA zero \0 byte.\n")
    open_vault(sample, db=tmp_path / "first.db").index()
    for places in (
        (str(tmp_path / "first.db"), "server"),
        ("server", str(tmp_path / "second.db")),
    ):
        out = shown(capsys, "store", "copy", *places, "--vault", str(sample))
        assert re.search(r" 57 documents and (\d+) passages, \1 of them with a", out)
    second = open_vault(sample, db=tmp_path / "second.db").search("battery life")
    first = open_vault(sample, db=tmp_path / "first.db").search("battery life")
    assert [hit.span for hit in second.hits] == [hit.span for hit in first.hits]


@pytest.mark.parametrize("line", ["search apple", "index .", "status", "ask apple?"])
def test_a_server_that_cannot_be_used_is_one_sentence(
    make_folder: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
    line: str,
) -> None:
    monkeypatch.chdir(make_folder("notes", {"a.md": "# Apple\n"}))
    monkeypatch.setenv("RAGTUI_STORE", "postgresql://u:s3cret@127.0.0.1:9/x")
    assert main(line.split()) == exit_codes.FAILED
    out, reported = capsys.readouterr()
    assert out == ""
    assert re.fullmatch("ragtui: .*cannot be used.*\n", reported)
    assert "s3cret" not in reported


def test_a_driver_that_is_missing_is_named(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGTUI_STORE", "postgresql://127.0.0.1/x")
    for name in [each for each in sys.modules if each.startswith("ragtui_postgres.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match=r"pip install 'ragtui\[postgres\]'"):
        open_vault(make_folder("notes", {}))


def test_a_vault_names_no_server(make_folder: Callable[..., Path]) -> None:
    from ragtui_core.errors import SettingsError

    folder = make_folder("notes", {".ragtui.toml": 'store = "postgresql://u:s3cret@h"'})
    with pytest.raises(SettingsError, match="store") as caught:
        open_vault(folder)
    assert "s3cret" not in str(caught.value)


@pytest.mark.usefixtures("in_postgres")
def test_rights_are_given_listed_and_taken_back(
    make_folder: Callable[..., Path],
    dsn: str,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files: dict[str, str | bytes] = {
        "offers/a.md": "# Apple\n\nA price.\n",
        "b.md": "# Pear\n\nA price.\n",
    }
    monkeypatch.chdir(make_folder("rights/notes", files))
    shown(capsys, "index", ".", "--no-embed")
    assert "may read the vault" in shown(capsys, "store", "rights")
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE sales LOGIN")
    shown(capsys, "store", "allow", "sales", "./offers/")
    assert shown(capsys, "store", "rights") == "sales: offers/\n"
    with monkeypatch.context() as patched:
        patched.setenv("RAGTUI_STORE", f"{dsn} user=sales")
        hits = json.loads(shown(capsys, "search", "price", "--json"))["hits"]
        assert [each["path"] for each in hits] == ["offers/a.md"]
        assert main(["store", "allow", "sales", "."]) == exit_codes.FAILED
        assert "may not" in capsys.readouterr().err
    shown(capsys, "store", "deny", "sales", "offers")
    assert main(["store", "deny", "sales", "offers"]) == exit_codes.NOTHING
    capsys.readouterr()
    listed = json.loads(shown(capsys, "store", "rights", "--json"))
    assert listed == {"restricted": True, "rights": []}
    assert main(["store", "allow", "sales", "../x"]) == exit_codes.FAILED


def test_a_file_has_no_rights(
    make_folder: Callable[..., Path], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(make_folder("file/notes", {"a.md": "# Apple\n"}))
    assert main(["store", "allow", "sales", "."]) == exit_codes.FAILED
    assert "need an index in PostgreSQL" in capsys.readouterr().err


def random_text(length: int) -> str:
    """What PostgreSQL cannot compress."""
    return "".join(Random(1).choices(ascii_lowercase, k=length))


VALUE = random_text(6_000)

FIELDS = "company", "category", "status", "type", "tags", "aliases", "date", "summary"

VALUES = {
    "title": ("n.md", f"# {VALUE}\n\nThe pump hums.\n"),
    "heading": ("n.md", f"# Night\n\n## {VALUE}\n\nThe pump hums.\n"),
    "link": ("n.md", f"# Night\n\nThe pump hums: [[{VALUE}]], [x]({VALUE}.md)\n"),
    "tag in the text": ("n.md", f"# Night\n\nThe pump hums. #{VALUE}\n"),
    "mail": (
        "n.eml",
        f"From: {VALUE}@example.org\nTo: {VALUE}@example.org\n"
        f"Subject: {VALUE}\nMessage-ID: <{VALUE}@example.org>\n"
        f"References: <{VALUE}@example.org>\n\nThe pump hums.\n",
    ),
} | {
    key: ("n.md", f"---\n{key}: {VALUE}\n---\n# Night\n\nThe pump hums.\n")
    for key in FIELDS
}


@pytest.mark.usefixtures("in_postgres")
def test_values_longer_than_a_row_are_found(make_folder: Callable[..., Path]) -> None:
    files = {f"{name}/{path}": text for name, (path, text) in VALUES.items()}
    vault = open_vault(make_folder("values/notes", files))
    vault.index(embed=False)
    options = SearchOptions(mode=Mode.KEYWORD, limit=100)
    found = vault.search("pump hums", options).hits
    assert {hit.path for hit in found} == files.keys()
    vault.facets("pump")
    vault.complete("tag:", 5)
    vault.index(embed=False)
    vault._store.check()
    vault.close()


@pytest.mark.usefixtures("in_postgres")
def test_a_mail_stays_while_a_copy_is_left(make_folder: Callable[..., Path]) -> None:
    mail = "Message-ID: <1@host>\nFrom: ann@host\nSubject: Owls\n\nHoot.\n"
    root = make_folder("mails", {"a/owl.eml": mail, "b/owl.eml": mail})
    vault = open_vault(root)

    def found() -> list[tuple[str, tuple[str, ...]]]:
        vault.index(embed=False)
        hits = vault.search("owls", SearchOptions(mode=Mode.KEYWORD)).hits
        return [(hit.path, hit.copies) for hit in hits]

    ((first, (copy,)),) = found()
    assert {first, copy} == {"a/owl.eml", "b/owl.eml"}
    (root / first).unlink()
    assert found() == [(copy, ())]
    (root / copy).unlink()
    assert found() == []
    vault._store.check()
    vault.close()


@pytest.mark.usefixtures("in_postgres")
def test_a_path_longer_than_a_row_of_an_index_is_skipped_with_the_reason(
    make_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    root = make_folder("paths/notes", {"zebra.md": "# Zebra\n\nStripes.\n"})
    monkeypatch.chdir(root)
    folders = [VALUE[at : at + 220] for at in range(0, 14 * 220, 220)]
    for folder in folders:  # A path has 4,096 bytes at most.
        Path(folder).mkdir()
        os.chdir(folder)
    Path("n.md").write_text("# Night\n")
    mail = "Message-ID: <1@host>\nFrom: ann@host\nSubject: Owls\n\nHoot.\n"
    Path("n.eml").write_text(mail)
    monkeypatch.chdir(root)
    for _ in range(2):
        shown(capsys, "index", "--no-embed")
        status = json.loads(shown(capsys, "status", "--json"))
        assert status["documents"] == 1
        for name, skipped in zip(("eml", "md"), status["skipped"], strict=True):
            assert skipped["path"].startswith(folders[0])
            assert skipped["path"].endswith(f"{folders[-1]}/n.{name}")
            assert "can have 2,600: shorten" in skipped["reason"]
        assert "zebra.md" in shown(capsys, "search", "--mode=keyword", "zebra")
    Path(*folders[:7]).rename("short")
    shown(capsys, "index", "--no-embed")
    status = json.loads(shown(capsys, "status", "--json"))
    assert (status["documents"], status["skipped"]) == (3, [])
    assert "Hoot." in shown(capsys, "search", "--mode=keyword", "owls")
