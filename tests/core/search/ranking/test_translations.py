"""Translations of one page: which are recognized, and in what order they are found."""

import pytest

from ragtui_core import SearchOptions
from ragtui_core.search.ranking.translations import is_in_language, page_and_language
from ragtui_core.types import Mode
from support.vaults import MakeVault

ENGLISH = "# Anchor\n\nThe anchor is at the bow of the boat, and it holds in sand.\n"
SPANISH = "# Anchor\n\nEl anchor es para la proa de la barca, y está en la arena.\n"
FRENCH = "# Anchor\n\nLe anchor est à la proue de la barque, et dans le sable.\n"
JAPANESE = "# Anchor\n\nanchor は船首にあります。\n"
OTHER = "# Rope\n\nA rope for the anchor, of twenty metres, is kept under the deck.\n"


@pytest.mark.parametrize(
    ("path", "page", "language"),
    [
        ("content/en/docs/traces.md", "content/docs/traces.md", "en"),
        ("content/pt-br/docs/traces.md", "content/docs/traces.md", "pt"),
        ("de/a.md", "a.md", "de"),
        ("docs/index.fr.md", "docs/index.md", "fr"),
        ("docs/index.zh_CN.md", "docs/index.md", "zh"),
        ("content/en/docs/go/sampling.md", "content/docs/go/sampling.md", "en"),
        ("languages/go/sampling.md", "languages/go/sampling.md", ""),
        ("models/a.md", "models/a.md", ""),
        ("blog/no/a.md", "blog/a.md", "nb"),
    ],
)
def test_a_path_says_its_language(path: str, page: str, language: str) -> None:
    assert page_and_language(path) == (page, language)


def test_a_text_must_be_in_that_language() -> None:
    assert is_in_language(SPANISH, "es")
    assert is_in_language(JAPANESE, "ja")
    assert is_in_language(ENGLISH, "")
    assert not is_in_language(ENGLISH, "es")
    assert not is_in_language(ENGLISH, "ja")


CODE = """```yaml
# the name of the pod is used for all of it
name: anchor-of-the-pod
```
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"## 錨の設定方法 {{#how-to-set-the-anchor}}\n\n{CODE}", "ja"),
        (
            "[The Anchor](/what/is/it) の使い方を説明します。And that is it.",
            "ja",
        ),
        (CODE, "zh"),
        (f"### Gradle {{#the-anchor-of-it}}\n\n{CODE}", "fr"),
        (f"### Anclas {{#what-is-the-anchor}}\n\n{SPANISH}", "es"),
    ],
)
def test_code_and_anchors_do_not_say_the_language(text: str, code: str) -> None:
    assert is_in_language(text, code)


def test_a_page_of_code_gives_its_place_to_its_translation(
    make_vault: MakeVault,
) -> None:
    pages = {
        "docs/en/anchor.md": f"# Anchor\n\nThis is about it and them.\n\n{CODE}",
        "docs/ja/anchor.md": f"# Anchor {{#the-anchor-of-the-pod}}\n\n{CODE}",
        "docs/en/rope.md": "A rope for the pod, which is not in use by any of them.",
    }
    paths = found(make_vault, pages, "what is the anchor of the pod")
    assert paths == ["docs/en/anchor.md", "docs/en/rope.md", "docs/ja/anchor.md"]


def found(make_vault: MakeVault, notes: dict[str, str], query: str) -> list[str]:
    vault = make_vault({**notes})
    vault.index(embed=False)
    options = SearchOptions(mode=Mode.KEYWORD, fill=False)
    return [hit.path for hit in vault.search(query, options).hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("where is the anchor", "docs/en/anchor.md"),
        ("donde está el anchor", "docs/es/anchor.md"),
        ("où est le anchor", "docs/fr/anchor.md"),
    ],
)
def test_one_translation_is_first_the_others_last(
    make_vault: MakeVault, query: str, first: str
) -> None:
    pages = {
        "docs/en/anchor.md": ENGLISH,
        "docs/es/anchor.md": SPANISH,
        "docs/fr/anchor.md": FRENCH,
        "docs/ja/anchor.md": JAPANESE,
    }
    paths = found(make_vault, {**pages, "docs/en/rope.md": OTHER}, query)
    assert paths[:2] == [first, "docs/en/rope.md"]
    assert set(paths[2:]) == pages.keys() - {first}


def test_a_name_alone_is_found_in_the_language_of_most_pages(
    make_vault: MakeVault,
) -> None:
    spanish = {f"docs/es/{n}.md": f"El anchor {n} es de la barca." for n in range(3)}
    pages = {"docs/en/anchor.md": "# Anchor\n\nThe anchor is this anchor, an anchor.\n"}
    pages |= {"docs/es/anchor.md": SPANISH + "\nLa barca es de la casa, no del mar.\n"}
    paths = found(make_vault, {**pages, **spanish}, "anchor")
    assert paths.index("docs/es/anchor.md") < paths.index("docs/en/anchor.md")


def test_a_title_is_found_in_its_own_language(make_vault: MakeVault) -> None:
    english = {f"docs/en/{n}.md": f"The ancre {n} is on the boat." for n in range(3)}
    pages = {
        "docs/en/anchor.md": ENGLISH + "\nIn France, the ancre is used.\n",
        "docs/fr/anchor.md": FRENCH.replace("# Anchor", "# Ancre"),
    }
    assert found(make_vault, {**pages, **english}, "ancre")[0] == "docs/fr/anchor.md"


def test_a_name_in_letters_is_not_in_a_language_of_characters(
    make_vault: MakeVault,
) -> None:
    japanese = {f"docs/ja/{n}.md": f"anchor {n} は船首にあります。" for n in range(3)}
    pages = {"docs/en/anchor.md": ENGLISH, "docs/ja/anchor.md": JAPANESE * 2}
    paths = found(make_vault, {**pages, **japanese}, "anchor")
    assert paths.index("docs/en/anchor.md") < paths.index("docs/ja/anchor.md")
    paths = found(make_vault, {**pages, **japanese}, "anchor 船首")
    assert paths.index("docs/ja/anchor.md") < paths.index("docs/en/anchor.md")


def test_a_page_without_a_code_is_the_original(make_vault: MakeVault) -> None:
    notes = {"anchor.md": ENGLISH, "anchor.es.md": SPANISH, "rope.md": OTHER}
    paths = found(make_vault, notes, "donde está el anchor")
    assert paths == ["anchor.es.md", "rope.md", "anchor.md"]


def test_folders_of_countries_are_no_translations(make_vault: MakeVault) -> None:
    notes = {f"fees/{code}/anchor.md": ENGLISH for code in ("de", "es", "fr")}
    paths = found(make_vault, {**notes, "fees/rope.md": OTHER}, "the anchor")
    assert paths[-1] == "fees/rope.md"
