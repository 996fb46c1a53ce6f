"""The place of a quotation counts: headings, list, row, column, kind of block, mail."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core import Selection
from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.recheck import RENEWAL, Rechecked, recheck
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.types import Document, Span
from support.extensions import needs_files
from support.mails import mail
from support.notes import NOTE_TEXTS, parse
from support.vaults import IndexVault


def saved(quote: str, text: str) -> SavedCitation:
    """A citation of the first occurrence of a quotation as whole words."""
    start = next(
        found.start()
        for found in re.finditer(re.escape(quote), text)
        if not text[: found.start()][-1:].isalnum()
    )
    cited = cite(1, quote, Span(start, start + len(quote)), (), parse(text))
    assert cited.verdict is Verdict.EXACT
    return SavedCitation.of(cited)


def checked(citation: SavedCitation, document: Document) -> Rechecked:
    """A citation's written form, checked with its document."""
    [found] = recheck(write_citation(citation), lambda _: document, lambda _: ())
    return found


BIRDS = "# Birds\n\n## Heron\n\nIt eats fish.\n\n## Curlew\n\nIt is small.\n"
TABLE = "| Pump | bar | rpm |\n|---|---|---|\n| Heron | 5.5 | 900 |\n| Curlew | | 7 |\n"
LIST = "Allowed:\n\n- water at noon\n- oil\n\nForbidden:\n\n- petrol\n"
NESTED = "- Allowed\n  - water at noon\n- Forbidden\n  - petrol\n"
SAID = "The valve is safe to open."
CALL = "open_valve(now_at_once)"

CHANGES = [
    ("It eats fish.", BIRDS, BIRDS.replace("It eats fish.\n", "").replace(
        "small.", "small.\n\nIt eats fish."),
     "found under another heading: Birds › Curlew"),
    ("It eats fish.", BIRDS, BIRDS.replace("Heron", "Egret"),
     "the heading above changed: Heron → Egret"),
    ("It eats fish.", BIRDS, BIRDS.replace("# Birds\n", "# Fowl\n"),
     "the heading above changed: Birds → Fowl"),
    ("It eats fish.", BIRDS, BIRDS.replace("## Heron", "## Waders\n\n### Heron"),
     "the heading above changed: none → Waders"),
    ("| Heron | 5.5 | 900 |", TABLE, TABLE.replace("bar", "psi"),
     "the column head changed: bar → psi"),
    ("5.5", TABLE, TABLE.replace("bar", "psi"), "the column head changed: bar → psi"),
    ("900", TABLE, TABLE.replace("| Heron |", "| Egret |"),
     "the row changed: Heron → Egret"),
    ("water at noon", LIST, LIST.replace("- water at noon\n", "") + "- water at noon\n",
     "the text above changed: Allowed: → Forbidden:"),
    ("water at noon", LIST, LIST.replace("Allowed", "Refused"),
     "the text above changed: Allowed: → Refused:"),
    ("water at noon", NESTED,
     NESTED.replace("  - water at noon\n", "") + "  - water at noon\n",
     "the text above changed: Allowed → Forbidden"),
    ("water at noon", LIST.replace(":", " are these."), LIST.replace("Allowed:",
     "Bad are these.").replace(":", " are these."),
     "the text above changed: Allowed are these. → Bad are these."),
    (SAID, SAID, f"The following is wrong:\n\n{SAID}",
     "the text above changed: none → The following is wrong:"),
    (SAID, SAID, f"**Rejected**\n\nOr not.\n\n{SAID}",
     "the text above changed: none → Rejected"),
    (SAID, f"Yes.\n{SAID}", f"__Rejected__\nYes.\n{SAID}",
     "the text above changed: none → Rejected"),
    (SAID, SAID, f"<b>Rejected</b>\n\n{SAID}",
     "the text above changed: none → Rejected"),
    (SAID, SAID, f"<h2>Rejected</h2>\n\n{SAID}",
     "the text above changed: none → Rejected"),
    (SAID, SAID, f"<details><summary>Rejected</summary>\n\n{SAID}\n\n</details>",
     "the text above changed: none → details Rejected"),
    (SAID, f"**Valid**\n\n{SAID}", f"**Valid**\n\nYes.\n\n**Not**\n\n{SAID}",
     "the text above changed: Valid → Not"),
    (CALL, f"```c\n{CALL}\n```", f"```c\n/*\n{CALL}\n*/\n```",
     "the text above changed: none → comment"),
    (CALL, f"```py\n{CALL}\n```", f'```py\n"""\n{CALL}\n"""\n```',
     "the text above changed: none → string"),
    (CALL, f"Run it.\n\n```\n{CALL}\n```", f"Never run it.\n\n```\n{CALL}\n```",
     "the text above changed: Run it. → Never run it."),
    (SAID, SAID, f"```\n{SAID}\n```",
     "the text around it changed, or its kind: code now"),
    (SAID, SAID, f"> {SAID}",
     "the text above changed: none → quoted"),
    ("- water at noon", LIST, LIST.replace("- water", "> - water"),
     "the text above changed: none → quoted"),
    (SAID, SAID, f"# {SAID}", "the heading above changed: none → The valve is safe"),
    (SAID, SAID, f"- {SAID}", "the text around it changed, or its kind: item now"),
]  # fmt: skip


