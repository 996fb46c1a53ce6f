"""Links after files were moved: all lead where they led."""

import itertools
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.documents.markdown.link_extraction import LinkKind, links_of
from ragtui_core.errors import RagtuiError
from ragtui_core.links import Target
from ragtui_core.links.link_rewriting import (
    Changes,
    Notes,
    after_heading,
    after_move,
    after_rename,
    renamed_note,
)
from ragtui_core.links.link_text import RenamedTarget, Replacement
from support.answers import CITATION
from support.samples import sampled
from support.vaults import IndexVault

VAULTS = tomllib.loads(Path(__file__).with_name("moves.toml").read_text("utf-8"))
MOVES = [
    pytest.param(vault["files"], move["paths"], move["changed"], id=move["fact"])
    for vault in VAULTS["vault"]
    for move in vault["move"]
]
FILES: dict[str, str | bytes] = VAULTS["vault"][0]["files"]


def notes(vault: Vault, unsaved: Mapping[str, str] | None = None) -> Notes:
    texts = unsaved or {}

    def read(path: str) -> str:
        assert path.endswith(".md"), f"{path} has no links"
        return texts[path] if path in texts else vault.documents.text(path)

    return Notes(vault.links, read, lambda path: (vault.root / path).exists(), texts)


def apply(vault: Vault, changes: Changes) -> dict[str, str]:
    """The texts of the notes that change."""
    found = {}
    for path, replacements in changes.items():
        text = vault.documents.text(path)
        for each in sorted(replacements, key=lambda each: -each.span.start):
            text = text[: each.span.start] + each.text + text[each.span.end :]
        found[path] = text
    return found


def moved(vault: Vault, moves: Mapping[str, str]) -> dict[str, str]:
    return apply(vault, after_move(notes(vault), moves))


@pytest.mark.parametrize(("files", "paths", "changed"), MOVES)
def test_links_lead_where_they_led_after_moves(
    index_vault: IndexVault,
    files: dict[str, str | bytes],
    paths: dict[str, str],
    changed: dict[str, str],
) -> None:
    assert moved(index_vault(files), paths) == changed


def test_every_link_keeps_its_target(index_vault: IndexVault) -> None:
    vault = index_vault(FILES)
    before = _leads(vault)
    moves = {"notes/a.md": "deep/er/a.md", "c.md": "other/c.md"}
    edited = moved(vault, moves)
    for path, text in edited.items():
        (vault.root / path).write_text(text)
    for old, new in moves.items():
        (vault.root / new).parent.mkdir(parents=True, exist_ok=True)
        (vault.root / old).rename(vault.root / new)
    vault.index(embed=False)
    after = {moves.get(path, path): targets for path, targets in before.items()}
    assert _leads(vault) == {
        path: [moves.get(target, target) if target else None for target in targets]
        for path, targets in after.items()
    }


def test_unsaved_text_is_rewritten_as_it_is(index_vault: IndexVault) -> None:
    vault = index_vault(FILES)
    unsaved = {"other/b.md": "# Other\n\nNew: [a](../notes/a.md)\n"}
    changes = after_move(notes(vault, unsaved), {"notes/a.md": "a.md"})
    (change,) = changes["other/b.md"]
    assert change.text == "../a.md"
    assert change.span.of(unsaved["other/b.md"]) == "../notes/a.md"


@pytest.mark.parametrize("place", ["review.md", "products/review.md"])
def test_citations_name_it_from_the_root(index_vault: IndexVault, place: str) -> None:
    pump = "# Pump\n\n## Service\n\nIts *impeller* is changed every second winter.\n"
    files = {"products/pump.md": pump, place: f"# R\n\n{write_citation(CITATION)}\n"}
    vault = index_vault({**files})
    edited = moved(vault, {"products/pump.md": "old/the pump.md", place: "x/r.md"})
    (vault.root / "old").mkdir()
    (vault.root / "products/pump.md").rename(vault.root / "old/the pump.md")
    (checked,) = vault.quotations.verify(edited[place])
    assert checked.verdict.value == "exact"
    assert "[old/the pump.md](<old/the pump.md>)" in edited[place]


def test_a_renamed_note_is_followed_in_any_form(index_vault: IndexVault) -> None:
    vault = index_vault(FILES)
    old, new = RenamedTarget("notes/a.md", "A"), RenamedTarget("notes/z.md", "Z")
    edited = apply(vault, after_rename(notes(vault), old, new))
    assert edited["notes/b.md"] == "# B\n\n[a](./z.md) [[z]] [[notes/z|x]]\n"
    assert edited["notes/a.md"].count("[self](z.md#z)") == 1


