"""Settings: every source, their order, and errors that name the key."""

from pathlib import Path
from typing import Any

import pytest

from ragtui_core.errors import SettingsError
from ragtui_core.search_results import Mode
from ragtui_core.settings import Settings, known_keys, load_settings
from ragtui_core.settings.setting_keys import named_nearest, variable_of


def load(
    tmp_path: Path,
    *,
    user: str = "",
    vault: str = "",
    env: dict[str, str] | None = None,
    flags: dict[str, Any] | None = None,
) -> Settings:
    config = tmp_path / "config.toml"
    config.write_text(user)
    root = tmp_path / "notes"
    root.mkdir(exist_ok=True)
    (root / ".ragtui.toml").write_text(vault)
    environ = {"RAGTUI_CONFIG": str(config)} | (env or {})
    return load_settings(root, environ=environ, flags=flags)


def test_defaults_without_any_source(tmp_path: Path) -> None:
    environ = {"RAGTUI_CONFIG": str(tmp_path / "none.toml")}
    assert load_settings(environ=environ) == Settings()


def test_each_source_overrides_the_one_before(tmp_path: Path) -> None:
    user, vault = "[search]\nlimit = 3", "[search]\nlimit = 4"
    env = {"RAGTUI_SEARCH_LIMIT": "5"}
    flags = {"search.limit": 6}
    assert load(tmp_path, user=user).search.limit == 3
    assert load(tmp_path, user=user, vault=vault).search.limit == 4
    assert load(tmp_path, user=user, vault=vault, env=env).search.limit == 5
    found = load(tmp_path, user=user, vault=vault, env=env, flags=flags)
    assert found.search.limit == 6


def test_every_type_from_the_environment(tmp_path: Path) -> None:
    env = {
        "RAGTUI_INDEX_GITIGNORE": "no",
        "RAGTUI_INDEX_IGNORE": "a/*, b.md",
        "RAGTUI_SEARCH_MODE": "keyword",
        "RAGTUI_INDEX_MAX_FILE_MB": "2",
        "RAGTUI_VAULT": "/notes",
    }
    found = load(tmp_path, env=env)
    assert found.index.gitignore is False
    assert found.index.ignore == ("a/*", "b.md")
    assert found.search.mode is Mode.KEYWORD
    assert found.index.max_file_mb == 2.0
    assert found.vault == "/notes"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("search.lmit", "`search.lmit`; did you mean `search.limit`?"),
        ("serch.limit", "`serch.limit`; did you mean `search.limit`?"),
        ("app.ascii", "`app.ascii`."),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_and_breaks_nothing(
    tmp_path: Path, key: str, said: str
) -> None:
    line = f"{key} = 'anything'\nsearch.rrf_k = 30\n"
    of_user, of_vault = load(tmp_path, user=line), load(tmp_path, vault=line)
    for found, file in ((of_user, "config.toml"), (of_vault, "notes/.ragtui.toml")):
        sentence = f"{tmp_path / file}: unknown setting {said} It has no effect."
        assert found.unknown == (sentence,)
        assert found.search.rrf_k == 30
    with pytest.raises(SettingsError, match="command line: unknown setting"):
        load(tmp_path, flags={key: 3})


def test_of_unknown_keys_in_one_file_the_first_is_named(tmp_path: Path) -> None:
    (sentence,) = load(tmp_path, vault="nonsense = 1\n[x]\na = 2\nb = 3\n").unknown
    assert "unknown setting `nonsense`. It has no effect (unknown there: 3)" in sentence


def test_an_unknown_variable_breaks_nothing(tmp_path: Path) -> None:
    env = {"RAGTUI_SEARCH_LIMITS": "many", "RAGTUI_SEARCH_LIMIT": "3"}
    found = load(tmp_path, env=env)
    assert found.search.limit == 3
    meant = "`RAGTUI_SEARCH_LIMITS`; did you mean `RAGTUI_SEARCH_LIMIT`?"
    said = f"environment: unknown setting {meant} It has no effect."
    assert found.unknown == (said,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[search]\nlimit = 'ten'", "whole number"),
        ("[search]\nlimit = 0", "at least 1"),
        ("[search]\nmode = 'best'", "one of hybrid, keyword, semantic"),
        ("[index]\nignore = 'x'", "list of strings"),
        ("[search", "not valid TOML"),
    ],
)
def test_a_wrong_value_says_what_fits(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=r"config\.toml") as caught:
        load(tmp_path, user=text)
    assert said in str(caught.value)


def test_ids_in_a_list_may_be_whole_numbers(tmp_path: Path) -> None:
    settings = load(tmp_path, user="[telegram]\nchats = [7, -1001, '8']")
    assert settings.telegram.chats == ("7", "-1001", "8")
    settings = load(tmp_path, env={"RAGTUI_TELEGRAM_CHATS": "7, 8"})
    assert settings.telegram.chats == ("7", "8")


@pytest.mark.parametrize(
    ("unknown", "meant"),
    [
        ("search.lmit", "search.limit"),
        ("limit", "search.limit"),
        ("RAGTUI_LIMIT", "RAGTUI_SEARCH_LIMIT"),
        ("rerank", "search.reranker"),
        ("nonsense", ""),
        ("RAGTUI_NONSENSE", ""),
    ],
)
def test_only_a_similar_setting_is_proposed(unknown: str, meant: str) -> None:
    known = list(known_keys())
    if unknown.startswith("RAGTUI_"):
        known = [variable_of(key) for key in known]
    hint = f"; did you mean `{meant}`?" if meant else ""
    assert named_nearest(unknown, known) == f"`{unknown}`{hint}"


def test_a_wrong_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"RAGTUI_SEARCH_LIMIT.*whole number"):
        load(tmp_path, env={"RAGTUI_SEARCH_LIMIT": "many"})


@pytest.mark.parametrize(
    "text", ["data_dir = '/elsewhere'", "[embedding]\nmodel = '/tmp/evil'"]
)
def test_a_vault_may_not_set_paths_nor_providers(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match=r"\.ragtui\.toml.*may not set"):
        load(tmp_path, vault=text)


def test_a_vaults_own_file_may_set_retrieval_and_ignoring(tmp_path: Path) -> None:
    text = "[index]\nignore = ['old/']\n[search]\nrrf_k = 30\n"
    found = load(tmp_path, vault=text + "[chunking]\nstrategy = 'whole'")
    assert found.index.ignore == ("old/",)
    assert found.search.rrf_k == 30
    assert found.chunking.strategy == "whole"
