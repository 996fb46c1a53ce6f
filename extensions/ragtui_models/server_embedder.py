"""A model of a server with OpenAI's `/v1/embeddings`: Ollama, llama.cpp, vLLM, others.

https://platform.openai.com/docs/api-reference/embeddings
"""

from __future__ import annotations

import re
import sys
import threading
import time
import weakref
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ragtui_core import ModelError
from ragtui_core.embedding import (
    MIN_CHARS,
    QueryCache,
    estimated_tokens,
    halves,
    in_parts,
    known_model,
    mean_vectors,
    model_id,
    prompts_of,
    to_unit_vectors,
)
from ragtui_core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx2

    from ragtui_core.embedding import Vectors
    from ragtui_core.settings import EmbeddingSettings

RETRY_SECONDS = (0.5, 1.0, 2.0)
"""Waits before each further attempt to embed passages."""

MAX_RETRY_AFTER = 10.0
"""Maximum seconds to wait because a server asks for it; a longer wait is an error."""

PAUSE_SECONDS = 10.0
"""Searches do not ask a server that failed for this long."""

CONNECT_SECONDS = 3.0
"""Maximum seconds to connect."""

_TOO_LONG_STATUS = frozenset({400, 413, 422})
_TOO_LONG = re.compile(r"too (?:large|long|many tokens)|exceed|context (?:size|length)")
_TEMPORARY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(frozen=True, slots=True)
class _Failure(Exception):
    """One request that failed.

    Attributes:
        reason: What happened, to follow the server's address in a sentence.
        retry_after: Seconds until a further attempt makes sense; None if it never does.
        is_too_long: Whether shorter texts may be accepted.
    """

    reason: str
    retry_after: float | None = None
    is_too_long: bool = False


