"""What the command line itself answers: help, exit codes, and problems in words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.__main__ import NOT_ON_WINDOWS, main
from bot.runtime import settings
from bot.runtime.settings import Settings


def test_help_tells_of_each_command_and_each_command_of_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    for command in (
        "play",
        "run",
        "init",
        "doctor",
        "licences",
        "backup",
        "restore",
        "migrate",
        "reports",
        "odd",
        "replay",
    ):
        assert f"\n    {command} " in told
        with pytest.raises(SystemExit):
            main([command, "--help"])
        own = " ".join(capsys.readouterr().out.split("\n\n")[1].split())
        assert own[0].isupper()
        assert own[1:-1] in " ".join(told.split())


def test_without_a_token_it_says_what_to_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert "DISCORD_TOKEN" in errors
    assert "tischrand play" in errors
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("command", ["play", "run", "init"])
def test_on_windows_it_says_where_it_runs_before_anything_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert main([command]) == 2
    told = capsys.readouterr().err
    assert told == f"tischrand: {NOT_ON_WINDOWS}\n"
    assert list(Path().iterdir()) == []


def test_a_full_disk_leaves_no_half_of_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "EXAMPLE", Path("none"))  # stands for a fault on the way
    assert main(["init"]) == 2
    assert list(Path().iterdir()) == []


def test_a_misspelt_token_is_named_where_none_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("DISCORD_TOKE=\n")
    assert main(["run"]) == 2
    assert "there is no setting DISCORD_TOKE; is DISCORD_TOKEN meant?" in capsys.readouterr().err


def test_every_setting_can_come_from_a_file_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("service.env").write_text("TISCHRAND_DATA=elsewhere\nTISCHRAND_BELL=1\nTISCHRAND_PORT=0\n")
    assert main(["doctor", "--env-file", "service.env"]) == 1
    told = capsys.readouterr().out
    assert "ok    service.env: it is read" in told
    assert "TISCHRAND_DATA" in told
    assert "wrong settings: there is no setting TISCHRAND_BELL; `tischrand init`" in told
    assert main(["backup", "copy.db", "--env-file", "service.env"]) == 2
    assert "elsewhere" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "play", "reports"])
def test_a_named_file_that_is_missing_is_told(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, "--env-file", "none.env"]) == 2
    assert "none.env does not exist; tischrand init none.env writes it" in capsys.readouterr().err


def test_init_writes_all_settings_for_the_host_alone_and_never_over_a_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["init"]) == 0
    written = Path(".env")
    assert written.stat().st_mode & 0o777 == 0o600
    assert Settings() == Settings(_env_file=None)  # type: ignore[call-arg]
    assert main(["doctor", "--env-file", ".env"]) == 1
    assert (
        "wrong settings: .env sets no token, so the bot cannot run: set DISCORD_TOKEN or TELEGRAM_TOKEN"
        in (capsys.readouterr().out)
    )
    assert main(["doctor"]) == 0
    capsys.readouterr()
    written.write_text("DISCORD_TOKEN=mine\n")
    assert main(["init"]) == 2
    assert ".env exists already and is left as it is; name another file" in capsys.readouterr().err
    assert written.read_text() == "DISCORD_TOKEN=mine\n"
    assert main(["init", "nowhere/.env"]) == 2
    assert capsys.readouterr().err == "tischrand: nowhere/.env: No such file or directory\n"


def test_the_licences_of_all_that_the_bot_needs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences"]) == 0
    told = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    names = {name.partition(" ")[0].lower() for name in told}
    assert {"pynacl", "discord.py", "python-telegram-bot", "pillow"} <= names
    assert {"multidict", "pydantic_core"} <= names, "what the packages need themselves"
    assert not {"pytest", "mypy", "playwright"} & names
    assert all(told.values())
    assert "not declared" not in told.values()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"DISCORD_TOKEN": "Bot my-token", "TISCHRAND_PORT": "my-door"}, "write a whole number"),
        ({"DISCORD_API_URL": "my-address"}, "write a whole address"),
        ({"TISCHRAND_WEB": "my-web"}, "write true or false"),
        ({"TISCHRAND_SHARDS": "my-shards"}, "write 0-3/8"),
    ],
)
@pytest.mark.parametrize("command", ["run", "play", "doctor"])
def test_a_setting_that_makes_no_sense_is_named_and_not_repeated(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    settings: dict[str, str],
    told: str,
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert main([command]) == (1 if command == "doctor" else 2)
    said = "".join(capsys.readouterr())
    assert all(f"{name}: " in said for name in settings)
    assert told in said
    assert "my-" not in said


def test_a_file_that_is_not_there_is_named_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "none.txt"]) == 2
    assert capsys.readouterr().err == "tischrand: none.txt: No such file or directory\n"
