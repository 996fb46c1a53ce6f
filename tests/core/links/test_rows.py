"""How links are rewritten, and what they name: the rows of `rows.txt`."""

from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core.chunking.named_texts import is_link_list
from ragtui_core.documents.markdown.link_extraction import Link, links_of
from ragtui_core.links import Target, is_elsewhere, linked_path, part_of
from ragtui_core.links.link_text import (
    RenamedTarget,
    Replacement,
    link_replacement,
    new_target,
    renamed,
)
from ragtui_core.links.renamed_headings import RenamedHeadings
from ragtui_core.types import Anchor, Location, LocationKind, Span
from support.notes import parse
from support.rows import Reader, rows_test
from support.vaults import IndexVault

PUMP = RenamedTarget("machines/pump.md", "The pump")
PARTS = '# A b\n\nOne. ^x\n\n## ^y\n\n<a id="Here"></a>\n\nTwo. ^x\n'


def link(text: str) -> Link:
    (only,) = links_of(text)
    return only


def edited(text: str, change: Replacement) -> str:
    return text[: change.span.start] + change.text + text[change.span.end :]


def renamed_file(row: str) -> str:
    """The path of a note with a title that gets another one."""
    path, title, name = row.split(" ¦ ")
    found = renamed(RenamedTarget(path, title), name)
    assert found.title == name
    return found.path


def retargeted(row: str) -> str:
    """A link of a note that moves from one path to another, as its target does."""
    written, source, moved, path, title = row.split(" ¦ ")
    new = RenamedTarget(path, title)
    found = new_target(link(written), source, moved, PUMP, new)
    assert found is not None
    return edited(written, link_replacement(link(written), written, found))


def other_name(row: str) -> str:
    """A link with another target."""
    written, target = row.split(" ¦ ")
    return edited(written, link_replacement(link(written), written, target))


def other_heading(written: str) -> str:
    """A link after the heading `Hum` of its note became `Loud noise`."""
    headings = RenamedHeadings.of(
        "pump.md", "# A\n\n## Hum\n", Span(8, 11), "Loud noise"
    )
    heading = headings.written(link(written), written)
    return edited(written, link_replacement(link(written), written, None, heading))


def line_of_part(part: str) -> str:
    """The line of a part of a note with pages i and ii."""
    pages = (("i", 0), ("ii", PARTS.index("Two")))
    anchors = tuple(
        Anchor(start, Location(LocationKind.PAGE, label, number))
        for number, (label, start) in enumerate(pages, 1)
    )
    document = replace(parse(PARTS), anchors=anchors, encoding="pdf/1")
    found = part_of("a.md", part, lambda _: document)
    return str(found.line) if found else ""


NOTES: dict[str, str | bytes] = {
    "apple.md": "---\naliases: [Malus]\n---\n# The Äpfel\n",
    "pear.md": "# Pear\n",
    "sub/pear.md": "# Other pear\n",
    "sub/deep/note.md": "# Note\n",
    "guide/index.md": "# Guide\n",
    "Case.md": "# Case\n",
    "case.md": "# case too\n",
}


@pytest.fixture
def resolved(index_vault: IndexVault) -> Reader:
    """The note to which a target leads, `target ¦ path of the note with it`."""
    vault = index_vault(NOTES)

    def path(row: str) -> str:
        target, _, source = (part.strip() for part in row.partition("¦"))
        found = vault.links.resolve(target, source=source)
        assert not found or found == Target(found.path)
        return found.path if found else ""

    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "vault"
    (root / "notes" / "img").mkdir(parents=True)
    (root / "templates").mkdir()
    for path in ("notes/img/a.png", "top.png", "../outside.png", "../outside.md"):
        (root / path).touch()
    for path in ("notes/b.md", "templates/day.markdown"):
        (root / path).touch()
    (root / ".obsidian").mkdir()
    (root / ".obsidian/templates.json").write_text('{"folder": "templates"}')
    (root / "notes" / "out.png").symlink_to(root.parent / "outside.png")
    (root / "notes" / "in.png").symlink_to(root / "top.png")
    return root


@pytest.fixture
def in_vault(root: Path) -> Reader:
    """The file to which a link of `notes/a.md` leads."""
    return lambda target: linked_path(root, target, "notes/a.md") or ""


@pytest.fixture
def elsewhere(root: Path) -> Reader:
    """Whether it leads out of the vault, which is in `{folder}`."""

    def reader(target: str) -> str:
        named = target.replace("{folder}", root.parent.as_posix())
        return "elsewhere" if is_elsewhere(root, named, "notes/a.md") else ""

    return reader


def test_odd_paths_lead_nowhere(root: Path) -> None:
    for target in ("", "a" * 5_000):
        assert linked_path(root, target, "notes/a.md") is None
    assert linked_path(root, "top.png", "a.md", lambda _: False) is None


READERS: dict[str, Reader | str] = {
    "a file that is called by its title goes with it": renamed_file,
    "a link keeps its form": retargeted,
    "only the name within a link is replaced": other_name,
    "headings within links": other_heading,
    "a part is a heading, block, page or element": line_of_part,
    "lines that name other files are a list of links": lambda text: (
        "a list" if is_link_list(text) else ""
    ),
    "targets lead to notes": "resolved",
    "a link leads to what is in the vault": "in_vault",
    "pages of other sites and files outside are elsewhere": "elsewhere",
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
