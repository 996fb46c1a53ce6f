"""A code or a quoted word counts wherever it is."""

from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from support.vaults import IndexVault


def test_what_many_have_counts_for_the_best_one(index_vault: IndexVault) -> None:
    """Not only for the best passages by a code alone, which are its shortest."""
    files = {
        f"log/{at}.md": f"readlink2 file{at % 9}1.txt {'file11.txt ' * 3}hosts{at}\n"
        for at in range(120)
    }
    files["right.md"] = (
        "Replace every occurrence of readlink2 with file11.txt in all of the "
        "archives of the harbour, and keep a copy beside each of the former ones.\n"
    )
    vault = index_vault({**files})
    options = SearchOptions(mode=Mode.KEYWORD, explain=True)
    line = 'replace occurrence of "readlink2" with file11.txt'
    (hit, *_) = vault.search(line, options).hits
    assert hit.path == "right.md"
    assert hit.explanation
    assert hit.explanation.parts["phrase"] > 0
