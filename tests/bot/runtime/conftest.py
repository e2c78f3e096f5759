"""Settings that are none but those of the test."""

from __future__ import annotations

import pytest

from bot.runtime.settings import Settings, variable


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Neither the environment nor the `.env` of whoever runs the tests counts."""
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
