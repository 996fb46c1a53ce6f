"""With the capabilities of each client, no rename leaves a link that leads elsewhere.

The edit is written to the disk as the client would, and every link is resolved again.
"""

from itertools import product

import pytest

from ragtui_core import Vault
from ragtui_core.documents.markdown.link_extraction import links_of
from support.editor import CLIENTS, StartEditor
from support.samples import sampled
from support.vaults import IndexVault, files_in

CASES = {
    "title": ("glossary.md", "# Glossary", 4, "Word list"),
    "title by a link": ("links.md", "[[Glossary|", 4, "Word list"),
    "title with a slug": ("house-rules.md", "# House rules", 4, "Rules"),
    "title apart from the file": ("parts/motor.md", "# The Motor", 4, "The Drive"),
    "file by a link": ("links.md", "[[motor]]", 4, "drive"),
    "heading": ("parts/motor.md", "## Care", 4, "Service"),
    "title with marks": ("parts/motor.md", "# The Motor", 4, "Motors | C#"),
    "heading with marks": ("parts/motor.md", "## Care", 4, "Care | C#"),
    "heading by a link": ("links.md", "Motor#Care", 8, "Service"),
    "title that YAML needs in quotes": ("named.md", "# Named", 4, "Named: A, #b"),
}


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    return index_vault(files_in("renamed_notes"))


@pytest.mark.parametrize("chosen", sampled(product(CASES, CLIENTS), 4), ids=" in ".join)
async def test_links_lead_where_they_led(
    vault: Vault, start_editor: StartEditor, chosen: tuple[str, str]
) -> None:
    case, client = chosen
    editor = await start_editor(vault.root, client=client)
    path, words, inside, name = CASES[case]
    editor.open(path)
    before = led_to(vault)
    if case == "file by a link" and client in {"emacs", "none"}:
        with pytest.raises(Exception, match="cannot rename the file"):
            await editor.rename(path, words, name, inside)
        return
    edit = await editor.rename(path, words, name, inside)
    assert edit.change_annotations is None
    moves = editor.apply(edit)
    assert name in "".join(text for text in texts(vault).values()) or moves
    vault.index(embed=False)
    assert led_to(vault) == {
        moves.get(source, source): [
            (moves.get(path, path), line) for path, line in links
        ]
        for source, links in before.items()
    }
    assert "[[Engine]]" in texts(vault)["links.md"]


def texts(vault: Vault) -> dict[str, str]:
    files = vault.root.rglob("*.md")
    return {file.relative_to(vault.root).as_posix(): file.read_text() for file in files}


def led_to(vault: Vault) -> dict[str, list[tuple[str, int]]]:
    """What the links of each note lead to: paths and lines, in order."""
    resolver = vault.links.resolver()
    found = {}
    for source, text in texts(vault).items():
        targets = [
            resolver.resolve(link.target, link.heading, source=source)
            for link in links_of(text)
        ]
        assert all(targets), (source, text)
        found[source] = [(target.path, target.line) for target in targets if target]
    return found
