"""The model as shipped, and its tokens counted fast and exactly."""

import threading
from dataclasses import replace
from pathlib import Path
from string import ascii_letters, digits

import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from tokenizers import Tokenizer

from ragtui_core.embedding import Embedder, bundled_model as shipped, open_embedder
from ragtui_core.embedding.embedder import TokenEmbedder
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.errors import ModelError
from ragtui_core.settings import EmbeddingSettings


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return open_embedder(EmbeddingSettings())


@pytest.mark.parametrize(
    ("model", "licence"),
    [
        (shipped.EMBEDDING_MODEL, "MIT License"),
        (shipped.CROSS_ENCODER, "Apache License"),
    ],
)
def test_the_shipped_files_are_the_ones_named_in_the_code(
    model: shipped.BundledModel, licence: str
) -> None:
    model.verify()
    source = (model.folder / "SOURCE.md").read_text("utf-8")
    assert model.sha256["model.onnx"] in source
    assert licence in (model.folder / "LICENSE").read_text("utf-8")


def test_the_checksum_is_part_of_the_model_s_id() -> None:
    digest = shipped.EMBEDDING_MODEL.sha256["model.onnx"]
    assert digest.startswith(shipped.MODEL_ID.split("/")[1])


def test_a_damaged_or_missing_model_is_reported(tmp_path: Path) -> None:
    model = replace(shipped.EMBEDDING_MODEL, folder=tmp_path)
    with pytest.raises(ModelError, match=r"missing: install ragtui again"):
        model.verify()
    model.model_file.write_bytes(b"not these weights")
    with pytest.raises(ModelError, match=r"model\.onnx is damaged"):
        model.verify()
    with pytest.raises(ModelError, match="install ragtui again"):
        model.open_session()
    with pytest.raises(ModelError, match="install ragtui again"):
        model.load_tokenizer()


def test_vectors_are_unit_and_know_meaning(embedder: Embedder) -> None:
    cat, feline, engine = embedder.embed(
        ["A cat sleeps.", "The feline is napping.", "The engine burns diesel."]
    )
    assert cat.dtype == np.float32
    assert cat.shape == (embedder.dimension,)
    assert np.linalg.norm(cat) == pytest.approx(1, abs=1e-5)
    assert cat @ feline > cat @ engine + 0.1


def test_a_vector_does_not_depend_on_its_neighbours(embedder: Embedder) -> None:
    texts = [f"Note number {n} " + "of words " * n for n in range(20)]
    together = embedder.embed(texts)
    alone = np.stack([embedder.embed([text])[0] for text in texts])
    np.testing.assert_array_equal(together, alone)


def test_tokens_have_offsets_and_unit_vectors(embedder: Embedder) -> None:
    assert isinstance(embedder, TokenEmbedder)
    cost, price = embedder.embed_tokens(["cost", "The price of a boat"])
    assert [start for start, _ in price.spans] == [0, 4, 10, 13, 15]
    assert np.allclose(np.linalg.norm(price.vectors, axis=1), 1, atol=1e-5)
    assert int((price.vectors @ cost.vectors[0]).argmax()) == 1


def test_texts_beyond_the_models_limit_are_cut_not_refused(embedder: Embedder) -> None:
    assert embedder.embed(["word " * 5000]).shape == (1, embedder.dimension)
    assert embedder.embed([""]).shape == (1, embedder.dimension)
    assert embedder.embed([]).shape == (0, embedder.dimension)


def test_threads_may_embed_at_the_same_time(embedder: Embedder) -> None:
    expected = embedder.embed(["one text"])[0]
    found: list[bool] = []

    def work() -> None:
        found.extend(
            np.array_equal(embedder.embed(["one text"])[0], expected) for _ in range(5)
        )

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 20


ODD = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from("ab\n\t \u00ad\u200b\x00\x1f_-'é中文กำ²½ﬁ\u0301\u3000\x85"),
    ),
    max_size=60,
)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return shipped.EMBEDDING_MODEL.load_tokenizer()


@given(text=ODD | st.text(ascii_letters + digits, min_size=1, max_size=110))
@example("unaffableness")
@example("OTEL_EXPORTER\x0b_OTLP\x1fENDPOINT")
@example("Überprüfungsverfahren")
@example("ΟΔΟΣ")  # a sigma at its end
@example("İstanbul")
@example("электродвигатель")
@example("これには")
@example("がパソコン")  # decomposed, without its marks
@example("한국어")
@example("בְּרֵאשִׁית")
@example("ডকুমেন্টেশন")
@example("ﬁﬂ\u01c5")
@example("a\xa0b\u3000c\u200bd")
@example("\u2e80\u30ff\u3105")
def test_counting_equals_the_tokenizer(tokenizer: Tokenizer, text: str) -> None:
    encoded = tokenizer.encode(text, add_special_tokens=False)
    assert bundled_token_counter()(text) == len(encoded.ids)


def test_counting_equals_the_tokenizer_for_every_letter(tokenizer: Tokenizer) -> None:
    """Each in a word, whose pieces it may change."""
    letters = [chr(code) for code in range(0x80, 0x3200) if chr(code).isalpha()]
    words = [f"pump{letter}s" for letter in letters]
    encoded = tokenizer.encode_batch_fast(words, add_special_tokens=False)
    count = bundled_token_counter()
    wrong = [
        word
        for word, each in zip(words, encoded, strict=True)
        if count(word) != len(each.ids)
    ]
    assert wrong == []


@pytest.mark.parametrize("length", [99, 100, 101, 5_000])
@pytest.mark.parametrize("letter", "aä")
def test_counting_equals_the_tokenizer_for_long_words(
    tokenizer: Tokenizer, letter: str, length: int
) -> None:
    word = letter * length
    encoded = tokenizer.encode(word, add_special_tokens=False)
    assert bundled_token_counter()(f"a {word}") == 1 + len(encoded.ids)


def test_the_extra_is_named_when_it_is_missing() -> None:
    try:
        import sentence_transformers  # noqa: F401
    except ImportError:
        with pytest.raises(ModelError, match=r"torch==2\.13\.0.*sentence-transformers"):
            open_embedder(EmbeddingSettings(model="some/model"))
