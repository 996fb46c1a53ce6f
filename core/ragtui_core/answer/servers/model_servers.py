"""What Ollama, LM Studio, llama.cpp and vLLM say of themselves and of their models.

All four list models at `/v1/models`, and name themselves in `owned_by`; what a model
can do is told elsewhere:

- Ollama: `/api/show` and `/api/ps`, https://docs.ollama.com/api
- LM Studio: `/api/v0/models`, https://lmstudio.ai/docs/developer/rest/endpoints
- llama.cpp: `/props`, https://github.com/ggml-org/llama.cpp/tree/master/tools/server
- vLLM: `max_model_len` in the list itself
"""

import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

PROBE_SECONDS = 2.0
"""Maximum seconds for each answer of a server about itself."""

OLLAMA_CONTEXT = 4096
"""Tokens of context that Ollama loads a model with, unless told otherwise."""

_REQUESTS = re.compile(r"^vllm:num_requests_(?:running|waiting)\S* (\S+)$", re.M)

_SIZE = re.compile(r"(?<![a-z\d.])(\d+(?:\.\d+)?)([bm])(?![a-z\d])", re.I)
"""The number of parameters in a name such as `qwen2.5-coder-1.5b-instruct`."""


class ServerKind(StrEnum):
    """The programs whose answers are understood."""

    OLLAMA = "Ollama"
    LM_STUDIO = "LM Studio"
    LLAMA_CPP = "llama.cpp"
    VLLM = "vLLM"
    OTHER = "model server"


PORTS = {
    ServerKind.OLLAMA: 11434,
    ServerKind.LM_STUDIO: 1234,
    ServerKind.LLAMA_CPP: 8080,
    ServerKind.VLLM: 8000,
}
"""Where each listens unless told otherwise."""

