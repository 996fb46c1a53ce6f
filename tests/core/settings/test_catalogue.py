"""Every setting with its value and its source."""

from pathlib import Path

from ragtui_core.settings import (
    Effect,
    SettingItem,
    SourceKind,
    as_text,
    known_keys,
    parse_value,
    settings_catalogue,
)


def catalogue(vault: Path | None = None, **environ: str) -> dict[str, SettingItem]:
    return {
        item.setting.key: item for item in settings_catalogue(vault, environ=environ)
    }


def test_each_setting_names_the_source_of_its_value(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[search]\nlimit = 7\nmode = 'keyword'\nrrf_k = 9\n")
    (tmp_path / ".ragtui.toml").write_text("[search]\nlimit = 8\nmode = 'hybrid'\n")
    items = catalogue(tmp_path, RAGTUI_CONFIG=str(config), RAGTUI_SEARCH_LIMIT="9")
    limit, mode, rrf_k = (items[f"search.{k}"] for k in ("limit", "mode", "rrf_k"))
    assert (limit.value, limit.source, limit.source_name) == (
        9,
        SourceKind.ENVIRONMENT,
        "RAGTUI_SEARCH_LIMIT",
    )
    assert mode.source is SourceKind.VAULT
    assert mode.is_overridden
    assert mode.source_name == str(tmp_path / ".ragtui.toml")
    assert (rrf_k.value, rrf_k.source) == (9, SourceKind.USER)
    assert not rrf_k.is_overridden
    assert items["search.fusion"].source is SourceKind.DEFAULT
    assert list(items) == list(known_keys())


def test_what_a_value_may_be() -> None:
    keys = known_keys()
    assert keys["search.fusion"].choices == ("score", "rrf")
    assert keys["log.searches"].choices == ("true", "false")
    assert keys["search.limit"].range == "1 to 1000"
    assert keys["log.max_mb"].range == "at least 0.1"
    assert keys["vault"].effect is Effect.START
    assert keys["embedding.model"].effect is Effect.EMBED


def test_a_key_is_never_shown() -> None:
    item = catalogue(RAGTUI_ANSWER_SERVER_API_KEY="hush")["answer.server.api_key"]
    assert item.setting.secret
    assert item.source is SourceKind.ENVIRONMENT
    assert "hush" not in repr(item)


def test_values_are_read_as_they_are_written() -> None:
    for key, item in catalogue().items():
        if not item.setting.secret:
            read = parse_value(key, as_text(item.value))
            assert (tuple(read) if item.setting.kind is tuple else read) == item.value
