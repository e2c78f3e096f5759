"""What the command line itself answers: help, exit codes, and problems in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main


def test_help_tells_of_each_command_and_each_command_of_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    for command in ("play", "run", "doctor", "backup", "restore", "migrate", "reports", "replay"):
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
