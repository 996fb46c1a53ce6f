"""Links of a note lead to notes, headings and blocks, or name what is not there."""

import pytest

from ragtui_serve.rendering.markdown_html import Rendering, markdown_html
from ragtui_serve.rendering.note_links import NoteLinks
from support.vaults import IndexVault

NOTE = "# Plan\n\n## Next step\n\nFirst.\n\nThe probe is late. ^late\n"


FILES: dict[str, str | bytes] = {
    "plan.md": NOTE,
    "deep/inside/chart.png": "",
    "data.bin": "",
}


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("plan", "#/note/plan.md"),
        ("plan#Next step", "#/note/plan.md?at=11-20"),
        ("plan#^late", "#/note/plan.md?at={start}-{end}"),
        ("#^late", "#/note/plan.md?at={start}-{end}"),
        ("plan#^none", None),
        ("plan#no such step", None),
        ("#no such step", None),
        ("nowhere", None),
        ("nowhere#^late", None),
        ("chart.png", "deep/inside/chart.png"),
        ("data.bin", None),
    ],
)
def test_addresses(index_vault: IndexVault, target: str, address: str | None) -> None:
    vault = index_vault(FILES)
    links = NoteLinks(vault, "plan.md", lambda path: path)
    start = NOTE.index("The probe")
    end = NOTE.index(" ^late")
    expected = address and address.format(start=start, end=end)
    assert links.href(target) == expected


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("[[nowhere]]", "There is no “nowhere”."),
        ("[[plan#^none]]", "plan.md has no block '^none'."),
        ("[[plan#No such step|step]]", "plan.md has no heading 'No such step'."),
        ("[step](plan.md#no-such-step)", "plan.md has no heading 'no-such-step'."),
        ("[terms](terms.pdf)", "There is no “terms.pdf”."),
        ("![[lost.png]]", "There is no “lost.png”."),
        ("![lost](gone/lost.png)", "There is no “gone/lost.png”."),
        ("[data](data.bin)", "The page does not show data.bin."),
    ],
)
def test_a_broken_link_is_marked_and_says_why(
    index_vault: IndexVault, written: str, why: str
) -> None:
    vault = index_vault(FILES)
    links = NoteLinks(vault, "plan.md", lambda path: path)
    html = markdown_html(written, Rendering(links))
    assert f'<span class="missing" title="{why}">' in html
    assert "broken link" in html
    assert "<a" not in html
    assert "<img" not in html
