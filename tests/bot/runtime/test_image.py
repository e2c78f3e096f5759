"""The image for containers and the unit of systemd: their steps by hand, without a container engine."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.runtime.settings import Settings, variable
from tests import ROOT
from tests.bot.runtime.command_line import Process, free_port, line_with, stopped
from tests.loopback.telegram.server import TelegramServer

STEPS = re.findall(r"^([A-Z]+) (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def step(name: str, text: str = "") -> str:
    """What comes after the name of the only step that has this text."""
    found: list[str] = [words for each, words in STEPS if each == name and text in words]
    assert len(found) == 1
    return found[0]


ENVIRONMENT = dict(word.split("=", 1) for word in step("ENV").split())


def test_all_agree_on_where_the_data_are_and_what_may_be_watched() -> None:
    compose = (ROOT / "compose.yaml").read_text()
    data, port = ENVIRONMENT["TISCHRAND_DATA"], ENVIRONMENT["TISCHRAND_MONITOR_PORT"]
    assert step("VOLUME") == data
    assert f"TISCHRAND_DATA: {data}" in compose
    assert f"- data:{data}" in compose
    assert f"TISCHRAND_MONITOR_PORT: {port}" in compose
    assert f"127.0.0.1:{port}/health" in step("HEALTHCHECK")
    assert f"--monitor-port {port}" in (ROOT / "deploy/tischrand.service").read_text()


def test_what_is_set_in_containers_are_settings() -> None:
    known = {variable(name) for name in Settings.model_fields}
    assert {*re.findall(r"TISCHRAND_\w+", (ROOT / "compose.yaml").read_text()), *ENVIRONMENT} - known == {
        "PATH",
        "PYTHONDONTWRITEBYTECODE",
    }


def test_nobody_is_root_in_it() -> None:
    assert f"useradd --uid {step('USER')} " in step("RUN", "useradd")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "tischrand.service"
    text = (ROOT / "deploy/tischrand.service").read_text()
    unit.write_text(re.sub(r"(?<=ExecStart=)\S+", "/bin/true", text))
    told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    exposed = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]  # tenths; of 10
    assert subprocess.run(exposed, capture_output=True, check=False).returncode == 0


def test_the_recipe_for_systemd_names_what_the_unit_names() -> None:
    recipe, unit = (
        (ROOT / "docs/host/systemd.md").read_text(),
        (ROOT / "deploy/tischrand.service").read_text(),
    )
    told = dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"[A-Z]\w+=", line))
    assert f"useradd --system --no-create-home {told['User']}\n" in recipe
    assert (
        f"-m {told['StateDirectoryMode']} /var/lib/{told['StateDirectory']}\n".replace("-m 0", "-m ")
        in recipe
    )
    settings = told["ExecStart"].partition("--env-file ")[2].split()[0]
    assert f"init {settings}\n" in recipe
    assert "EnvironmentFile" not in told  # systemd reads comments and `export` otherwise than doctor does
    assert f"git clone REPOSITORY {told['WorkingDirectory']}\n" in recipe
    assert told["ExecStart"].startswith(f"{told['WorkingDirectory']}/.venv/bin/tischrand run ")
    data = f"--data /var/lib/{told['StateDirectory']}"
    own = re.findall(r"^runuser -u (\w+) -- .venv/bin/tischrand (.+)$", recipe, re.MULTILINE)
    assert {words.split()[0] for _, words in own} == {"doctor", "reports", "backup", "restore"}
    assert all(user == told["User"] for user, _ in own)
    assert all(f"--env-file {settings} {data}" in words for _, words in own)
    assert re.search(r"backup .*\$\(date", recipe)  # an upgrade after the first finds another name free


def test_plain_docker_keeps_what_the_image_sets() -> None:
    """`docker run --env-file` wins over the image, and the example sets every variable."""
    page = (ROOT / "docs/host/containers.md").read_text()
    command = shlex.split(re.search(r"^docker run -d .*$", page, re.MULTILINE)[0])  # type: ignore[index]
    settings = {name: value for name, value in ENVIRONMENT.items() if name.startswith("TISCHRAND")}
    kept = dict(word.split("=", 1) for word in command if word.startswith("TISCHRAND"))
    assert kept == settings


@pytest.mark.long
async def test_what_the_image_holds_serves_and_writes_its_data_alone(
    tischrand: Process, tmp_path: Path
) -> None:
    source, site, home = tmp_path / "source", tmp_path / "site", tmp_path / "home"
    _copy_context(source)
    install = shlex.split(step("RUN", " ."))[1:]
    built = await _run("-m", "pip", *install, "--quiet", "--no-index", "--target", str(site), folder=source)
    assert built == 0
    home.mkdir()
    tischrand.folder, before = home, _files(site)
    port = str(free_port())
    image = {name: value for name, value in ENVIRONMENT.items() if name.startswith(("TISCHRAND", "PYTHON"))}
    own = image | {"PYTHONPATH": str(site), "TISCHRAND_MONITOR_PORT": port, "HOME": str(tmp_path / "nowhere")}
    async with TelegramServer() as telegram:
        process = await tischrand.begin(*json.loads(step("CMD", "run")), **telegram.environment, **own)
        assert "is ready" in await line_with(process.stdout, "")
        check = json.loads(step("HEALTHCHECK").partition("CMD ")[2])
        look = [word.replace(ENVIRONMENT["TISCHRAND_MONITOR_PORT"], port) for word in check[1:]]
        assert await _run(*look) == 0
        assert (await stopped(process, signal.SIGTERM))[0] == 0
    assert await _run(*look) == 1
    assert _files(site) == before
    assert list(home.iterdir()) == []
    assert not (tmp_path / "nowhere").exists()


async def _run(*words: str, folder: Path = ROOT) -> int:
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, cwd=folder, stderr=asyncio.subprocess.DEVNULL
    )
    return await process.wait()


def _copy_context(folder: Path) -> None:
    """What `.dockerignore` lets through."""
    folder.mkdir()
    for name in re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder)


def _files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
