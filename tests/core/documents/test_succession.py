"""What notes say of their validity, in front matter and in their first line."""

from hypothesis import given, strategies as st

from ragtui_core.documents.parser import parse_document
from ragtui_core.documents.succession import succession_of
from ragtui_core.documents.validity import Succession, Validity


def said(text: str) -> Succession:
    return succession_of(parse_document("a.md", text.encode()))


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
