"""The site builds from the pages and the reference without a network, and its search knows the operators."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "html"
    command = [sys.executable, str(ROOT / "tools" / "site.py"), str(folder), "SoftmaxV2,LogSoftmaxV2,Conv2D"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_hand_written_page_and_every_operator_has_a_page(site: Path):
    pages = {path.parent.relative_to(site).as_posix() for path in site.rglob("index.html")}
    assert {f"{path.stem}" for path in (ROOT / "docs").glob("*.md")} <= pages
    assert {f"reference/ops/{name}" for name in ("SoftmaxV2", "LogSoftmaxV2", "Conv2D")} <= pages
    assert {"reference", "."} <= pages


def test_nothing_is_loaded_from_another_host(site: Path):
    for page in site.rglob("*.html"):
        loaded = re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"([^\"]+)\"", page.read_text("utf-8"))
        assert [link for link in loaded if "://" in link] == [], page


def test_the_search_finds_operators_by_name_and_by_what_they_do(site: Path):
    rows = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    titles = {row["title"]: row["location"].partition("#")[0] for row in rows}
    assert titles["Conv2D"] == "reference/ops/Conv2D/"
    text = " ".join(row["text"] for row in rows if row["location"].startswith("reference/ops/SoftmaxV2"))
    assert "axes" in text


def test_links_between_the_pages_of_the_reference_lead_somewhere(site: Path):
    index = (site / "reference" / "index.html").read_text("utf-8")
    links = re.findall(r"href=\"(ops/[^\"]+)\"", index)
    assert len(links) == 3
    assert all((site / "reference" / link / "index.html").is_file() for link in links)
