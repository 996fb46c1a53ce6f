"""What notes say of their validity, in front matter and text, in seven languages."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.parser import parse_document
from ragtui_core.documents.succession import succession_of
from ragtui_core.documents.validity import Succession, Validity


def said(text: str) -> Succession:
    return succession_of(parse_document("a.md", text.encode()))


def said_by(opening: str) -> Succession:
    return said(f"# Title\n\n{opening}\n\nMore text.\n\nThis note is obsolete.\n")


@pytest.mark.parametrize(
    ("opening", "validity"),
    [
        ("Superseded by [[new]]; keep it for old offers.", Validity.SUPERSEDED),
        ("Valid until May. Superseded by [[new]].", Validity.SUPERSEDED),
        ("> [!warning] Deprecated\n> Use [[new]] instead.", Validity.DEPRECATED),
        ("> **Deprecated:** see [[new|the new one]]", Validity.DEPRECATED),
        ("⚠️ *This page is out of date.* See [[new]].", Validity.OBSOLETE),
        ('!!! warning "Outdated"\n    See [[new]].', Validity.OBSOLETE),
        (":::danger\nSuperseded by [[new]]\n:::", Validity.SUPERSEDED),
        ("<!-- old -->\nNo longer valid: see [[new]]", Validity.OBSOLETE),
        ("- Status: superseded by [ADR 5](new)\n- Date: 2026", Validity.SUPERSEDED),
        ("Date: 2026\n\n## Status\n\nSuperseded by [[new]]", Validity.SUPERSEDED),
        ("This has been replaced by the price list [[new]].", Validity.SUPERSEDED),
        ("Diese Notiz wurde durch [[new]] ersetzt.", Validity.SUPERSEDED),
        ("Veraltet, siehe [[new]].", Validity.OBSOLETE),
        ("Cette note est obsolète : voir [[new]].", Validity.OBSOLETE),
        ("Esta nota ha sido sustituida por [[new]].", Validity.SUPERSEDED),
        ("Deze notitie is vervangen door [[new]].", Validity.SUPERSEDED),
        ("Status: replaced by [[new]].", Validity.SUPERSEDED),
        ("本文件已被 [[new]] 取代。", Validity.SUPERSEDED),
        ("[[new]]により廃止", Validity.SUPERSEDED),
        ("この文書は [[new]] に置き換えられました。", Validity.SUPERSEDED),
    ],
)
def test_a_text_begins_with_what_replaces_it(opening: str, validity: Validity) -> None:
    assert said_by(opening) == Succession(validity, ("new",))


@pytest.mark.parametrize(
    "opening",
    [
        "**Replaced by** [the new one](new).",
        "Replaced by [[new]] on Monday.",
        "Remplacé par [[new]].",
        "Sostituito da [[new]].",
        "Substituído por [[new]].",
    ],
)
def test_only_a_note_tells_whether_a_thing_is_replaced(opening: str) -> None:
    assert said_by(opening) == Succession(None, ("new",))


@pytest.mark.parametrize("between", [" and ", ", ", " und ", " & ", "\n"])
def test_several_notes_replace_one(between: str) -> None:
    opening = f"Superseded by [[a]]{between}[b](b.md). See [[c]]."
    assert said_by(opening) == Succession(Validity.SUPERSEDED, ("a", "b.md"))


@pytest.mark.parametrize(
    ("opening", "validity"),
    [
        ("已废止。", Validity.OBSOLETE),
        ("This note is obsolete.", Validity.OBSOLETE),
        ("DRAFT", Validity.DRAFT),
        ("*Draft* by [[Ann]], please comment", Validity.DRAFT),
        ("Status: Entwurf", Validity.DRAFT),
        ("This policy is superseded.", Validity.SUPERSEDED),
        ("Questa nota è obsoleta.", Validity.OBSOLETE),
        ("Deze notitie is verouderd.", Validity.OBSOLETE),
    ],
)
def test_a_text_need_not_name_what_replaces_it(
    opening: str, validity: Validity
) -> None:
    assert said_by(opening) == Succession(validity)


@pytest.mark.parametrize(
    "opening",
    [
        "Deprecated functions are listed in [[x]].",
        "This note is not obsolete.",
        "Ce document n'est pas obsolète.",
        "This is no longer a draft.",
        "This pump was replaced by Tom.",
        "This hardware is obsolete.",
        "Outdated hardware must be returned.",
        "Draft the plan for [[x]].",
        "Replaced the wiper.",
        "~~Superseded by [[x]]~~ Still in force.",
        "```\nSuperseded by [[x]]\n```",
    ],
)
def test_other_words_say_nothing(opening: str) -> None:
    assert said_by(opening) == Succession()


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("status: Superseded", Succession(Validity.SUPERSEDED)),
        ("status: out-of-date", Succession(Validity.OBSOLETE)),
        ("status: [draft, urgent]", Succession(Validity.DRAFT)),
        ("status: Brouillon", Succession(Validity.DRAFT)),
        ("State: vervangen", Succession(Validity.SUPERSEDED)),
        (
            "status: Superseded by [new](new.md)",
            Succession(Validity.SUPERSEDED, ("new.md",)),
        ),
        ("status: Draft accepted", Succession()),
        ("status: draft, not accepted", Succession(Validity.DRAFT)),
        ("status: Entwurf freigegeben", Succession()),
        ("status: brouillon approuvé", Succession()),
        ("status: Draft, superseded", Succession(Validity.SUPERSEDED)),
        ("status: 已废止", Succession(Validity.OBSOLETE)),
        ("状态: 草稿", Succession(Validity.DRAFT)),
        ("status: 已被取代", Succession(Validity.SUPERSEDED)),
        ("状態: 廃止", Succession(Validity.OBSOLETE)),
        ("status: ドラフト", Succession(Validity.DRAFT)),
        ("상태: 폐지", Succession(Validity.OBSOLETE)),
        ("status: périmé", Succession(Validity.OBSOLETE)),
        ("estado: sustituido", Succession(Validity.SUPERSEDED)),
        ("status: ungültig", Succession(Validity.OBSOLETE)),
        ("draft: true", Succession(Validity.DRAFT)),
        ("draft: false", Succession()),
        ("retired: 2020-01-01", Succession()),
        ("status: active", Succession()),
        ("status: not superseded", Succession()),
        ('superseded_by: "[[new]]"', Succession(Validity.SUPERSEDED, ("new",))),
        ("superseded-by: [[new]]", Succession(Validity.SUPERSEDED, ("new",))),
        ("Replaced By: a/new.md", Succession(Validity.SUPERSEDED, ("a/new.md",))),
        ("ersetzt_durch: neu", Succession(Validity.SUPERSEDED, ("neu",))),
        ('supersedes: ["[[a]]", b.md]', Succession(replaces=("a", "b.md"))),
        ("replaces: '[[a|A]]'", Succession(replaces=("a",))),
        ("ersetzt: alt", Succession(replaces=("alt",))),
    ],
)
def test_front_matter_says_it(front: str, expected: Succession) -> None:
    assert said(f"---\n{front}\n---\n# Title\n\nText.\n") == expected


WORDS = st.sampled_from(
    [
        *("superseded", "replaced", "by", "this", "note", "is", "not", "draft", "see"),
        *("[[x]]", "[a](b.md)", ".", ":", ",", ">", "**", "\n", "-", "ersetzt"),
        *("durch", "\ue000", "0", "\ue001", "status", "#"),
    ]
)


@given(st.lists(WORDS, max_size=40))
def test_any_text_is_read_and_stored_whole(words: list[str]) -> None:
    found = said("x\n\n# Title\n\n" + " ".join(words))
    assert Succession.from_json(found.as_json()) == found