_OWNERS = {
    "library": ServerKind.OLLAMA,
    "organization_owner": ServerKind.LM_STUDIO,
    "llamacpp": ServerKind.LLAMA_CPP,
    "vllm": ServerKind.VLLM,
}


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model that writes text, with what is known of it.

    Attributes:
        name: As the server calls it.
        context_tokens: Tokens of a prompt and its answer together.
        billions: Parameters, in thousands of millions.
        calls_tools: Whether it is trained to call tools.
    """

    name: str
    context_tokens: int | None = None
    billions: float | None = None
    calls_tools: bool | None = None


@dataclass(frozen=True, slots=True)
class ModelServer:
    """A server that answers, with its models."""

    kind: ServerKind
    base_url: str
    models: tuple[ServedModel, ...]


def root_of(base_url: str) -> str:
    """The address of a server without `/v1`."""
    return base_url.rstrip("/").removesuffix("/v1")


def running_servers() -> list[ModelServer]:
    """The servers at their usual ports of this computer; all are asked at once."""
    addresses = [f"http://127.0.0.1:{port}" for port in PORTS.values()]
    with ThreadPoolExecutor(len(addresses)) as threads:
        return list(filter(None, threads.map(server_at, addresses)))


def server_at(base_url: str, api_key: str = "") -> ModelServer | None:
    """The server at an address with all its models; None if none answers there."""
    with _Server(base_url, api_key) as server:
        if not server.is_there:
            return None
        models = tuple(filter(None, map(server.model, server.names)))
        return ModelServer(server.kind, root_of(base_url), models)


def model_at(base_url: str, name: str, api_key: str = "") -> ServedModel | None:
    """What a server says of one of its models; None if it does not say.

    A server with one model answers with it whatever the name.
    """
    with _Server(base_url, api_key) as server:
        names = server.names
        named = [n for n in names if n in {name, f"{name}:latest"}]
        known = named or (names if len(names) == 1 else [])
        return server.model(known[0]) if known else None


def is_idle(base_url: str, api_key: str = "") -> bool:
    """Whether a server says that it works on nothing; one that cannot say is busy.

    llama.cpp tells it of its slots, and vLLM in its metrics.
    """
    with _Server(base_url, api_key) as server:
        slots = server.answer("GET", "/slots", None)
        if isinstance(slots, list) and slots:
            return not any(slot.get("is_processing") for slot in slots)
        counts = _REQUESTS.findall(server.text("/metrics"))
        return bool(counts) and not any(map(float, counts))


class _Server:
    """One server, asked over one connection; what it does not answer is None."""

    def __init__(self, base_url: str, api_key: str) -> None:
        self._base_url = root_of(base_url)
        self._headers = {"content-type": "application/json"}
        if api_key:
            self._headers["authorization"] = f"Bearer {api_key}"
        self._connection: HTTPConnection | None = None
        self._listed = self._facts("/v1/models")
        owners = {entry.get("owned_by") for entry in self._entries()}
        self.kind = next((_OWNERS[o] for o in owners if o in _OWNERS), self._usual())

    def __enter__(self) -> "_Server":
        return self

    def __exit__(self, *_: object) -> None:
        if self._connection:
            self._connection.close()

    @property
    def is_there(self) -> bool:
        """Whether it lists models, or none of which there are."""
        return "data" in self._listed

    @property
    def names(self) -> list[str]:
        """The names of the models."""
        return [entry["id"] for entry in self._entries()]

    def model(self, name: str) -> ServedModel | None:
        """What the server says of a model; None if it writes no text."""
        match self.kind:
            case ServerKind.OLLAMA:
                return self._of_ollama(name)
            case ServerKind.LM_STUDIO:
                return self._of_lm_studio(name)
            case ServerKind.LLAMA_CPP:
                return self._of_llama_cpp(name)
        entry = self._entry(name)
        length = _count(entry.get("max_model_len"))
        return ServedModel(name, length, named_size(name))

    def _of_ollama(self, name: str) -> ServedModel | None:
        shown = self._facts("/api/show", model=name)
        can = shown.get("capabilities") or ["completion"]
        if "completion" not in can:
            return None
        facts = shown.get("model_info") or {}
        trained = next((v for k, v in facts.items() if k.endswith("context_length")), 0)
        asked = re.search(r"num_ctx\s+(\d+)", str(shown.get("parameters", "")))
        loaded = self._facts("/api/ps").get("models") or []
        now = [m.get("context_length") for m in loaded if m.get("name") == name]
        usual = int(asked[1]) if asked else OLLAMA_CONTEXT
        context = next(filter(None, map(_count, now)), min(usual, trained or usual))
        size = _billions(facts.get("general.parameter_count"))
        return ServedModel(name, context, size or named_size(name), "tools" in can)

    def _of_lm_studio(self, name: str) -> ServedModel | None:
        listed = self._facts("/api/v0/models").get("data") or []
        facts: dict[str, Any] = next((m for m in listed if m.get("id") == name), {})
        if facts.get("type") == "embeddings":
            return None
        loaded = _count(facts.get("loaded_context_length"))
        context = loaded or _count(facts.get("max_context_length"))
        tools = "tool_use" in (facts.get("capabilities") or ()) if facts else None
        return ServedModel(name, context, named_size(name), tools)

    def _of_llama_cpp(self, name: str) -> ServedModel:
        props = self._facts("/props")
        meta = self._entry(name).get("meta") or {}
        generation = props.get("default_generation_settings") or {}
        context = _count(generation.get("n_ctx")) or _count(meta.get("n_ctx_train"))
        size = _billions(meta.get("n_params")) or named_size(name)
        can = props.get("chat_template_caps") or {}
        return ServedModel(name, context, size, can.get("supports_tools"))

    def _usual(self) -> ServerKind:
        """The kind of server whose port it is."""
        port = self._base_url.rpartition(":")[2]
        kinds = (kind for kind, usual in PORTS.items() if str(usual) == port)
        return next(kinds, ServerKind.OTHER)

    def _entries(self) -> Iterator[dict[str, Any]]:
        data = self._listed.get("data")
        for entry in data if isinstance(data, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                yield entry

    def _entry(self, name: str) -> dict[str, Any]:
        return next((e for e in self._entries() if e["id"] == name), {})

    def _facts(self, path: str, **body: str) -> dict[str, Any]:
        """The object at a path, asked with POST if there is a body; empty if none."""
        facts = self.answer("POST" if body else "GET", path, body or None)
        return facts if isinstance(facts, dict) else {}

    def answer(self, method: str, path: str, body: Mapping[str, str] | None) -> Any:
        """The JSON at a path; None if there is none."""
        try:
            return json.loads(self.text(path, method, body))
        except ValueError:
            return None

    def text(
        self, path: str, method: str = "GET", body: Mapping[str, str] | None = None
    ) -> str:
        """What is at a path; empty if nothing."""
        try:
            connection = self._connection = self._connection or self._connected()
            place = urlsplit(self._base_url).path + path
            sent = json.dumps(body) if body else None
            connection.request(method, place, sent, self._headers)
            response = connection.getresponse()
            answered = response.read().decode()
        except (HTTPException, ValueError, OSError):
            if self._connection:
                self._connection.close()
            return ""
        return answered if response.status == HTTPStatus.OK else ""

    def _connected(self) -> HTTPConnection:
        """A connection to the server; it follows no proxy and no redirection.

        Raises:
            ValueError: The address is invalid.
        """
        url = urlsplit(self._base_url)
        if url.scheme not in {"http", "https"} or not url.hostname:
            raise ValueError("not an address of a server")
        kind = HTTPSConnection if url.scheme == "https" else HTTPConnection
        return kind(url.hostname, url.port, timeout=PROBE_SECONDS)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _billions(parameters: object) -> float | None:
    count = _count(parameters)
    return round(count / 1e9, 2) if count else None


def named_size(name: str) -> float | None:
    """Thousands of millions of parameters, as a model's name has them."""
    sizes = _SIZE.findall(name)
    if len(sizes) != 1:
        return None
    number, unit = sizes[0]
    return float(number) / (1 if unit in "bB" else 1000)
