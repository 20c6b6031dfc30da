"""The page skeleton in a real Chromium: its own script runs, injected ones do not, narrow screens need no scrolling."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from markupsafe import Markup

from hostile_names import HOSTILE
from metadef.render.environment import make_environment
from metadef.render.page import page

pytestmark = pytest.mark.browser

REPORT = """document.body.dataset.ran = 'yes';
document.body.dataset.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
document.body.dataset.dark = matchMedia('(prefers-color-scheme: dark)').matches;"""
INJECTED = (
    "<script>document.body.dataset.owned = 'script'</script>"
    "<img src='x:' alt='' onerror=\"document.body.dataset.owned = 'handler'\">"
)
TABLE = """<h2 id="ops">Operators</h2>
<dl class="cards">{% for n in range(6) %}<div class="card"><dt>Peak memory</dt><dd>1,024 kB</dd></div>{% endfor %}</dl>
<div class="scroll"><table><caption>Findings</caption>
<tr><th>name</th><th class="number">count</th><th>state</th></tr>
{% for name in names %}
<tr><td><code>{{ name }}</code></td><td class="number">{{ loop.index }}</td>
<td><span class="badge error">error</span></td></tr>
{% endfor %}
</table></div>
<pre>%y = Conv2D(%x, %filter) {strides = [1, 1, 2, 2], pads = [0, 0, 0, 0], dilations = [1, 1, 1, 1], groups = 1}</pre>
"""


def chromium(*arguments: str) -> str:
    """What headless Chromium prints."""
    binary = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert binary, "no Chromium; on Debian: apt-get install chromium"
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    done = subprocess.run([binary, *flags, *arguments], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def sample(script: str, extra: str = "") -> str:
    table = make_environment({}).from_string(TABLE).render(names=[name for name in HOSTILE if name.strip()])
    body = Markup(table) + Markup(extra)
    return page("resnet50 on Ascend910B1", body, subtitle="a model", sections={"ops": "Operators"}, script=script)


def data_of(source: str, folder: Path, *arguments: str) -> dict[str, str]:
    """The data attributes of the body after the page has run."""
    file = folder / "page.html"
    file.write_text(source, encoding="utf-8")
    dom = chromium(*arguments, f"--user-data-dir={folder / 'profile'}", "--dump-dom", file.as_uri())
    body = re.search(r"<body([^>]*)>", dom)
    assert body, dom[:500]
    return dict(re.findall(r'data-(\w+)="([^"]*)"', body[1]))


def test_the_page_runs_its_own_script_and_no_other(tmp_path: Path):
    data = data_of(sample(REPORT, INJECTED), tmp_path)
    assert data["ran"] == "yes"
    assert "owned" not in data


def test_without_the_policy_the_injected_script_would_run(tmp_path: Path):
    """The witness that the test above can fail."""
    source = sample(REPORT, INJECTED)
    unguarded = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", source)
    assert unguarded != source
    assert data_of(unguarded, tmp_path)["owned"] in ("script", "handler")


@pytest.mark.parametrize("width", [500, 1280])
def test_no_width_needs_sideways_scrolling(width: int, tmp_path: Path):
    data = data_of(sample(REPORT), tmp_path, f"--window-size={width},900")
    assert data["overflow"] == "0"


def test_dark_and_light_look_different(tmp_path: Path):
    shots: list[bytes] = []
    file = tmp_path / "page.html"
    file.write_text(sample(REPORT), encoding="utf-8")
    for scheme in ("dark", "light"):
        shot = tmp_path / f"{scheme}.png"
        setting = f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"
        chromium(setting, f"--user-data-dir={tmp_path / scheme}", f"--screenshot={shot}", file.as_uri())
        shots.append(shot.read_bytes())
    assert shots[0] != shots[1]
