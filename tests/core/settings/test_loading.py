"""Settings: every source, their order, and errors that name the key."""

from pathlib import Path
from typing import Any

import pytest

from ragtui_core.errors import SettingsError
from ragtui_core.search_results import Mode
from ragtui_core.settings import Settings, known_keys, load_settings
from ragtui_core.settings.setting_keys import RETIRED, named_nearest, variable_of


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


def test_a_flag_that_was_not_given_changes_nothing(tmp_path: Path) -> None:
    assert load(tmp_path, flags={"search.limit": None}) == Settings()


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
    ("text", "key", "hint"),
    [
        ("[search]\nlimt = 3", "search.limt", "search.limit"),
        ("vualt = 'x'", "vualt", "vault"),
        ("[serch]\nlimit = 3", "serch.limit", "search.limit"),
    ],
)
def test_an_unknown_key_names_itself_its_file_and_the_nearest(
    tmp_path: Path, text: str, key: str, hint: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, user=text)
    message = str(caught.value)
    assert f"`{key}`" in message
    assert f"`{hint}`" in message
    assert "config.toml" in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[search]\nlimit = 'ten'", "whole number"),
        ("[search]\nlimit = true", "whole number"),
        ("[search]\nlimit = 0", "at least 1"),
        ("[search]\nlimit = 1001", "at most 1,000"),
        ("[search]\nmode = 'best'", "one of hybrid, keyword, semantic"),
        ("[index]\nignore = 'x'", "list of strings"),
        ("[telegram]\nchats = [1.5]", "list of strings"),
        ("search = 3", "`search`"),
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


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("RAGTUI_SEARCH_LIMITS", "RAGTUI_SEARCH_LIMIT"),
        ("RAGTUI_SEARCH_LIMIT", "RAGTUI_SEARCH_LIMIT.*whole number"),
    ],
)
def test_a_wrong_variable_is_named(tmp_path: Path, variable: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        load(tmp_path, env={variable: "many"})


@pytest.mark.parametrize(
    "text",
    [
        "data_dir = '/elsewhere'",
        "vault = '../other'",
        "[embedding]\nmodel = '/tmp/evil'",
        "[answer]\nmodel = 'x'",
    ],
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


@pytest.mark.parametrize("key", sorted(RETIRED))
def test_a_setting_of_an_earlier_version_is_named_and_breaks_nothing(
    tmp_path: Path, key: str
) -> None:
    line = f"{key} = 'anything'\nsearch.limit = 3\n"
    for place in ("user", "vault"):
        found = load(tmp_path, **{place: line})  # type: ignore[arg-type]
        (sentence,) = found.retired
        assert f"`{key}` is not a setting any more" in sentence
        assert found.search.limit == 3
        load(tmp_path, **{place: ""})  # type: ignore[arg-type]
    found = load(tmp_path, env={variable_of(key): "anything"})
    assert variable_of(key) in found.retired[0]
    assert not load(tmp_path).retired


def test_no_setting_is_both_there_and_of_an_earlier_version() -> None:
    assert not RETIRED & known_keys().keys()
