"""Settings are written into a file whose comments stay."""

from pathlib import Path

import pytest

from ragtui_core.errors import SettingsError
from ragtui_core.settings import load_settings
from ragtui_core.settings.writing import write_settings


def test_comments_order_and_other_keys_stay(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '# mine\nvault = "/notes"\n\n[search]\nlimit = 7 # few\nvector_weight = 0.5\n'
    )
    write_settings(file, {"search.vector_weight": 0.7, "search.weights.title": 4.0})
    text = file.read_text()
    assert text.startswith('# mine\nvault = "/notes"\n\n[search]\nlimit = 7 # few\n')
    settings = load_settings(environ={"RAGTUI_CONFIG": str(file)})
    assert settings.search.limit == 7
    assert settings.search.vector_weight == 0.7
    assert settings.search.weights.title == 4.0


def test_a_missing_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    write_settings(file, {"search.weights.body": 2.0, "vault": "/notes"})
    settings = load_settings(environ={"RAGTUI_CONFIG": str(file)})
    assert settings.search.weights.body == 2.0
    assert settings.vault == "/notes"


def test_a_broken_file_is_left_alone_and_told(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[search\n")
    with pytest.raises(SettingsError, match="not valid TOML"):
        write_settings(file, {"search.limit": 3})
    assert file.read_text() == "[search\n"
