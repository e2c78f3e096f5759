"""What the host sets, by which names, and that no secret of it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from bot.runtime.settings import PREFIX, Settings, misspelt, variable

OPENER = "MTAwMDAwMDAwMDAwMDAwMDAw.Aaaaaa.in-the-tests-of-the-settings"
NO_TOKENS = st.text(min_size=1).filter(
    lambda text: not text.isascii() or any(map(" \"'$/".__contains__, text))
)


def made(**variables: object) -> Settings:
    return Settings(**variables)  # type: ignore[arg-type]


def test_settings_of_platforms_have_their_usual_names_and_all_others_the_prefix() -> None:
    names = {variable(name) for name in Settings.model_fields}
    theirs = sorted(name for name in names if not name.startswith(PREFIX))
    assert theirs == [
        "DISCORD_API_URL",
        "DISCORD_CLIENT_SECRET",
        "DISCORD_INTERACTIONS_PORT",
        "DISCORD_INTERACTIONS_URL",
        "DISCORD_TOKEN",
        "TELEGRAM_API_URL",
        "TELEGRAM_PICTURE_CHAT",
        "TELEGRAM_TOKEN",
        "TELEGRAM_WEBHOOK_PORT",
        "TELEGRAM_WEBHOOK_SECRET",
        "TELEGRAM_WEBHOOK_URL",
    ]


def test_each_variable_sets_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "DISCORD_TOKEN": f" {OPENER}\n",
        "DISCORD_API_URL": "http://127.0.0.1:8080/api/v10",
        "TELEGRAM_WEBHOOK_URL": "https://bots.example.org/table",
        "TELEGRAM_WEBHOOK_SECRET": " a_webhook-secret ",
        "TISCHRAND_MONITOR_PORT": "9321",
        "TISCHRAND_LOG_FORMAT": "json",
        "TISCHRAND_LOG_LEVEL": "debug",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.secrets() == {OPENER, "a_webhook-secret"}
    assert str(settings.discord_api_url) == given["DISCORD_API_URL"]
    assert str(settings.telegram_webhook_url) == given["TELEGRAM_WEBHOOK_URL"]
    assert (settings.monitor_port, settings.log_format) == (9321, "json")
    assert (settings.log_level, settings.telegram_webhook_port) == ("DEBUG", 8443)
    assert {variable(name) for name in settings.model_fields_set} == set(given)
    monkeypatch.setenv("TELEGRAM_WEBHOOK_SECRET", "x" * 257)
    with pytest.raises(ValidationError):
        Settings()


def test_what_platforms_bring_is_waited_for_on_this_computer_alone_unless_the_host_says_otherwise() -> None:
    assert str(made().listen) == "127.0.0.1"
    assert str(made(listen="0.0.0.0").listen) == "0.0.0.0"  # noqa: S104 - nothing is opened
    with pytest.raises(ValidationError, match="listen"):
        made(listen="door")


@pytest.mark.parametrize("name", ["discord_interactions_url", "telegram_webhook_url", "public_url"])
def test_where_platforms_and_browsers_come_in_has_to_be_https(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(variable(name), "http://bots.example.org/table")
    with pytest.raises(ValidationError, match="https://"):
        Settings()


def test_a_token_with_our_prefix_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHRAND_DISCORD_TOKEN", OPENER)
    assert Settings().discord_token is None


@pytest.mark.parametrize("name", Settings.model_fields)
def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(variable(name), "")
    assert Settings() == Settings(_env_file=None)  # type: ignore[call-arg]
    assert Settings().model_fields_set == set()


def test_no_token_shows_in_what_is_printed_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", OPENER)
    settings = Settings()
    assert OPENER not in f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"


@given(NO_TOKENS)
def test_what_cannot_be_a_token_is_refused_without_a_trace_of_it(pasted: str) -> None:
    with pytest.raises(ValidationError) as refused:
        made(DISCORD_TOKEN=SecretStr(f"{OPENER}{pasted}{OPENER}"))
    assert OPENER not in f"{refused.value} {refused.value!r}"
    assert [OPENER in problem["msg"] for problem in refused.value.errors()] == [False]


@pytest.mark.parametrize("name", sorted(set(Settings.model_fields) - {"data", "backup_folder", "contact"}))
def test_the_refusal_of_a_value_names_the_variable_and_not_the_value(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(variable(name), "what's this?")
    with pytest.raises(ValidationError) as refused:
        Settings()
    (problem,) = refused.value.errors()
    assert variable(str(problem["loc"][0])) == variable(name)
    assert "what's this?" not in f"{refused.value} {problem['msg']}"


def test_a_misspelt_setting_is_told_with_the_nearest_known_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(misspelt()) == []
    monkeypatch.setenv("TISCHRAND_PROT", "1")
    Path(".env").write_text("DISCORD_TOKN=x\nTISCHRAND_PORT=1\nPATHS=y\n")
    assert list(misspelt()) == [
        "there is no setting DISCORD_TOKN; is DISCORD_TOKEN meant?",
        "there is no setting TISCHRAND_PROT; is TISCHRAND_PORT meant?",
    ]