@pytest.mark.parametrize(("quote", "text", "edited", "change"), CHANGES)
@needs_files
def test_a_verdict_says_what_is_around_the_words_now(
    quote: str, text: str, edited: str, change: str
) -> None:
    citation = saved(quote, text)
    assert checked(citation, parse(text)).verdict is Verdict.EXACT
    now = checked(citation, parse(edited))
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert now.change.startswith(change)
    assert now.sentence.startswith(f"Context changed: {change}")


@pytest.mark.parametrize(
    ("edited", "verdict"),
    [
        (BIRDS.replace("## Heron", "### *heron*"), Verdict.EXACT),
        (BIRDS.replace("# Birds", "---\ntitle: Fowl\n---\n# Birds"), Verdict.EXACT),
        (BIRDS.replace("It eats", "New.\n\nIt eats"), Verdict.EXACT),
        (f"# Other\n\nText.\n\n{BIRDS}", Verdict.EXACT),
        (BIRDS.replace("It eats", "So.\n\nIt eats"), Verdict.EXACT),
        (BIRDS.replace("It eats", "- **New**\n\nIt eats"), Verdict.EXACT),
        (BIRDS.replace("It eats", "**New** it is.\n\nIt eats"), Verdict.EXACT),
        (BIRDS.replace("It eats", "<!-- New -->\n\nIt eats"), Verdict.EXACT),
        (BIRDS + "## Egret\n\nIt eats fish.\n", Verdict.EXACT),
    ],
)
def test_markup_and_sections_are_no_other_place(edited: str, verdict: Verdict) -> None:
    assert checked(saved("It eats fish.", BIRDS), parse(edited)).verdict is verdict


def test_the_occurrence_in_its_place_is_taken() -> None:
    edited = BIRDS.replace("It is small.", "It eats fish.")
    second = "## Egret\n\nIt eats fish.\n\n"
    edited = f"# Birds\n\n{second}{edited[9:]}"
    now = checked(saved("It eats fish.", BIRDS), parse(edited))
    assert now.verdict is Verdict.EXACT
    assert now.lines
    assert now.lines.first == 9


def test_without_digests_what_is_written_is_compared() -> None:
    undigested = replace(saved("It eats fish.", BIRDS), surroundings="")
    assert checked(undigested, parse(BIRDS)).verdict is Verdict.EXACT
    renamed = checked(undigested, parse(BIRDS.replace("Heron", "Egret")))
    assert renamed.change == "the heading above changed: Heron → Egret"
    for forged in (
        replace(undigested, heading_path=()),
        replace(undigested, surroundings="0123456789ab"),
    ):
        assert checked(forged, parse(BIRDS)).verdict is Verdict.CONTEXT_CHANGED
    item = replace(saved("- water at noon", LIST), surroundings="")
    assert checked(item, parse(LIST)).verdict is Verdict.EXACT
    without_lead = checked(replace(item, context=()), parse(LIST))
    assert without_lead.verdict is Verdict.CONTEXT_CHANGED


