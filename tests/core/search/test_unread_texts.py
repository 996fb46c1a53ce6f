# ruff: noqa: RUF001 (Cyrillic and Greek letters)
"""Passages in a script that the bundled model cannot read, beside English ones.

Their cosines with English questions are below those of unrelated English texts, so that
their words alone can make them good matches.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core import Mode, SearchOptions, Vault
from support.vaults import indexed_vault

NAMES = ("Miller", "PostgreSQL", "Grundfos", "Zermatt", "Kestrel", "Volvo")
TEXTS = {
    "ru": "Утром мы поехали на вокзал и долго ждали {}, потому что шёл дождь и "
    "поезд из столицы снова опоздал; вечером пили чай на веранде и говорили о "
    "ремонте крыши, о школе и о том, сколько стоит новая лодка для рыбалки на "
    "озере.",
    "el": "Το πρωί πήγαμε στον σταθμό και περιμέναμε για {} πολλή ώρα, γιατί έβρεχε "
    "και το τρένο είχε πάλι καθυστέρηση· το βράδυ ήπιαμε τσάι στη βεράντα και "
    "μιλήσαμε για τη στέγη, το σχολείο και την καινούργια βάρκα για το ψάρεμα "
    "στη λίμνη.",
    "ar": "ذهبنا في الصباح إلى المحطة وانتظرنا {} طويلا لأن المطر كان ينزل والقطار "
    "تأخر مرة أخرى، وفي المساء شربنا الشاي على الشرفة وتحدثنا عن سقف البيت "
    "والمدرسة وعن القارب الجديد للصيد في البحيرة.",
}
ENGLISH = {
    "boiler.md": "# Boiler\n\nThe boiler is serviced each autumn by the plumber.\n",
    "garden.md": "# Garden\n\nApples and pears along the fence, watered weekly.\n",
    "lease.md": "# Lease\n\nThe landlord repairs the roof; notice is three months.\n",
}

WORDS = sorted(
    {word.strip(".;,\n") for text in ENGLISH.values() for word in text.split()}
)
MODES = (Mode.HYBRID, Mode.SEMANTIC)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    notes = {
        f"{language}-{name}.md": text.format(name)
        for language, text in TEXTS.items()
        for name in NAMES
    }
    folder, flags = tmp_path_factory.mktemp("scripts"), {"embedding.model": "bundled"}
    with indexed_vault(folder, notes | ENGLISH, flags=flags) as opened:
        yield opened


def scores(vault: Vault, line: str, mode: Mode) -> dict[str, float]:
    options = SearchOptions(mode=mode, limit=30, fill=False, min_score=0.0)
    return {hit.path: hit.score for hit in vault.search(line, options).hits}


@settings(max_examples=30)
@given(
    st.sampled_from(MODES), st.lists(st.sampled_from(WORDS), min_size=1, unique=True)
)
def test_an_unread_text_without_the_words_is_no_good_match(
    vault: Vault, mode: Mode, words: list[str]
) -> None:
    found = scores(vault, f"who looks after the {' '.join(words)}", mode)
    assert all(found[path] < 0.5 for path in found if path not in ENGLISH)
