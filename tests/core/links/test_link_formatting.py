"""Links as they are written: they lead back."""

from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.links.link_text import markdown_link


def test_markdown_links_escape_what_would_end_them() -> None:
    written = markdown_link("a b/[c] (d)%.md", "What [is]\nit?")
    assert written == r"[What \[is\] it?](a%20b/%5Bc%5D%20(d)%25.md)"
    (link,) = links_of(written)
    assert link.target == "a b/[c] (d)%.md"
