"""Settings: every source, their order, and errors that name the key."""

from pathlib import Path
from typing import Any

import pytest

from ragtui_core.errors import SettingsError
from ragtui_core.settings import Settings, known_keys, load_settings, usable_values
from ragtui_core.settings.setting_keys import RENAMED, named_nearest, variable_of
from ragtui_core.types import Mode


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
        ("[search]\nvector_weight = 1.5", "at most 1"),
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


def test_an_unknown_variable_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="RAGTUI_SEARCH_LIMIT"):
        load(tmp_path, env={"RAGTUI_SEARCH_LIMITS": "3"})


def test_a_wrong_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"RAGTUI_SEARCH_LIMIT.*whole number"):
        load(tmp_path, env={"RAGTUI_SEARCH_LIMIT": "many"})


@pytest.mark.parametrize(
    "text",
    [
        "data_dir = '/elsewhere'",
        "vault = '../other'",
        "[embedding]\nmodel = '/tmp/evil'",
        "[answer]\nmodel = 'x'",
    ],
)
def test_a_vaults_own_file_may_not_set_paths_models_or_providers(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(SettingsError, match=r"\.ragtui\.toml.*may not set"):
        load(tmp_path, vault=text)


def test_a_vaults_own_file_may_set_retrieval_and_ignoring(tmp_path: Path) -> None:
    text = "[index]\nignore = ['old/']\n[search]\nvector_weight = 0.3\n"
    found = load(tmp_path, vault=text + "[chunking]\nmax_tokens = 100")
    assert found.index.ignore == ("old/",)
    assert found.search.vector_weight == 0.3
    assert found.chunking.max_tokens == 100


OLD_VALUES = {
    "answer.full": 3,
    "answer.keep_chats": False,
    "log.exchanges": False,
    "search.rerank": "claude",
    "search.rerank_top": 10,
}
"""Values that were valid under the former names."""


def test_every_former_name_leads_to_a_setting() -> None:
    assert set(OLD_VALUES) == set(RENAMED)
    assert set(RENAMED.values()) <= set(known_keys())
    assert not set(RENAMED) & set(known_keys())


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_settings_file_is_an_error_with_the_present_name(
    tmp_path: Path, old: str
) -> None:
    table, _, name = old.rpartition(".")
    value = OLD_VALUES[old]
    written = f'"{value}"' if isinstance(value, str) else str(value).lower()
    text = f"[{table}]\n{name} = {written}\n"
    renamed = f"`{old}` was renamed: use `{RENAMED[old]}`"
    for place in ("user", "vault"):
        files = {place: text}
        with pytest.raises(SettingsError, match=r"\.toml: ") as caught:
            load(tmp_path, **files)  # type: ignore[arg-type]
        assert str(caught.value).endswith(renamed)
    assert load(
        tmp_path, user=f"[{table}]\n{RENAMED[old].rpartition('.')[2]} = {written}"
    )


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_variable_or_editor_setting_gives_the_present_name(
    tmp_path: Path, old: str
) -> None:
    def variable(key: str) -> str:
        return f"RAGTUI_{key.replace('.', '_').upper()}"

    with pytest.raises(SettingsError) as caught:
        load(tmp_path, env={variable(old): str(OLD_VALUES[old])})
    said = f"`{variable(old)}` was renamed: use `{variable(RENAMED[old])}`"
    assert str(caught.value).endswith(said)
    usable, faults = usable_values({old: OLD_VALUES[old]}, "editor settings")
    assert usable == {}
    assert f"`{old}` was renamed: use `{RENAMED[old]}`" in faults[0]
