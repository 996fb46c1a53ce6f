"""What search promises beyond nDCG, measured on a BEIR collection.

    python -m benchmarks.search_quality COLLECTION [OTHER] [--split test] [-n 300]

- Phrases of ten to twenty words from random documents: is their document among the
  first two?
- A quarter, half, three quarters of the vectors: is hybrid still as good as keyword?
- Scores: how far apart are the first and the tenth; how many queries of OTHER, which
  COLLECTION cannot answer, are called low in confidence, and how many of its own?
- Five hits in compact form: how many characters at most?

Indexes COLLECTION where `ragtui eval` does, so that both share the work.
"""

import argparse
import random
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

import apsw

from benchmarks.measure import row
from ragtui_core import Vault, open_vault
from ragtui_core.search import compact_lines
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Confidence, Mode
from ragtui_eval.commands.evaluated_vaults import bring_up_to_date, vault_for
from ragtui_eval.measurement import NDCG, rank_values
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.set_loading import load_set
from ragtui_eval.vault_measurement import ranked_documents

SEED = 20261121
_WORD = re.compile(r"\w+")


def measure(given: argparse.Namespace) -> None:
    """Print every figure, each beside its target."""
    opened = load_set(Path(given.set), given.split)
    vault = vault_for(opened, given)
    bring_up_to_date(vault, opened, embed=True)
    rng = random.Random(SEED)
    queries = rng.sample(opened.queries, min(given.sample, len(opened.queries)))
    _phrases(vault, rng, given.sample)
    _partial_vectors(vault, queries, rng)
    _scores(vault, queries)
    if given.other:
        _unanswerable(vault, given, queries)
    vault.close()


def _phrases(vault: Vault, rng: random.Random, count: int) -> None:
    texts = {
        path: " ".join(vault.documents.read(path).text.split())
        for path in vault.documents.paths()
    }
    phrases = [phrase for text in texts.values() for phrase in _phrase_of(text, rng)]
    sought = rng.sample(phrases, min(count, len(phrases)))
    for name, form in (("", "{}"), (", in quotation marks", '"{}"')):
        found = 0
        for phrase in sought:
            holders = {path for path, text in texts.items() if phrase in text}
            options = SearchOptions(limit=2, fill=False)
            hits = vault.search(form.format(phrase), options).hits
            found += bool({hit.path for hit in hits} & holders)
        row(f"phrases{name}, first two", 100 * found / len(sought), "%", "target 99")


def _phrase_of(text: str, rng: random.Random) -> Iterator[str]:
    """Ten to twenty consecutive words, with the text between them."""
    words = list(_WORD.finditer(text))
    length = rng.randint(10, 20)
    if len(words) > length:
        start = rng.randrange(len(words) - length)
        yield text[words[start].start() : words[start + length - 1].end()]


def _partial_vectors(
    vault: Vault, queries: Sequence[EvaluationQuery], rng: random.Random
) -> None:
    keyword = _ndcg(vault, queries, Mode.KEYWORD)
    row("keyword, nDCG@10", keyword, "", "baseline")
    with tempfile.TemporaryDirectory() as folder:
        for share in (0.25, 0.5, 0.75, 1.0):
            place = Path(folder) / f"{share}.db"
            shutil.copy(vault.index_path, place)
            _drop_vectors(place, 1 - share, rng)
            part = open_vault(vault.root, db=place)
            hybrid = _ndcg(part, queries, Mode.HYBRID)
            part.close()
            row(
                f"hybrid, {share:.0%} of the vectors",
                hybrid,
                "",
                f"{hybrid - keyword:+.4f}",
            )


def _drop_vectors(place: Path, share: float, rng: random.Random) -> None:
    connection = apsw.Connection(str(place))
    chunks = [chunk for (chunk,) in connection.execute("SELECT id FROM chunk")]
    dropped = [(chunk,) for chunk in rng.sample(chunks, int(len(chunks) * share))]
    with connection:
        connection.executemany("DELETE FROM embedding WHERE chunk = ?", dropped)
        connection.executemany("UPDATE chunk SET embedded = 0 WHERE id = ?", dropped)
    connection.close()


def _ndcg(vault: Vault, queries: Sequence[EvaluationQuery], mode: Mode) -> float:
    options = SearchOptions(mode=mode)
    ranked = {
        query.id: ranked_documents(vault, query.text, options, 10) for query in queries
    }
    values = rank_values(ranked, {query.id: query.relevant for query in queries})
    return mean(measured[NDCG] for measured in values.values())


def _scores(vault: Vault, queries: Sequence[EvaluationQuery]) -> None:
    apart, longest, low = 0, 0, 0
    for query in queries:
        result = vault.search(query.text, SearchOptions(fill=False))
        scores = [hit.score for hit in result.hits]
        apart += max(scores) - scores[-1] >= 0.10
        low += result.confidence is Confidence.LOW
        five = vault.search(query.text, SearchOptions(limit=5))
        longest = max(longest, len("\n".join(compact_lines(five))))
    count = len(queries)
    row("first and tenth .10 apart", 100 * apart / count, "%", "target 80")
    row("answerable, called low", 100 * low / count, "%", "target 7 at most")
    row("five hits, compact", longest, "chars", "target 2000 at most")


def _unanswerable(
    vault: Vault, given: argparse.Namespace, queries: Sequence[EvaluationQuery]
) -> None:
    others = load_set(Path(given.other), given.other_split).queries
    asked = random.Random(SEED).sample(others, min(given.sample, len(others)))
    low = sum(vault.search(query.text).confidence is Confidence.LOW for query in asked)
    row("unanswerable, called low", 100 * low / len(asked), "%", "target 85")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("set", metavar="COLLECTION")
    parser.add_argument("other", nargs="?", metavar="OTHER")
    parser.add_argument("--split", default="test")
    parser.add_argument("--other-split", default="test")
    parser.add_argument("-n", "--sample", type=int, default=300)
    parser.set_defaults(vault=None, db=None)
    measure(parser.parse_args())
