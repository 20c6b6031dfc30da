"""Builds the site: the pages of docs/ and the reference of all operators, with a search over both. Needs no network.

python tools/site.py DIR [SELECTOR]

DIR gets the HTML; open DIR/index.html behind any web server (`python -m http.server -d DIR`), which the search needs.
SELECTOR is that of `metadef gen --ops`; without one the reference has every operator.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import generate
from metadef.codegen.select import select
from metadef.definitions.json_form import declaration_of

ROOT = Path(__file__).parent.parent
REFERENCE = "reference"

# WHY the reference is not in the navigation: 1,852 links on each of 1,852 pages would be 3,429,904
CONFIG = """
site_name: metadef
docs_dir: {docs}
site_dir: {site}
theme: {{name: mkdocs, highlightjs: false}}
plugins: [search]
nav:
  - Home: index.md
{nav}
  - Operators: reference/index.md
not_in_nav: |
  reference/ops/*
  decisions/*
validation:
  links: {{not_found: info, unrecognized_links: info}}
"""


def assemble(folder: Path, selector: str = "") -> list[str]:
    """Write the source of the site; the titles of its hand-written pages.

    Links of these pages that leave docs/ lead nowhere on the site, and stay as they are.
    """
    shutil.copytree(ROOT / "docs", folder)
    (folder / "index.md").write_text((ROOT / "README.md").read_text("utf-8").replace("](docs/", "]("), "utf-8")
    chosen = select([declaration_of(registry().lookup(name)) for name in FAMILY_OF], selector, FAMILY_OF)
    for path, text in generate("docs", chosen, families=FAMILY_OF).items():
        place = folder / REFERENCE / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    return sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def build_site(site: Path, selector: str = "") -> None:
    """The whole site, in a folder that is emptied first."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "docs"
        nav = "\n".join(f"  - {page}" for page in assemble(source, selector))
        config = Path(folder) / "mkdocs.yml"
        config.write_text(CONFIG.format(docs=source, site=site.absolute(), nav=nav), "utf-8")
        build(load_config(str(config)))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    build_site(Path(sys.argv[1]), *sys.argv[2:])
