"""What links say once a note or heading is called otherwise."""

import pytest

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.headings import anchor_of, heading_named
from ragtui_core.documents.markdown.link_extraction import Link, links_of
from ragtui_core.links.link_text import (
    RenamedTarget,
    link_replacement,
    new_target,
    renamed,
    title_field,
    wiki_words,
)
from ragtui_core.links.renamed_headings import RenamedHeadings
from ragtui_core.types import Span

PUMP = RenamedTarget("machines/pump.md", "The pump")
MOVED = RenamedTarget("water/pump.md", "The pump")
CALLED = RenamedTarget("machines/engine.md", "The engine")


def link(text: str) -> Link:
    (only,) = links_of(text)
    return only


@pytest.mark.parametrize(
    ("path", "title", "name", "expected"),
    [
        ("a/Pump.md", "Pump", "New pump", "a/New pump.md"),
        ("a/the-pump.md", "The Pump", "New Pump", "a/new-pump.md"),
        ("a/p1.md", "Pump", "New pump", "a/p1.md"),
        ("Pump.md", "Pump", 'A/B: "c"|d', "A B c d.md"),
        ("Pump.md", "Pump", "///", "Pump.md"),
        ("a/Pump.md", "Pump", "../.x", "a/x.md"),
        ("pump.md", "Pump", "東京", "東京.md"),
    ],
)
def test_a_file_that_is_called_by_its_title_goes_with_it(
    path: str, title: str, name: str, expected: str
) -> None:
    assert renamed(RenamedTarget(path, title), name) == RenamedTarget(expected, name)


@pytest.mark.parametrize(
    ("written", "source", "new", "expected"),
    [
        ("[[pump]]", "x.md", CALLED, "engine"),
        ("[[pump.md]]", "x.md", CALLED, "engine.md"),
        ("[[pump]]", "machines/x.md", MOVED, "pump"),
        ("[[machines/pump]]", "x.md", MOVED, "water/pump"),
        ("[[The pump]]", "x.md", CALLED, "The engine"),
        ("[[The pump]]", "x.md", MOVED, "The pump"),
        ("[[../machines/pump]]", "notes/x.md", MOVED, "../water/pump"),
        ("[x](pump.md)", "machines/x.md", MOVED, "../water/pump.md"),
        ("[x](./pump.md)", "machines/x.md", CALLED, "./engine.md"),
        ("[x](/machines/pump.md)", "notes/x.md", MOVED, "/water/pump.md"),
        ("[x](../machines/pump.md#a)", "notes/x.md", CALLED, "../machines/engine.md"),
    ],
)
def test_a_link_keeps_its_form(
    written: str, source: str, new: RenamedTarget, expected: str
) -> None:
    assert new_target(link(written), source, source, PUMP, new) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[x](../machines/pump.md)", "../../machines/pump.md"),
        ("[[pump]]", "pump"),
        ("[[machines/pump]]", "machines/pump"),
        ("[x](/machines/pump.md)", "/machines/pump.md"),
    ],
)
def test_only_relative_links_change_when_their_own_note_moves(
    written: str, expected: str
) -> None:
    found = new_target(link(written), "notes/x.md", "notes/deep/x.md", PUMP, PUMP)
    assert found == expected


@pytest.mark.parametrize(
    ("written", "target", "expected"),
    [
        ("[[pump#Hum|it hums]]", "engine", "[[engine#Hum|it hums]]"),
        ("[[ pump ]]", "engine", "[[engine]]"),
        ("[x](pump.md 'T')", "a b (1).md", "[x](a%20b%20(1).md 'T')"),
        ("[x](<pump.md>)", "a b.md", "[x](<a b.md>)"),
        ("[x](pump.md#a-b)", "é.md", "[x](%C3%A9.md#a-b)"),
    ],
)
def test_only_the_name_within_a_link_is_replaced(
    written: str, target: str, expected: str
) -> None:
    change = link_replacement(link(written), written, target)
    edited = written[: change.span.start] + change.text + written[change.span.end :]
    assert edited.replace(" ]]", "]]").replace("[[ ", "[[") == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[[pump#Hum|x]]", "[[pump#Loud noise|x]]"),
        ("[[pump#A#Hum]]", "[[pump#A#Loud noise]]"),
        ("[x](pump.md#hum)", "[x](pump.md#loud-noise)"),
        ("[x](pump.md#Hum)", "[x](pump.md#Loud%20noise)"),
        ("[[pump#Loud noise]]", "[[pump#Loud noise]]"),
        ("[[pump]]", "[[pump]]"),
    ],
)
def test_headings_within_links(written: str, expected: str) -> None:
    text = "# A\n\n## Hum\n"
    renamed = RenamedHeadings.of("pump.md", text, Span(8, 11), "Loud noise")
    heading = renamed.written(link(written), written)
    change = link_replacement(link(written), written, None, heading)
    edited = written[: change.span.start] + change.text + written[change.span.end :]
    assert edited == expected


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
