"""Any sentence-transformers model, through the extra of that name."""

from __future__ import annotations

import threading
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ragtui_core.embedding.embedder import BATCH_SIZE
from ragtui_core.embedding.known_models import NO_PROMPTS, Prompts, known_model
from ragtui_core.embedding.long_texts import in_parts, mean_vectors
from ragtui_core.embedding.model_identity import model_id
from ragtui_core.embedding.query_cache import QueryCache
from ragtui_core.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.settings.schema import EmbeddingSettings

_BATCH = 8
"""Texts per batch; on a CPU larger batches are slower because of padding."""


class SentenceTransformersEmbedder:
    """A sentence-transformers model by name or path."""

    batch_size = BATCH_SIZE

    def __init__(self, settings: EmbeddingSettings, name: str) -> None:
        """Load the model.

        Args:
            settings: Also say after how many seconds loading is aborted: a hub that
                cannot be reached would otherwise hang for minutes.
            name: A model's name on its hub, or the path of a folder.

        Raises:
            ModelError: The extra is not installed, or the model cannot be loaded.
        """
        timeout = settings.load_timeout
        self._model = load_with_timeout("SentenceTransformer", name, timeout)
        self._lock = threading.Lock()
        self._queries = QueryCache()
        self.model_id = model_id(settings)
        self._prompts = self._own_prompts(name)
        self.dimension: int = self.embed(["dimension"]).shape[1]

    def _own_prompts(self, name: str) -> Prompts:
        """The prompts of the model's configuration.

        Models that are older than such configurations are looked up by name. Prompts
        are named as the library's `encode_query` and `encode_document` name them.
        """
        named: dict[str, str] = self._model.prompts
        passages = [named.get(kind) for kind in ("document", "passage", "corpus")]
        own = Prompts(named.get("query") or "", next(filter(None, passages), ""))
        return known_model(name).prompts if own == NO_PROMPTS else own

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension)."""
        return self._encoded(self._model.encode_document, self._prompts.passage, texts)

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each search query, float32, shape (dimension,)."""
        encode, prompt = self._model.encode_query, self._prompts.query
        return self._queries.vectors(
            texts, lambda new: self._encoded(encode, prompt, new)
        )

    def _encoded(
        self, encode: Callable[..., Any], prompt: str, texts: Sequence[str]
    ) -> Vectors:
        """The vectors by one of the library's methods, which differ by model."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        with self._lock:
            parts = [self._in_parts(prompt, text) for text in texts]
            encoded = encode(
                list(chain.from_iterable(parts)),
                prompt=prompt,
                batch_size=_BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        return mean_vectors(parts, np.asarray(encoded, dtype=np.float32))

    def _in_parts(self, prompt: str, text: str) -> list[str]:
        """A text in parts that the model reads as a whole."""
        limit, tokenizer = self._model.max_seq_length, self._model.tokenizer
        if not limit or not hasattr(tokenizer, "encode"):
            return [text]
        return in_parts(text, limit, lambda part: len(tokenizer.encode(prompt + part)))


def load_with_timeout(kind: str, name: str, timeout: float) -> Any:
    """Load a model of the sentence-transformers library.

    A folder, or a model in the local cache, is loaded without the network: the
    library would otherwise check the hub for a newer version at every start. Only a
    model that is not in the library's cache is downloaded, since the user set it.

    Args:
        kind: The library's class, `SentenceTransformer` or `CrossEncoder`.
        name: A model's name on its hub, or the path of a folder.
        timeout: Seconds after which loading is aborted.

    Raises:
        ModelError: The extra is not installed, or the model cannot be loaded.
    """
    try:
        import sentence_transformers
    except ImportError as error:
        raise ModelError(
            f"the model {name!r} requires an extra: "
            "pip install torch==2.13.0 && pip install 'ragtui[sentence-transformers]'"
        ) from error
    _silence_library()
    outcome: list[Any] = []

    def load() -> None:
        try:
            outcome.append(_loaded(getattr(sentence_transformers, kind), name))
        except Exception as error:  # whatever the hub or the files raise
            outcome.append(error)

    thread = threading.Thread(target=load, daemon=True, name="load-model")
    thread.start()
    thread.join(timeout)
    if not outcome:
        raise ModelError(
            f"loading the model {name!r} took over {timeout:.0f} s: if its hub cannot "
            "be reached, name a folder instead"
        )
    if isinstance(outcome[0], Exception):
        raise ModelError(f"the model {name!r} cannot be loaded: {outcome[0]}")
    return outcome[0]


def is_on_disk(name: str) -> bool:
    """Whether a model need not be downloaded; True, too, without the extra."""
    if Path(name).expanduser().exists():
        return True
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        return True  # Loading will say what is missing.
    # The library adds the organisation to a name without one.
    names = (name, f"sentence-transformers/{name}") if "/" not in name else (name,)
    try:
        return any(
            isinstance(try_to_load_from_cache(name, "config.json"), str)
            for name in names
        )
    except ValueError:  # No model of the hub can have this name.
        return True


def _loaded(model: Any, name: str) -> Any:
    try:
        return model(name, local_files_only=True)
    except Exception:  # the error class for a missing model differs between versions
        if Path(name).expanduser().exists():
            raise
    return model(name)


def _silence_library() -> None:
    """Turn off the library's progress bars and warnings, which disturb the app."""
    import huggingface_hub.utils.logging as hub
    import transformers.utils.logging as library

    library.disable_progress_bar()
    library.set_verbosity_error()
    hub.set_verbosity_error()  # type: ignore[no-untyped-call]  # it has no types
