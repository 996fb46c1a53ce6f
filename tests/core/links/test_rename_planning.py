"""What links say once a note or heading is called otherwise."""

import pytest

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.headings import anchor_of, heading_named
from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.links.link_text import link_replacement, title_field, wiki_words
from ragtui_core.links.renamed_headings import RenamedHeadings
from ragtui_core.types import Span


@pytest.mark.parametrize("old", ["C++ & C#", "A | B", "x ]] y", "# a #b", "A \\# B"])
@pytest.mark.parametrize("name", ["D", "C#", "D | [E]", "x ]] #y"])
def test_a_heading_with_marks_is_renamed_in_links(old: str, name: str) -> None:
    text = f"# A\n\n## {old}\n\n## D2\n"
    renamed = RenamedHeadings.of("pump.md", text, Span(8, 8 + len(old)), name)
    for target in (
        f"[[p#{old}]]",
        f"[[p#{wiki_words(old)}]]",
        f"[x](p#{anchor_of(old)})",
    ):
        for before in links_of(target):
            heading = renamed.written(before, target)
            change = link_replacement(before, target, None, heading)
            start, end = change.span.start, change.span.end
            (after,) = links_of(target[:start] + change.text + target[end:])
            led, leads = before.heading, after.heading
            index = heading_named(renamed.before, led)
            assert heading_named(renamed.after, leads) == index
            assert index != 1 or name != "D" or leads.casefold() == "d"


@pytest.mark.parametrize(
    ("headings", "written", "led"),
    [
        ("C|C++|C#", "C++", "C++"),
        ("C|C++|C#", "C#", "C#"),
        ("C|C++|C#", "c", "C"),
        ("C++|C", "C", "C"),
        ("C++|C#", "C", "C++"),
        ("Seals 🔧|Seals", "Seals", "Seals"),
        ("Seals 🔧|Seals", "seals", "Seals"),
        ("Seals 🔧|Seals", "seals-", "Seals 🔧"),
        ("What's new|Whats new", "whats-new", "What's new"),
    ],
)
def test_an_exact_heading_wins(headings: str, written: str, led: str) -> None:
    paths = [(heading,) for heading in headings.split("|")]
    index = heading_named(paths, written)
    assert index is not None
    assert paths[index] == (led,)


@pytest.mark.parametrize("quote", ["", '"', "'"])
def test_a_title_in_front_matter_is_renamed_in_its_quotes(quote: str) -> None:
    text = f"---\na: 1\ntitle: {quote}Pump{quote}\n---\n# Pump\n"
    change = title_field(text, "Pump", "Engine: [new], it's")
    assert change
    assert change.text.startswith(quote)
    edited = text[: change.span.start] + change.text + text[change.span.end :]
    front = read_front_matter(edited)
    assert front
    assert front.metadata == {"a": 1, "title": "Engine: [new], it's"}
    change = title_field(text, "Pump", "Engine")
    assert change
    assert change.text == f"{quote}Engine{quote}"


@pytest.mark.parametrize("field", ["Title: Solar Panel", "title: Solar  Panel"])
def test_a_title_with_another_key_or_spaces_is_renamed(field: str) -> None:
    text = f"---\n{field}\n---\n# Solar Panel\n"
    change = title_field(text, "Solar Panel", "New")
    assert change
    assert change.text == "New"


@pytest.mark.parametrize("text", ["# Pump\n", "---\ntitle: Other\n---\n# Pump\n"])
def test_a_title_in_another_place_is_unchanged(text: str) -> None:
    assert title_field(text, "Pump", "Engine") is None
