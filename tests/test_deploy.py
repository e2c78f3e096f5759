"""The files for hosts and for forges: they are well formed, and name what there is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.runtime.metrics import Metrics
from bot.runtime.settings import Settings, variable
from tests import ROOT

DEPLOY = ROOT / "deploy"
RULES: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text())
OF_PROMETHEUS = {"up"}


def exported() -> set[str]:
    """Every name under which `/metrics` has a number, once all of them have been counted."""
    metrics = Metrics()
    metrics.presses.labels("web", "ShowBoard", "noted").inc()
    metrics.seconds.labels("web").observe(1)
    metrics.errors.labels("logged").inc()
    metrics.connected.labels("web").set(1)
    families = text_string_to_metric_families(metrics.text().decode())
    return {sample.name for family in families for sample in family.samples}


def queries() -> Iterator[str]:
    for rule in RULES:
        yield rule["expr"]
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


@pytest.mark.parametrize("query", [*queries()])
def test_rules_and_dashboard_name_metrics_that_the_bot_exports(query: str) -> None:
    named = set(re.findall(r"\b(?:tischrand|process)_\w+|\bup\b", query))
    assert named
    assert named <= exported() | OF_PROMETHEUS


@pytest.mark.parametrize("query", [*queries()])
def test_rules_and_dashboard_are_queries_that_prometheus_can_read(query: str) -> None:
    pytest.importorskip("promql_parser").parse(query)


def test_the_page_of_metrics_has_every_name_that_rules_and_dashboard_ask_for() -> None:
    pytest.importorskip("mkdocs")  # of the extra `docs`
    from tools.generated_pages import metrics_page

    named = {name for query in queries() for name in re.findall(r"\b(?:tischrand|process)_\w+", query)}
    page = metrics_page(Metrics())
    assert {name for name in named if f"`{name.removesuffix('_bucket')}`" not in page} == set()


def test_every_rule_says_what_is_wrong_and_stands_in_the_documents() -> None:
    page = (ROOT / "docs/host/monitoring.md").read_text()
    for rule in RULES:
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert f"| `{rule['alert']}` |" in page


def test_prometheus_reads_these_rules() -> None:
    configuration = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    assert configuration["rule_files"] == ["alerts.yml"]
    assert [job["job_name"] for job in configuration["scrape_configs"]] == ["tischrand"]


def overrides(folder: Path) -> list[Path]:
    """Each `compose.override.yaml` of the page on containers, as a file."""
    blocks = re.findall(
        r"^```yaml\n(.*?)^```$", (ROOT / "docs/host/containers.md").read_text(), re.MULTILINE | re.DOTALL
    )
    files = [folder / f"override-{number}.yaml" for number in range(len(blocks))]
    for file, block in zip(files, blocks, strict=True):
        file.write_text(block)
    return files


def well_formed(schema: str, *files: Path) -> None:
    """Compare files with a schema that its owner publishes."""
    pytest.importorskip("check_jsonschema")  # of the extra `dev`
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_compose_understands_its_file_and_all_that_the_page_lets_people_write(tmp_path: Path) -> None:
    files = overrides(tmp_path)
    assert len(files) == 3
    well_formed("compose-spec", ROOT / "compose.yaml", *files)


@pytest.mark.long
@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("readthedocs", ".readthedocs.yaml"),
    ],
)
def test_the_forge_understands_its_files(schema: str, pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    well_formed(schema, *files)


def test_services_that_the_page_adds_belong_to_the_bot_and_use_files_that_there_are(tmp_path: Path) -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    known = {variable(name) for name in Settings.model_fields}
    for file in overrides(tmp_path):
        for name, service in yaml.safe_load(file.read_text())["services"].items():
            assert name in services or service["network_mode"] == "service:bot"
            assert set(service.get("environment", {})) <= known
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                assert source == "./copies" or (ROOT / source).exists(), source
