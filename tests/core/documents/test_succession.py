"""What notes say of their validity, in front matter and in their first line."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.parser import parse_document
from ragtui_core.documents.succession import succession_of
from ragtui_core.documents.validity import Succession, Validity


def said(text: str) -> Succession:
    return succession_of(parse_document("a.md", text.encode()))


def test_a_conflict_copy_is_superseded_by_its_note() -> None:
    copy = parse_document("x/Budget (conflicted copy 2026-06-01).md", b"8200 euros")
    assert succession_of(copy) == Succession(Validity.SUPERSEDED, ("Budget",))


@pytest.mark.parametrize(
    ("opening", "names"),
    [
        ("Superseded by [[new]]; keep it for old offers.", ("new",)),
        ("> **Superseded by** [the new one](new.md)", ("new.md",)),
        ("- SUPERSEDED BY [[a|A]] and [[b]]", ("a", "b")),
        ("Valid until May. Superseded by [[new]]; keep it.", ("new",)),
        ("Superseded by a new list, see [[new]].", ()),
        ("A list.\n\nSuperseded by [[new]].", ()),
    ],
)
def test_the_first_line_names_what_replaces_a_note(
    opening: str, names: tuple[str, ...]
) -> None:
    expected = Succession(Validity.SUPERSEDED, names) if names else Succession()
    assert said(f"# Title\n\n{opening}\n\nMore text.\n") == expected


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("status: Superseded", Succession(Validity.SUPERSEDED)),
        ("status: [draft, urgent]", Succession(Validity.DRAFT)),
        ("status: Draft, not accepted", Succession(Validity.DRAFT)),
        ("status: [draft, obsolete]", Succession(Validity.OBSOLETE)),
        (
            "status: Superseded by [new](new.md)",
            Succession(Validity.SUPERSEDED, ("new.md",)),
        ),
        ("status: active", Succession()),
        ("status: not superseded", Succession()),
        ('superseded_by: "[[new]]"', Succession(Validity.SUPERSEDED, ("new",))),
        ("superseded_by: [[new]]", Succession(Validity.SUPERSEDED, ("new",))),
        ("superseded_by: a/new.md", Succession(Validity.SUPERSEDED, ("a/new.md",))),
        ("superseded_by:", Succession()),
    ],
)
def test_front_matter_says_it(front: str, expected: Succession) -> None:
    assert said(f"---\n{front}\n---\n# Title\n\nText.\n") == expected


WORDS = st.sampled_from(
    ["superseded", "by", "[[x]]", "[a](b.md)", ".", ":", ">", "**", "\n", "-", "#"]
)


@given(st.lists(WORDS, max_size=40))
def test_any_text_is_read_and_stored_whole(words: list[str]) -> None:
    found = said("x\n\n# Title\n\n" + " ".join(words))
    assert Succession.from_json(found.as_json()) == found


def test_what_an_index_of_0_2_has_is_read() -> None:
    found = Succession.from_json(["superseded", ["new"], ["old"]])
    assert found == Succession(Validity.SUPERSEDED, ("new",))
