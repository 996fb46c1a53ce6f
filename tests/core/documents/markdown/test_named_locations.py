"""Places that links can name besides the headings of sections."""

from ragtui_core.documents import named_locations


def test_time_is_linear_in_the_length_of_what_is_not_closed() -> None:
    for start, part in (
        *(("", each) for each in ('<a id="', "<a ", "> # ", "# {#", "<a id=x ")),
        *(("<a ", each) for each in ("id=x ", "id = ", 'id="', " ")),
        *(("# {", each) for each in ("#a", " #", "#a ")),
    ):
        assert len(named_locations(start + part * 50_000)) <= 1
        assert len(named_locations(f"{start}{part * 50_000}>")) <= 1
        assert len(named_locations(f"{start}{part * 50_000}}}")) <= 1
