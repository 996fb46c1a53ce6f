"""Footnotes: references and definitions, and where the text of one ends."""

from hypothesis import given

from ragtui_core.documents.markdown.footnotes import footnotes_of
from support.notes import NOTE_TEXTS

NOTE = """\
---
a: "[^no]"
---
Water[^1] and oil.[^Long-Name]

```
[^1]: in code
```

[^1]: The first line
goes on.

    A second paragraph.

[^long-name]: Short.
[^3]: Third. `[^4]`

Not a part.
"""


def test_references_and_definitions() -> None:
    found = footnotes_of(NOTE)
    marks = [(each.name, each.is_definition) for each in found]
    assert marks == [
        ("1", False),
        ("long-name", False),
        ("1", True),
        ("long-name", True),
        ("3", True),
    ]
    assert [each.span.of(NOTE) for each in found[:2]] == ["[^1]", "[^Long-Name]"]
    bodies = [each.body.of(NOTE) for each in found if each.body]
    assert bodies == [
        " The first line\ngoes on.\n\n    A second paragraph.",
        " Short.",
        " Third. `[^4]`",
    ]


@given(NOTE_TEXTS)
def test_spans_are_within_any_text(text: str) -> None:
    for each in footnotes_of(text):
        assert each.span.of(text).startswith("[^")
        assert each.body is None or each.span.end < each.body.start <= len(text)
