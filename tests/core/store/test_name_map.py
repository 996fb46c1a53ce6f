"""Names in memory, which links are resolved against."""

import itertools

from hypothesis import given, strategies as st

from ragtui_core.links import NoteName
from ragtui_core.store.names.name_map import ANY_NOTE, NameMap
from ragtui_core.store.names.note_keys import keys_of_target, note_keys
from ragtui_core.text.folding import name_key

NAMES = st.sampled_from(["a", "A", "x/a", "x/Ä", "x/index", "y/a.b", "y/index"])
NOTE_NAMES = st.builds(
    NoteName,
    path=st.builds(str.__add__, NAMES, st.sampled_from([".md", ".txt", ""])),
    title=st.sampled_from(["A", "a", "Ä", "index"]),
    aliases=st.lists(st.sampled_from(["a", "é", "b"]), max_size=2).map(tuple),
    modified=st.just(0.0),
    summary=st.just(""),
)
NOTES = st.lists(NOTE_NAMES, max_size=6, unique_by=lambda note: note.path).map(
    lambda notes: sorted(notes, key=lambda note: note.path)
)
TARGETS = ["a", "A", "é", "x/a", "x", "y", "./a", "../y/a.b", "index", "a.html"]
TARGETS += [".", "..", "/", "x/", "x/..", "a.md", "/x/a.txt", "index.html"]


@given(NOTES)
def test_the_notes_with_a_targets_keys_decide_what_it_names(
    notes: list[NoteName],
) -> None:
    targets = [each for each in TARGETS if name_key(each) not in ANY_NOTE]
    for target, source in itertools.product(targets, ["", "x/b.md"]):
        wanted = keys_of_target(target)
        few = [n for n in notes if wanted & note_keys(n.path, (n.title, *n.aliases))]
        resolved = NameMap(notes).resolve(target, source)
        assert NameMap(few).resolve(target, source) == resolved
