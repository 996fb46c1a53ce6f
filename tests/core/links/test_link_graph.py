"""Where links lead, what leads to a note, and what is alike."""

from collections.abc import Iterator

import pytest

from ragtui_core import Vault
from ragtui_core.links import LinkGraph, Target, link_graph
from support.vaults import IndexVault, MakeVault, indexed_vault

NOTES: dict[str, str | bytes] = {
    "apple.md": (
        "---\ntags: [fruit, red]\naliases: [Malus]\ntype: plant\n---\n# The Äpfel\n\n"
        "See [[pear]].\n\n## Kinds\n\nMany.\n\n## Kinds\n\n[above](#kinds)\n"
    ),
    "pear.md": (
        "---\ntags: fruit\ntype: plant\nsummary: About pears.\n---\n# Pear\n\n"
        "Unlike an [[apple#Kinds|apple]], or [[Malus]], it is green.\n"
    ),
    "sub/pear.md": "# Other pear\n\n- [x](../apple.md)\n- [[pear]] [[Nope]]\n",
    "sub/deep/note.md": "# Note\n\n[[pear]] and [y](/pear.md) and [[../../apple]]\n",
    "guide/index.md": "# Guide\n\n### Deep part ###\n",
    "Case.md": "# Case\n",
    "case.md": "# case too\n",
}


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LinkGraph]:
    """Of the notes, which no test changes."""
    with indexed_vault(tmp_path_factory.mktemp("links"), NOTES, embed=False) as vault:
        yield vault.links


def graph(make_vault: MakeVault, files: dict[str, str | bytes]) -> LinkGraph:
    return indexed(make_vault(files)).links


def indexed(vault: Vault) -> Vault:
    vault.index(embed=False)
    return vault


def test_headings_are_found_by_text_slug_path_and_number(links: LinkGraph) -> None:
    text = str(NOTES["apple.md"])
    first, second = text.index("Kinds"), text.rindex("Kinds")
    for written, start in [
        ("Kinds", first),
        ("kinds", first),
        ("kinds-1", second),
        ("The Äpfel#Kinds", first),
        ("The Äpfel > Kinds", first),
    ]:
        found = links.resolve("apple", written)
        assert found is not None
        assert found.heading_path == ("The Äpfel", "Kinds")
        assert found.span.start == start
        assert found.span.of(text) == "Kinds"
    closed = links.resolve("guide", "deep-part")
    assert closed is not None
    assert closed.span.of(str(NOTES["guide/index.md"])) == "Deep part"
    assert links.resolve("apple", "None such") is None
    assert links.resolve("apple", "^block") == links.resolve("apple")


def test_backlinks_name_their_location(links: LinkGraph) -> None:
    found = links.backlinks("apple.md")
    assert {(link.path, link.heading) for link in found} == {
        ("pear.md", "Kinds"),
        ("pear.md", ""),
        ("sub/pear.md", ""),
        ("sub/deep/note.md", ""),
    }
    text = str(NOTES["pear.md"])
    link = next(link for link in found if link.heading)
    assert link.span.of(text) == "[[apple#Kinds|apple]]"
    assert link.heading_path == ("Pear",)
    assert link.lines.first == text[: link.span.start].count("\n") + 1
    assert link.excerpt.startswith("Unlike an [[apple#Kinds|apple]], or")
    assert links.backlinks("sub/pear.md") == []  # that `[[pear]]` is its own


def test_backlinks_of_a_heading_include_those_of_its_own_note(links: LinkGraph) -> None:
    found = links.backlinks("apple.md", "Kinds")
    assert {link.path for link in found} == {"pear.md", "apple.md"}


def test_a_new_note_makes_links_to_it_whole(make_vault: MakeVault) -> None:
    vault = indexed(make_vault(NOTES))
    assert vault.links.resolve("Nope") is None
    (vault.root / "Nope.md").write_text("# Now there\n")
    indexed(vault)
    found = vault.links.resolve("Nope")
    assert found is not None
    assert [link.path for link in vault.links.backlinks("Nope.md")] == ["sub/pear.md"]


def test_changed_renamed_and_deleted_notes_are_followed(make_vault: MakeVault) -> None:
    vault = indexed(make_vault(NOTES))
    (vault.root / "pear.md").write_text("# Pear\n\nNo links now.\n")
    (vault.root / "sub/pear.md").unlink()
    (vault.root / "sub/deep/note.md").rename(vault.root / "moved.md")
    indexed(vault)
    links = vault.links
    assert links.backlinks("apple.md") == []  # `../../apple` is wrong where it is now
    assert {link.path for link in links.backlinks("pear.md")} == {
        "apple.md",
        "moved.md",
    }
    assert "sub/pear.md" not in {note.path for note in links.notes()}
    assert links.headings("other") == []


