"""Any text is sanitised alike in pieces, and its characters are found again."""

from hypothesis import given, strategies as st

from ragtui_core.text.sanitizing import SanitizedStream, kept_offsets, sanitize

_ODD = st.lists(
    st.sampled_from(
        [
            *("\x1b", "[", "]", "0", "31m", "m", "P", "\\", "\x07", "\x9c", "\x9d"),
            *("\x9b", "\x90", "\n", "\r", "a", " ", "\u200b", "\u200d", "\ufe0f"),
            *("\u202e", "\U0001f3f4", "\U000e0067", "\U000e007f", "\u2028", "\ud800"),
            *("é", "😀", "\0", "\ufeff", "#", "*", "/"),
        ]
    ),
    max_size=16,
)


@given(_ODD)
def test_text_in_pieces_is_made_printable_like_the_whole(pieces: list[str]) -> None:
    stream, text = SanitizedStream(), "".join(pieces)
    for each in (pieces, list(text)):
        stream = SanitizedStream()
        out = "".join(map(stream.feed, each)) + stream.finish()
        assert out == sanitize(text)


@given(_ODD)
def test_every_printable_character_has_its_place(pieces: list[str]) -> None:
    text = "".join(pieces)
    places = kept_offsets(text)
    shown = sanitize(text)
    found = range(len(text)) if places is None else places
    assert [text[place] for place in found if text[place] in "aéP#"] == [
        char for char in shown if char in "aéP#"
    ]
    assert len(found) == len(shown)
    assert sorted(set(found)) == list(found)
