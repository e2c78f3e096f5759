"""The files for hosts who watch the bot: they are well formed, and name metrics that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.runtime.metrics import Metrics
from tests import ROOT

DEPLOY = ROOT / "deploy"
RULES: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text())
OF_PROMETHEUS = {"up"}


def told() -> set[str]:
    """Every name under which `/metrics` tells a number, once all of them have been counted."""
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
def test_rules_and_dashboard_name_metrics_that_the_bot_tells(query: str) -> None:
    named = set(re.findall(r"\b(?:tischrand|process)_\w+|\bup\b", query))
    assert named
    assert named <= told() | OF_PROMETHEUS


def test_every_rule_says_what_is_wrong_and_stands_in_the_documents() -> None:
    page = (ROOT / "docs/host/monitoring.md").read_text()
    for rule in RULES:
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert f"| `{rule['alert']}` |" in page


def test_prometheus_reads_these_rules() -> None:
    told_to = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    assert told_to["rule_files"] == ["alerts.yml"]
    assert [job["job_name"] for job in told_to["scrape_configs"]] == ["tischrand"]
