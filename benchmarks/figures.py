"""One line of figures a run of all checks: `python -m benchmarks.figures TESTS COVERAGE BENCHMARKS`.

It is appended to `benchmarks/figures.csv`, so that years can be compared. Figures of benchmarks are ratios
within one run (see `benchmarks.aims`), so that they mean the same on another machine.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from tools.weight import PRODUCT, ROOT, weight

FILE = Path(__file__).with_name("figures.csv")
RATIOS = {
    "press": "Discord, 8 users, Sahara: CPU, barest layout view = 1",
    "start": "start until the web chat answers, importing its libraries = 1",
    "memory": "Discord: memory after presses, library's defaults = 1",
}
"""Columns, and the rows of the benchmarks' table that they hold."""


def tests(report: Path) -> dict[str, str]:
    """How many tests there were and how many seconds they took."""
    suite = ElementTree.parse(report).getroot().find("testsuite")  # noqa: S314 - pytest wrote it
    assert suite is not None
    return {"tests": str(len(suite.findall("testcase"))), "seconds": f"{float(suite.attrib['time']):.0f}"}


def coverage(report: Path) -> str:
    """Lines and branches that the tests have passed through, in percent."""
    return f"{json.loads(report.read_text())['totals']['percent_covered']:.1f}"


def ratios(table: Path) -> dict[str, str]:
    """The rows of `RATIOS`; empty where a benchmark has not printed its own."""
    rows = [line.split("|") for line in table.read_text().splitlines() if line.count("|") > 1]
    figures = {what.strip(): figure.strip() for what, figure, *_ in rows}
    return {column: figures.get(what, "") for column, what in RATIOS.items()}


def main() -> None:
    """Append the line, and print it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.figures", description=__doc__)
    for name in ("tests", "coverage", "benchmarks"):
        parser.add_argument(name, type=Path)
    reports = parser.parse_args()
    head = subprocess.run(
        ("git", "rev-parse", "--short", "HEAD"), cwd=ROOT, capture_output=True, text=True, check=False
    )
    line = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": head.stdout.strip(),
        **tests(reports.tests),
        "coverage": coverage(reports.coverage),
        "statements": str(sum(weight(ROOT / room)[2] for room in PRODUCT)),
        **ratios(reports.benchmarks),
    }
    begins = not FILE.exists()
    with FILE.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(line))
        if begins:
            writer.writeheader()
        writer.writerow(line)
    print(" ".join(f"{name}={value}" for name, value in line.items()))


if __name__ == "__main__":
    main()
