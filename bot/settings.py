"""What the host can set: by environment or `.env`; flags of the command line win."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

WEB_PORT = 8321


class Settings(BaseSettings):
    """Each field is a variable `TISCHRAND_…`; `.env.example` explains them to the host."""

    model_config = SettingsConfigDict(env_prefix="TISCHRAND_", env_file=".env", extra="ignore")

    data: Path = Path("data")
    """The folder of the databases; made when it is missing."""
    port: int = Field(WEB_PORT, ge=0, le=65535)
    """Of the local web chat on 127.0.0.1; 0 takes any free one."""
    browser: bool = True
    """Open the page of the local web chat in a browser when it is ready."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is written to standard error."""