@pytest.mark.parametrize("name", ["Engine", "The Motor"])
def test_a_name_by_which_links_lead_to_another_note_is_refused(
    index_vault: IndexVault, name: str
) -> None:
    motor = "---\naliases: [engine]\n---\n# The Motor\n"
    links = "[[engine]] [[The Motor]]\n"
    vault = index_vault({"motor.md": motor, "x/same.md": "# Same\n", "l.md": links})
    found, document = notes(vault), vault.documents.read("x/same.md")
    reason = f"{name}' in l.md, which leads to motor.md, would lead to x/{name}.md"
    with pytest.raises(RagtuiError, match=f"(?i){reason}"):
        renamed_note(found, document, name)
    moves, told = {"x/same.md": f"x/{name}.md"}, list[str]()
    with pytest.raises(RagtuiError, match=f"(?i){reason}"):
        after_move(found, moves)
    assert after_move(found, moves, told.append) == {}
    assert len(told) == 1
    assert renamed_note(found, document, "Other")[1] == "x/Other.md"


def test_links_to_a_heading_follow_it(index_vault: IndexVault) -> None:
    vault = index_vault(FILES)
    target = vault.links.resolve("c", "Part")
    assert target
    edited = apply(vault, after_heading(notes(vault), target, "New part"))
    assert "[c](../c.md#new-part)" in edited["notes/a.md"]
    assert "[[#New part]]" in edited["c.md"]
    assert len(edited) == 2


ALIKE = "# Log\n\n## May\n\n### Notes\n\n## June\n\n### Notes\n\n## Tasks\n"
LINKS = (
    "[[log#Log]] [[log#May]] [[log#May#Notes]] [[log#June#Notes]] [[log#Notes|n]] "
    "[[Log#Tasks]] [[log#^b]] [a](log.md#notes) [b](log.md#notes-1) [c](log.md#june)\n"
    "[d](<log.md#June>) [e](log.md#May%23Notes) [f][log]\n\n[log]: log.md#notes-1\n"
)


UNCLEAR = ((3, "Tasks"), (7, "Tasks"), (11, "May"))
"""Lines of headings, and names that no wiki link could tell from another heading."""


NEW = ("Tasks", "Notes", "May", "What's new? (2)", "a | b", "C# [x]] ^y", "*New* words")
RENAMES = [*itertools.product((1, 3, 5, 7, 9, 11), NEW)]


@pytest.mark.parametrize("rename", sampled(RENAMES, 4))
def test_links_lead_to_the_headings_that_they_led_to(
    index_vault: IndexVault, rename: tuple[int, str]
) -> None:
    line, name = rename
    vault = index_vault({"log.md": ALIKE, "links.md": LINKS})
    before = _headings(vault)
    assert None not in before
    found = vault.links.headings("")
    (heading,) = (
        heading
        for heading in found
        if heading.path == "log.md" and heading.lines.first == line
    )
    if line == 1:
        old, new = RenamedTarget("log.md", "Log"), RenamedTarget("log.md", name)
        changes = after_rename(notes(vault), old, new)
    else:
        target = Target("log.md", heading.heading_path, heading.span)
        if (line, name) in UNCLEAR:
            with pytest.raises(RagtuiError, match=f"another heading {name!r}"):
                after_heading(notes(vault), target, name)
            return
        changes = after_heading(notes(vault), target, name)
    own = Replacement(heading.span, name)
    changes["log.md"] = [own, *changes.get("log.md", [])]
    for path, text in apply(vault, changes).items():
        (vault.root / path).write_text(text)
    vault.index(embed=False)
    assert _headings(vault) == before, vault.documents.text("links.md")


def _headings(vault: Vault) -> list[int | None]:
    """The lines to which the links of a note lead."""
    links = links_of(vault.documents.text("links.md"))
    named = [link for link in links if link.kind is not LinkKind.REFERENCE]
    found = [vault.links.resolve(link.target, link.heading) for link in named]
    return [target.line if target else None for target in found]


def _leads(vault: Vault) -> dict[str, list[str | None]]:
    """Where the links of each note lead."""
    found: dict[str, list[str | None]] = {}
    for path in vault.documents.paths():
        found[path] = []
        for link in links_of(vault.documents.text(path)):
            target = vault.links.resolve(link.target, source=path)
            found[path].append(target.path if target else None)
    return found