def test_headings_are_ranked(links: LinkGraph) -> None:
    assert [entry.path for entry in links.headings("pear")][:2] == [
        "pear.md",
        "sub/pear.md",
    ]
    assert links.headings("apfel kinds")[0].heading_path == ("The Äpfel", "Kinds")
    assert links.headings("dpp")[0].heading_path == ("Guide", "Deep part")
    assert links.headings("xyz") == []
    assert len(links.headings("", limit=3)) == 3
    entry = links.headings("deep")[0]
    assert (entry.level, entry.title, entry.lines.first) == (3, "Guide", 3)


def test_names_and_tags(links: LinkGraph) -> None:
    names = {note.path: note for note in links.notes()}
    assert list(names) == sorted(NOTES)
    assert names["apple.md"].aliases == ("Malus",)
    assert names["pear.md"].summary == "About pears."
    assert {card.path for card in links.tagged("Fruit")} == {"apple.md", "pear.md"}


def test_nearest_notes_for_a_typo(links: LinkGraph) -> None:
    assert links.nearest_notes("aple")[0] == "apple.md"
    assert links.nearest_notes("qqqqqq") == []


def test_related_without_vectors(links: LinkGraph) -> None:
    found = links.related("apple.md")
    assert found[0].path == "pear.md"
    assert found[0].score >= 1 - 0.7**3 * 0.9, "three links and a tag"
    assert all(0 < note.score <= 1 for note in found)
    assert "apple.md" not in {note.path for note in found}


def test_related_by_words_in_a_vault_of_a_few_notes(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {
        f"valve{number}.md": f"# V{number}\n\nThe valve sticks in winter.\n"
        for number in range(4)
    }
    files |= {f"tax{n}.md": f"# T{n}\n\nReturns are due.\n" for n in range(12)}
    found = graph(make_vault, files).related("valve0.md")
    assert {note.path for note in found} == {"valve1.md", "valve2.md", "valve3.md"}
    assert {note.summary for note in found} == {"The valve sticks in winter."}


def test_related_in_meaning(index_vault: IndexVault) -> None:
    vault = index_vault(
        {
            "dog.md": "# Dogs\n\nThe dog barked at the postman and wagged its tail.",
            "cat.md": "# Hounds\n\nPuppies and hounds bark and wag their tails.",
            "tax.md": "# Income tax\n\nReturns are due at the end of the fiscal year.",
        },
        embed=True,
    )
    found = vault.links.related("dog.md")
    assert found[0].path == "cat.md"


def test_aliases_of_any_kind_are_harmless(make_vault: MakeVault) -> None:
    links = graph(
        make_vault,
        {
            "a.md": "---\naliases: one\n---\nx",
            "b.md": "---\naliases: [1, [two], three]\n---\nx",
            "c.md": "---\naliases: {d: e}\nalias: '[four'\n---\nx",
        },
    )
    names = {note.path: note.aliases for note in links.notes()}
    assert names["a.md"] == ("one",)
    assert "three" in names["b.md"]
    assert isinstance(names["c.md"], tuple)


def test_links_to_rendered_pages_lead_to_their_notes(index_vault: IndexVault) -> None:
    vault = index_vault(
        {"src/ch03.md": "# Three\n", "src/a.md": "See [x](ch03.html#t).\n"}
    )
    found = vault.links.resolve("ch03.html", source="src/a.md")
    assert found == Target("src/ch03.md")
    assert [link.path for link in vault.links.backlinks("src/ch03.md")] == ["src/a.md"]
    assert vault.links.resolve("../src/ch03.html", source="src/a.md") == found
    assert vault.links.resolve("ch04.html", source="src/a.md") is None
    assert vault.links.resolve("../ch03.html", source="src/a.md") is None


def test_a_run_reads_the_names_again_that_are_in_use(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = indexed(make_vault(NOTES))
    assert not vault.links.resolve("newer")
    (vault.root / "newer.md").write_text("# Newer\n")
    vault.index(embed=False)
    waits = "a request does not wait for it"
    monkeypatch.setattr(link_graph, "load_names", lambda *_: pytest.fail(waits))
    assert vault.links.resolve("newer") == Target("newer.md")


def test_a_search_for_names_does_not_read_all_of_them(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = indexed(make_vault(NOTES))
    monkeypatch.setattr(link_graph, "load_names", lambda *_: pytest.fail("it does"))
    paths = ["sub/pear.md", "apple.md", "guide/index.md"]
    for source, pear in (("", "sub/pear"), ("sub/x.md", "pear")):
        assert vault.links.file_names(paths, source) == {
            "sub/pear.md": pear,
            "apple.md": "apple",
            "guide/index.md": "index",
        }
    assert [note.path for note, _ in vault.links.find_notes("other p", 1)] == [
        "sub/pear.md"
    ]
