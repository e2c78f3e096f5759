"""The packages that hosts install by their hashes are those that are tested."""

from __future__ import annotations

import re
import tomllib

from tests import ROOT
from tests.test_docs import plain

HASHED = (ROOT / "constraints-hashed.txt").read_text()


def test_hosts_get_the_versions_that_are_tested() -> None:
    tested = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    pinned = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", HASHED, re.MULTILINE))
    named = {plain(name): version for name, version in tested.items()}
    assert {name: named.get(plain(name)) for name in pinned} == pinned
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    assert {plain(re.split("[<>=]", line)[0]) for line in wanted} <= set(map(plain, pinned))


def test_the_long_description_leads_to_nothing_that_a_package_index_lacks() -> None:
    """The links of README.md lead into the repository."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["readme"]
    assert told["content-type"] == "text/markdown"
    assert not re.findall(r"\]\((?!https://)|(?:src|href|srcset)=|\]\[", told["text"])


def test_every_package_has_hashes_and_no_place_of_its_own() -> None:
    """Nothing but names, versions, markers and hashes: where they come from is the host's choice."""
    blocks = re.split(r"\n(?=\S)", HASHED.partition("setuptools>=77'\n")[2].rstrip())
    for block in blocks:
        name, *hashes = (line.strip(" \\") for line in block.splitlines())
        assert re.fullmatch(r"[\w.-]+==[^\s;]+(?: ; [\w_. <>=!'\"]+)?", name), name
        assert hashes, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in hashes), name