def test_citations_of_version_02_are_compared_with_their_digests() -> None:
    text = "The pump can run until it is stopped for good."
    cut = saved("The pump can", text)
    assert cut.quote == "**The pump can** run until it is stopped for good."
    old = replace(
        cut,
        quote="The pump can",
        digest=quotation_digest("The pump can"),
        surroundings="8e4ce4b203a41c4cfd",
    )
    edited = parse("The pump can run, but must not.")
    now = checked(old, edited)
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert "its sentence is now: The pump can run, but must not." in now.change
    assert checked(cut, edited).verdict is Verdict.STALE
    renewable = checked(old, parse(text))
    assert (renewable.verdict, renewable.change) == (Verdict.EXACT, RENEWAL)
    assert checked(cut, parse(text)).change == ""


CODE = """\
Run it:

```sh
set -e
PermitRootLogin no
  sleep 5
+ added
- removed
```
"""


@pytest.mark.parametrize(
    ("quote", "old", "new"),
    [
        ("set -e\nPermitRootLogin no", "set -e\n", "set -e\n\n"),
        ("set -e\nPermitRootLogin no", "\nPermit", " Permit"),
        ("set -e\nPermitRootLogin no", "set -e", "set  -e"),
        ("PermitRootLogin no", "no\n", "no # yes\n"),
        ("`-r *.md` now", "*.md", ".md"),
        ("`_x_` here", "_x_", "x"),
    ],
)
def test_in_code_every_character_counts(quote: str, old: str, new: str) -> None:
    text = f"{CODE}\nUse `-r *.md` now, and `_x_` here.\n"
    assert not checked(
        saved(quote, text), parse(text.replace(old, new))
    ).verdict.verified


SCRIPT = """\
import os

def opened():
    return valve_is_open  # not closed

# the valve is _very_ safe here
"""


@pytest.mark.parametrize(
    ("ending", "opening", "closing"),
    [("py", '"""', '"""'), ("py", '"""', ""), ("c", "/*", "*/"), ("rs", "/*", "")],
)
@needs_files
def test_code_that_is_put_into_a_comment_or_a_string_is_no_source(
    ending: str, opening: str, closing: str
) -> None:
    document, quote = parse(SCRIPT, f"a.{ending}"), "return valve_is_open"
    start = SCRIPT.index(quote)
    cited = cite(1, quote, Span(start, start + len(quote)), (), document)
    edited = f"{opening}\n{SCRIPT}{closing}\n"
    now = checked(SavedCitation.of(cited), parse(edited, f"a.{ending}"))
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert now.change.startswith("the text above changed")


@given(st.sampled_from(["#", "//", "- ", "* ", "~~", "`", "\\", ">"]), st.data())
def test_in_code_each_character_counts(mark: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(SCRIPT) - 1))
    quote = data.draw(st.sampled_from([line for line in SCRIPT.split("\n") if line]))
    start = SCRIPT.index(quote)
    document = parse(SCRIPT, "a.py")
    citation = SavedCitation.of(
        cite(1, quote, Span(start, start + len(quote)), (), document)
    )
    edited = parse(f"{SCRIPT[:place]}{mark}{SCRIPT[place:]}", "a.py")
    is_outside = not start <= place <= start + len(quote)
    verdict = checked(citation, edited).verdict
    assert verdict.verified <= is_outside
    # A line that it is indented below may have changed, or a comment began above.
    assert not is_outside or verdict.verified or verdict is Verdict.CONTEXT_CHANGED


@pytest.mark.parametrize("quote", ["| Curlew | | 7 |", "Heron | 5.5 | 900"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| Curlew | | 7 |", "| Curlew | 7 | |"),
        ("| Curlew | | 7 |", "| Curlew | 3 | 7 |"),
        ("| Curlew | | 7 |", "| Curlew | 7 |"),
        ("Heron | 5.5 | 900", "Heron | 900 | 5.5"),
        ("Heron | 5.5 | 900", "Heron 5.5 | | 900"),
        ("Heron | 5.5 | 900", "Heron | 5.5 900 |"),
        ("Heron | 5.5 | 900", "| Heron | 5.5"),
    ],
)
def test_cells_are_compared_by_column(quote: str, old: str, new: str) -> None:
    verdict = checked(saved(quote, TABLE), parse(TABLE.replace(old, new))).verdict
    assert verdict.verified == (old != quote)


