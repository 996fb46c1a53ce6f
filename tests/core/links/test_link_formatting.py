"""Links as they are written: short where that is certain, and they lead back."""

from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.links.link_text import markdown_link
from support.vaults import IndexVault


def test_wiki_links_are_as_short_as_they_can_be(index_vault: IndexVault) -> None:
    paths = ("a/pump.md", "b/pump.md", "Pump.md", "c/valve.md", "c/d.e.md")
    vault = index_vault({path: f"# {path}\n" for path in paths})
    for path in paths:
        link = vault.links.wiki_link(path)
        target = vault.links.resolve(link.strip("[]"))
        assert target is not None
        assert target.path == path
    assert vault.links.wiki_link("c/valve.md") == "[[valve]]"
    assert vault.links.wiki_link("a/pump.md") == "[[a/pump]]"


def test_markdown_links_escape_what_would_end_them() -> None:
    written = markdown_link("a b/[c] (d)%.md", "What [is]\nit?")
    assert written == r"[What \[is\] it?](a%20b/%5Bc%5D%20(d)%25.md)"
    (link,) = links_of(written)
    assert link.target == "a b/[c] (d)%.md"
