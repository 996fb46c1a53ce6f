"""Places that links can name besides the headings of sections."""

import pytest

from ragtui_core.documents import named_locations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<a id="here"></a>\n# Title', {"here": '<a id="here">'}),
        ("<A class=x NAME='éa'>", {"éa": "<A class=x NAME='éa'>"}),
        ("<h2 id=plain>Title</h2>", {"plain": "<h2 id=plain>"}),
        ('<p\n  id="two"\n>', {"two": '<p\n  id="two"\n>'}),
        ("# Title {#own}\n", {"own": "# Title {#own}"}),
        ("## Title { .wide #own }", {"own": "## Title { .wide #own }"}),
        ("> ### Where's the `->`?", {"wheres-the--": "> ### Where's the `->`?"}),
        ('<a id="x"><b id="x">', {"x": '<a id="x">'}),
        ('`<a id="here">`', {}),
        ('<!-- <a id="here"> -->', {}),
        ("```\n# Title {#own}\n```", {}),
        ("Text {#none}, a > b # c", {}),
        ('<a data-id="none" href="#id">', {}),
        ("<a id=", {}),
    ],
)
def test_elements_and_headings_with_names(text: str, found: dict[str, str]) -> None:
    locations = named_locations(text)
    assert {name: span.of(text) for name, span in locations.items()} == found


def test_time_is_linear_in_the_length_of_what_is_not_closed() -> None:
    for start, part in (
        *(("", each) for each in ('<a id="', "<a ", "> # ", "# {#", "<a id=x ")),
        *(("<a ", each) for each in ("id=x ", "id = ", 'id="', " ")),
        *(("# {", each) for each in ("#a", " #", "#a ")),
    ):
        assert len(named_locations(start + part * 50_000)) <= 1
        assert len(named_locations(f"{start}{part * 50_000}>")) <= 1
        assert len(named_locations(f"{start}{part * 50_000}}}")) <= 1
