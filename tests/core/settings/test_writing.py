"""Settings are written into a file whose comments stay."""

from pathlib import Path

import pytest

from ragtui_core.errors import SettingsError
from ragtui_core.settings import load_settings
from ragtui_core.settings.settings_files import write_settings


def test_comments_order_and_other_keys_stay(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '# mine\nvault = "/notes"\n\n[search]\nlimit = 7 # few\nrrf_k = 5\n'
    )
    write_settings(file, {"search.rrf_k": 7, "search.weights.title": 4.0})
    text = file.read_text()
    assert text.startswith('# mine\nvault = "/notes"\n\n[search]\nlimit = 7 # few\n')
    settings = load_settings(environ={"RAGTUI_CONFIG": str(file)})
    assert settings.search.limit == 7
    assert settings.search.rrf_k == 7
    assert settings.search.weights.title == 4.0


def test_a_missing_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    write_settings(file, {"search.weights.name": 2.0, "vault": "/notes"})
    settings = load_settings(environ={"RAGTUI_CONFIG": str(file)})
    assert settings.search.weights.name == 2.0
    assert settings.vault == "/notes"


def test_a_broken_file_is_left_alone_and_reported(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[search\n")
    with pytest.raises(SettingsError, match="not valid TOML"):
        write_settings(file, {"search.limit": 3})
    assert file.read_text() == "[search\n"


def test_a_value_that_may_not_be_is_refused_before_writing(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[search]\nlimit = 7\n")
    for key, value, words in [
        ("search.limit", 0, "`search.limit` must be at least 1"),
        ("search.limit", "many", "must be a whole number"),
        ("search.lmit", 3, "did you mean `search.limit`"),
        ("answer.server.api_key", "k", "set RAGTUI_ANSWER_SERVER_API_KEY instead"),
    ]:
        with pytest.raises(SettingsError, match=words) as raised:
            write_settings(file, {key: value})
        assert str(file) in str(raised.value)
    assert file.read_text() == "[search]\nlimit = 7\n"


def test_a_key_is_taken_out_and_its_default_counts(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# a\n[search]\n# b\nlimit = 7 # c\nmode = 'keyword'\n# d\n")
    write_settings(file, {"search.limit": None, "answer.model": None})
    assert file.read_text() == "# a\n[search]\n# b\nmode = 'keyword'\n# d\n"


def test_lists_and_choices_are_written_as_toml(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    write_settings(file, {"index.ignore": ("a", "b"), "app.theme": "paper"})
    settings = load_settings(environ={"RAGTUI_CONFIG": str(file)})
    assert settings.index.ignore == ("a", "b")
    assert settings.app.theme == "paper"


def test_a_link_stays_and_its_file_is_private(tmp_path: Path) -> None:
    file, link = tmp_path / "dotfiles.toml", tmp_path / "config.toml"
    file.write_text("")
    link.symlink_to(file)
    write_settings(link, {"vault": "/notes"})
    assert link.is_symlink()
    assert file.read_text() == 'vault = "/notes"\n'
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()].count("config.toml") == 1
    assert len(list(tmp_path.iterdir())) == 2