class ServerEmbedder:
    """Embeds texts by requests to the server in the settings."""

    def __init__(self, settings: EmbeddingSettings, model: str) -> None:
        """Prepare; nothing is sent yet.

        Raises:
            ModelError: The settings name no server.
        """
        server = settings.server
        self._url = server.base_url.rstrip("/").removesuffix("/v1")
        if not re.match(r"https?://[^/]", self._url):
            raise ModelError(
                f"embedding.model = 'server:{model}' requires the server's address: "
                "set embedding.server.base_url, such as http://127.0.0.1:11434"
            )
        self.model_id = model_id(settings)
        self._prompts = prompts_of(settings)
        self._max_tokens = known_model(model).max_tokens
        self.batch_size = server.batch
        self._model = model
        self._settings = server
        self._queries = QueryCache()
        self._lock = threading.Lock()
        self._dimension = 0
        self._paused: tuple[float, str] = (0.0, "")

    @property
    def dimension(self) -> int:
        """The length of each vector; the first use asks the server."""
        if not self._dimension:
            self.embed(["dimension"])
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension).

        What is too long for the model is embedded in parts. A busy server is asked
        again for a few seconds.

        Raises:
            ModelError: The server cannot be reached, refuses, or returns no vectors.
        """
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        parts = self._in_parts(texts)
        flat, size = list(chain.from_iterable(parts)), self.batch_size
        batches = [
            self._embedded_with_retries(flat[at : at + size])
            for at in range(0, len(flat), size)
        ]
        return mean_vectors(parts, np.concatenate(batches))

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each search query, float32, shape (dimension,).

        Raises:
            ModelError: As `embed`; also for `PAUSE_SECONDS` after a failure.
        """
        return self._queries.vectors(texts, self._embedded_queries)

    def _embedded_with_retries(self, texts: Sequence[str]) -> Vectors:
        for wait in (*RETRY_SECONDS, None):
            try:
                passage, timeout = self._prompts.passage, self._settings.timeout
                return self._embedded(passage, texts, timeout)
            except _Failure as failure:
                asked = failure.retry_after
                if wait is None or asked is None or asked > MAX_RETRY_AFTER:
                    raise self._error(failure) from failure
                time.sleep(max(wait, asked))
        raise AssertionError("the last attempt returns or raises")

    def _embedded_queries(self, texts: Sequence[str]) -> Vectors:
        until, message = self._paused
        if time.monotonic() < until:
            raise ModelError(message)
        parts = self._in_parts(texts)
        query, timeout = self._prompts.query, self._settings.query_timeout
        try:
            vectors = self._embedded(query, list(chain.from_iterable(parts)), timeout)
            return mean_vectors(parts, vectors)
        except _Failure as failure:
            error = self._error(failure)
            pause = max(PAUSE_SECONDS, failure.retry_after or 0.0)
            self._paused = time.monotonic() + pause, str(error)
            raise error from failure

    def _in_parts(self, texts: Sequence[str]) -> list[list[str]]:
        """Each text in parts that the model reads as a whole, if its limit is known."""
        limit = self._max_tokens or sys.maxsize
        return [in_parts(text, limit, estimated_tokens) for text in texts]

    def _embedded(self, prompt: str, texts: Sequence[str], timeout: float) -> Vectors:
        """The vectors of `texts`; those that are refused are embedded in halves."""
        try:
            return self._requested([prompt + text for text in texts], timeout)
        except _Failure as failure:
            if not failure.is_too_long:
                raise
            if len(texts) > 1:
                each = [self._embedded(prompt, [text], timeout) for text in texts]
                return np.concatenate(each)
            if len(texts[0]) < 2 * MIN_CHARS:
                raise
            parts = halves(texts[0])
            return mean_vectors([parts], self._embedded(prompt, parts, timeout))

    def _requested(self, texts: Sequence[str], timeout: float) -> Vectors:
        import httpx2

        key = self._settings.api_key
        wanted = {
            "model": self._model,
            "input": list(texts),
            "encoding_format": "float",
        }
        try:
            response = self._client.post(
                f"{self._url}/v1/embeddings",
                json=wanted,
                headers={"Authorization": f"Bearer {key}"} if key else None,
                timeout=httpx2.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS)),
            )
        except httpx2.TimeoutException as error:
            raise _Failure(f"did not answer within {timeout:g} s", 0.0) from error
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            reason = f"cannot be reached ({one_line(str(error))})"
            raise _Failure(reason, 0.0) from error
        if response.status_code != 200:
            raise _refusal(response)
        return self._vectors(response, len(texts))

    def _vectors(self, response: httpx2.Response, count: int) -> Vectors:
        try:
            items = sorted(response.json()["data"], key=lambda item: int(item["index"]))
            rows = [item["embedding"] for item in items]
            vectors = np.array(rows, dtype=np.float32)
        except (ValueError, TypeError, KeyError) as error:
            raise _Failure("returned no embeddings") from error
        with self._lock:
            if not self._dimension and vectors.ndim == 2:
                self._dimension = vectors.shape[1]
        try:
            return to_unit_vectors(vectors, count, self._dimension)
        except ValueError as error:
            raise _Failure(str(error)) from error

    def _error(self, failure: _Failure) -> ModelError:
        what = f"the embedding server {self._url} {failure.reason}"
        return ModelError(clip(one_line(what)))

    @cached_property
    def _client(self) -> httpx2.Client:
        import httpx2

        # Settings of proxies in the environment do not apply: notes go to the server
        # that the user named, and nowhere else.
        client = httpx2.Client(trust_env=False, follow_redirects=False)
        weakref.finalize(self, client.close)
        return client


def _refusal(response: httpx2.Response) -> _Failure:
    """The failure that a status other than 200 is."""
    status, said = response.status_code, _message(response)
    told = f": {said}" if said else ""
    is_too_long = status in _TOO_LONG_STATUS or bool(
        status == 500 and _TOO_LONG.search(said)
    )
    if status in {401, 403}:
        return _Failure(f"rejected the key ({status}): set embedding.server.api_key")
    if status == 429:
        return _Failure(f"is busy (429){told}", _retry_after(response))
    if status in _TEMPORARY and not is_too_long:
        return _Failure(f"failed ({status}){told}", _retry_after(response))
    return _Failure(f"refused the request ({status}){told}", is_too_long=is_too_long)


def _retry_after(response: httpx2.Response) -> float:
    """Seconds that the server asks to wait; 0 if it does not say."""
    value = response.headers.get("retry-after", "")
    return float(value) if re.fullmatch(r"\d{1,6}(?:\.\d+)?", value) else 0.0


def _message(response: httpx2.Response) -> str:
    """What the server says of an error."""
    try:
        content: Any = response.json()
    except ValueError:
        return response.text
    error = content.get("error", content) if isinstance(content, dict) else content
    return str(error.get("message", error) if isinstance(error, dict) else error)
