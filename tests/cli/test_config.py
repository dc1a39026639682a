"""companion.toml: every key checked, every fault with file and key."""

from pathlib import Path

import pytest

from companion.config import Settings, SettingsError, load


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "companion.toml"
    file.write_text(text)
    return file


def test_a_file_overrides_the_defaults_and_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'port = 9000\ndata = "/srv/games"\nnames = ["games.local"]\n')
    assert load(file, port=9001, host=None) == Settings(port=9001, data=Path("/srv/games"), names=("games.local",))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = 0", "1 to 65535"),
        ("port = 'eighty'", "Expected `int`"),
        ("prot = 80", "no setting prot"),
        ("port = ", "companion.toml"),
        ("viewers = 0", "1 to 1000"),
        ("pin = '12a4'", "4 to 8 digits"),
        ("pin = '١٢٣٤'", "4 to 8 digits"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        load(written(tmp_path, text))


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such settings file"):
        load(tmp_path / "nowhere.toml")


def test_systemd_says_where_the_data_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert Settings().data == tmp_path
