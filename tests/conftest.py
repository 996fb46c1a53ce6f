"""Shared fixtures: temporary vaults, and no access outside the test."""

import gc
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings, strategies as st

from ragtui_core import Vault, open_vault
from ragtui_core.embedding import open_embedder
from ragtui_core.search import reranker
from ragtui_core.vault import model_registry
from support.peak_memory import PeakMemory, keep_little_in_reserve, return_freed_memory
from support.vaults import Files, IndexedVaults, IndexVault, MakeVault, write_files

if TYPE_CHECKING:
    from fakes.anthropic_service import FakeAnthropic

# What a busy machine takes longer for is right all the same.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", UNTIMED, derandomize=True, max_examples=40)
settings.register_profile("repeated", UNTIMED, derandomize=True, max_examples=20)
# For `.ci/nightly`, whose seed a report names.
settings.register_profile("random", UNTIMED, max_examples=200, print_blob=True)
settings.load_profile("same")

LONGEST_ID = 100

TIER_FOLDERS = [Path(__file__).parent / name for name in ("e2e", "editors", "network")]
"""Folders whose tests all belong to tiers."""


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a test with a long input by its size: ids are kept, sent and printed."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{argname}-of-{len(val)}"
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Workers of `-n auto`: one more than cores, for a quarter of the time is waiting.

    On two cores 5,542 tests took 536 s with three and 561 s with two, with other work
    beside the three only.
    """
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Let Hypothesis list all characters once, before there are several processes.

    It does so for the first text, which takes 200 MB, and keeps the list in a file.
    """
    st.text().validate()


def pytest_configure(config: pytest.Config) -> None:
    """Measure the memory of a run of all in-process tests."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if not named and not config.option.markexpr:
        config.pluginmanager.register(PeakMemory())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no folder whose tests would all be left out: each worker collects."""
    if config.option.markexpr or collection_path not in TIER_FOLDERS:
        return None
    named = (Path(each.partition("::")[0]).resolve() for each in config.args)
    return None if any(each.is_relative_to(collection_path) for each in named) else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave the tiers out, unless a marker or their own file is named."""
    if config.option.markexpr:
        return
    declared = (line.partition(":") for line in config.getini("markers"))
    tiers = {name for name, _, text in declared if text.strip().startswith("tier")}
    named = {Path(each.partition("::")[0]).resolve() for each in config.args}
    kept, left_out = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        is_left_out = bool(tiers & marks) and item.path not in named
        (left_out if is_left_out else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_collection_finish() -> None:
    """Collect cycles between tests: that took half of the time of the app's tests.

    Modules are left out of it permanently. Within a test Python collects the oldest
    generation when 200, not 10, collections of the middle one have come.
    """
    keep_little_in_reserve()
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 200)


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish() -> None:
    """Free closed apps and vaults when there may be many: by some 100 MB at most.

    What is left after a test stays: later collections do not look at it again.
    """
    if gc.get_count()[2] > 50:
        gc.collect()
        gc.freeze()
        return_freed_memory()


SAMPLE = Path(__file__).parents[1] / "sample-vault"
LIVE_KEY = os.environ.get("ANTHROPIC_API_KEY", "")


@pytest.fixture
def live_key(request: pytest.FixtureRequest) -> str:
    """The real key, for a test that was asked for by `-m live`."""
    if "live" not in request.config.getoption("markexpr"):
        pytest.skip("`pytest -m live` asks the real service")
    if not LIVE_KEY:
        pytest.skip("the real service needs ANTHROPIC_API_KEY")
    return LIVE_KEY


@pytest.fixture(autouse=True, scope="session")
def _one_model() -> Iterator[None]:
    """Each vault takes the models that another one has loaded: 0.3 s and 45 MB each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model_registry, "open_embedder", lru_cache(1)(open_embedder))
        cross_encoder = reranker.BundledCrossEncoder
        patch.setattr(reranker, "BundledCrossEncoder", lru_cache(1)(cross_encoder))
        yield


@pytest.fixture(autouse=True)
def _own_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's settings, index and keys out of the tests."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RAGTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("RAGTUI_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def make_vault(tmp_path: Path) -> Iterator[MakeVault]:
    """A maker of vaults, closed after the test."""
    opened: list[Vault] = []

    def make(files: dict[str, str | bytes]) -> Vault:
        root = tmp_path / "vault"
        write_files(root, files)
        opened.append(open_vault(root))
        return opened[-1]

    yield make
    for vault in opened:
        vault.close()


@pytest.fixture
def index_vault(make_vault: MakeVault) -> IndexVault:
    """A maker of vaults that are indexed."""

    def index(files: Files, *, embed: bool = False) -> Vault:
        vault = make_vault(files)
        vault.index(embed=embed)
        return vault

    return index


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> "Iterator[FakeAnthropic]":
    """A fake of Claude's service, and a key for it."""
    from fakes.anthropic_service import FakeAnthropic

    with FakeAnthropic() as fake:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", fake.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        yield fake


@pytest.fixture(scope="session")
def indexed_vaults(tmp_path_factory: pytest.TempPathFactory) -> IndexedVaults:
    """Vaults whose index is made once and copied for each test."""
    return IndexedVaults(tmp_path_factory.mktemp("indexed"))


@pytest.fixture(scope="session")
def sample_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the sample vault, made once for all processes of a run; to be copied.

    Vectors belong to texts, so it serves copies of the vault as well.
    """
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    index = folder / "sample" / "index.db"
    with FileLock(folder / "sample.lock"):
        if not index.exists():
            vault = open_vault(SAMPLE, db=index.with_name("new.db"))
            vault.index()
            vault.close()
            vault.index_path.rename(index)
    return index