def test_a_border_after_cells_is_none_of_their_words() -> None:
    text = "| a | b | c | d |\n|---|---|---|---|\n| 0 | 0 | 0 | 0 |\n"
    assert checked(saved("0 | 0 | 0 |", text), parse(text)).verdict.verified


def test_spaces_and_outer_borders_of_a_row_do_not_matter() -> None:
    written = "Pump|bar|rpm\n-|-|-\nHeron|  5.5|900\nCurlew||7\n"
    for quote in ("| Heron | 5.5 | 900 |", "| Curlew | | 7 |"):
        assert checked(saved(quote, TABLE), parse(written)).verdict.verified


WORDS = st.lists(
    st.sampled_from(str.split("pump valve boat is safe open near the sea at 12 noon")),
    min_size=4,
    max_size=12,
).map(lambda words: " ".join([*words, "Zanzibar"]))


@given(WORDS, WORDS, st.data())
def test_a_denial_anywhere_counts(far: str, words: str, data: st.DataObject) -> None:
    many = " ".join([far] * data.draw(st.integers(1, 30)))
    sentence = f"They say that {many} and {words} for all, {many}."
    citation = saved(words, f"# Head\n\nBefore. {sentence} After.\n")
    place = data.draw(st.sampled_from([8, len(sentence) - 1]))
    denied = f"{sentence[:place]} not{sentence[place:]}"
    edited = parse(f"# Head\n\nBefore. {denied} After.\n")
    assert not checked(citation, edited).verdict.verified
    other = parse(f"# Head\n\nNever. {sentence} Not.\n")
    assert checked(citation, other).verdict is Verdict.EXACT


@given(NOTE_TEXTS, st.sampled_from(["[^1]", "[^note]", "[12]"]), st.data())
def test_a_mark_of_a_footnote_after_a_sentence_changes_nothing(
    around: str, mark: str, data: st.DataObject
) -> None:
    sentence = data.draw(
        st.sampled_from(["The valve is safe to open.", "这个阀门可以安全地打开。"])
    )
    after = data.draw(st.sampled_from(["", " More of it.", "更多内容。"]))
    text = f"# Head\n\n{sentence}{after}\n"
    assume("Head" not in around)
    edited = text.replace(sentence, sentence + mark)
    assert checked(saved(sentence, text), parse(edited)).verdict is Verdict.EXACT


@given(NOTE_TEXTS.filter(bool), st.sampled_from(["Egret", "Other 2"]))
def test_under_another_heading_nothing_is_exact(text: str, heading: str) -> None:
    document = parse(f"# Heron\n\n{text}")
    other = parse(f"# {heading}\n\n{text}")
    for passage in passages_of(document):
        quote = passage.span.of(document.text)
        if passage.heading_path[:1] != ("Heron",) or quote == "# Heron":
            continue
        cited = cite(1, quote, passage.span, (), document)
        if cited.verdict.verified:
            assert not checked(SavedCitation.of(cited), other).verdict.verified


@pytest.mark.parametrize(
    ("changed", "change"),
    [
        (
            mail(SAID, sender="Cy Low <ann@example.org>"),
            "mail from Ann Lee, 3 Mar 2026",
        ),
        (mail(SAID, subject="Boat"), 'mail from Ann Lee, 3 Mar 2026, "Pump" → '),
        (
            mail(SAID, date="Wed, 04 Mar 2026 10:15:00 +0100"),
            "mail from Ann Lee, 3 Mar 2026",
        ),
        (
            mail(SAID, sender="Ann Lee <ann@other.org>"),
            "Ann Lee <ann@other.org>, 2026-03-03",
        ),
    ],
)
@needs_files
def test_the_headers_of_a_mail_belong_to_it(
    index_vault: IndexVault, changed: bytes, change: str
) -> None:
    vault = index_vault({"a.eml": mail(SAID)})
    text = write_citation(vault.quotations.quote(Selection(SAID, "a.eml")))
    (now,) = vault.quotations.verify(text)
    assert now.verdict is Verdict.EXACT
    (vault.root / "a.eml").write_bytes(changed)
    (now,) = vault.quotations.verify(text)
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert now.change.startswith(f"the mail's headers changed: {change}")
