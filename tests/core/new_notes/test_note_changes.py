"""Tasks that are ticked off, and notes that are renamed: what is in the files then."""

from pathlib import Path

import pytest

from ragtui_core import Lines
from ragtui_core.errors import RagtuiError
from ragtui_core.new_notes import rename_note, tick_off
from support.vaults import IndexVault, MakeVault

TASKS = (
    "# Tâches\r\n\r\n- [ ] café\r\n  1. [x] thé\n> * [X] eau\n- [/] lait\n- [ ]( a )\n"
)
ENCODINGS = "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"


def contents(root: Path) -> dict[str, bytes]:
    files = (file for file in root.rglob("*") if file.is_file())
    return {file.name: file.read_bytes() for file in files}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_tick_changes_one_character(make_vault: MakeVault, encoding: str) -> None:
    vault = make_vault({"a.md": TASKS.encode(encoding)})
    file = vault.root / "a.md"
    file.chmod(0o640)
    first, second = Lines(1, 3), Lines(4, 4)
    for lines, before, after in (
        (first, "[ ] c", "[x] c"),
        (second, "[x] t", "[ ] t"),
    ):
        tick_off(vault, "a.md", lines)
        changed = TASKS.replace(before, after).encode(encoding)
        assert file.read_bytes() == changed
        tick_off(vault, "a.md", lines)
        assert file.read_bytes() == TASKS.encode(encoding)
    tick_off(vault, "a.md", Lines(5, 5))
    assert file.read_bytes() == TASKS.replace("[X]", "[ ]").encode(encoding)
    assert file.stat().st_mode & 0o777 == 0o640
    assert [*contents(vault.root)] == ["a.md"]


@pytest.mark.parametrize(
    ("path", "line", "reason"),
    [
        ("a.md", 1, "no task"),
        ("a.md", 6, "no task"),  # begun: `x` and back would lose that
        ("a.md", 7, "no task"),
        ("a.txt", 1, "is not a note"),
        ("b.md", 1, "has changed meanwhile"),
    ],
)
def test_what_cannot_be_ticked_off_is_left_alone(
    make_vault: MakeVault,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    line: int,
    reason: str,
) -> None:
    vault = make_vault({"a.md": TASKS, "a.txt": "- [ ] a\n", "b.md": "- [ ] b\n"})
    if path == "b.md":
        document = vault.documents.read(path)
        (vault.root / path).write_text("- [ ] c\n")
        monkeypatch.setattr(type(vault.documents), "read", lambda *_: document)
    before = contents(vault.root)
    with pytest.raises(RagtuiError, match=reason):
        tick_off(vault, path, Lines(line, line))
    assert contents(vault.root) == before


NOTES: dict[str, str | bytes] = {
    "pump.md": "---\ntitle: Pump\n---\n# Pump\n\n[b](sub/b.md)\n",
    "sub/b.md": "# B\r\n\r\nLa [[pump]] à [l'eau](../pump.md#pump).\r\n".encode(
        "cp1252"
    ),
    "2026-11-03.md": "[[Pump]]\n",
    "plan.pdf.md": "[[pump|there]]",
}


def test_a_note_is_renamed_with_its_links(index_vault: IndexVault) -> None:
    vault = index_vault(NOTES)
    assert rename_note(vault, "pump.md", " Café  ") == "Café.md"
    assert contents(vault.root) == {
        "Café.md": "---\ntitle: Café\n---\n# Café\n\n[b](sub/b.md)\n".encode(),
        "b.md": ("# B\r\n\r\nLa [[Café]] à [l'eau](../Caf%C3%A9.md#café).\r\n").encode(
            "cp1252"
        ),
        "2026-11-03.md": "[[Café]]\n".encode(),
        "plan.pdf.md": "[[Café|there]]".encode(),
    }
    vault.index()
    assert rename_note(vault, "2026-11-03.md", "Day") == "Day.md"
    assert (vault.root / "Day.md").read_text() == "[[Café]]\n"


@pytest.mark.parametrize(
    ("name", "reason"), [("b", "already exists"), ("水", "cp1252"), ("Full", "disk")]
)
def test_a_rename_changes_all_or_nothing(
    index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch, name: str, reason: str
) -> None:
    vault = index_vault(NOTES | {"b.md": "# Other\n"})
    before = contents(vault.root)

    def rename(*_: object) -> None:
        raise OSError("the disk is full")

    if name == "Full":  # once the texts are written
        monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(RagtuiError, match=reason):
        rename_note(vault, "pump.md", name)
    assert contents(vault.root) == before


def test_a_rename_waits_for_links(make_vault: MakeVault) -> None:
    vault = make_vault(NOTES)
    with pytest.raises(RagtuiError):
        rename_note(vault, "pump.md", "Other")
