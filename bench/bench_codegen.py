"""How long `metadef gen all` takes for all operators: the first run target by target, and a second without a change.

CPU seconds of this process, best of three for the second run. The aims are 20 s for the first and 2 s for the second.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen import apply, generate, generator_names, plan
from metadef.codegen.folder import is_current
from metadef.codegen.run import fingerprint
from metadef.definitions.json_form import declaration_of


def spent(work: Callable[[], object]) -> float:
    """CPU seconds that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    names = generator_names()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        total = spent(lambda: [registry().lookup(name) for name in FAMILY_OF])
        print(f"{'declarations read':>20}: {total:6.2f} s")
        declarations = [declaration_of(registry().lookup(name)) for name in FAMILY_OF]
        for name in names:
            key = fingerprint(name, [], [], None)

            def first(name: str = name, key: str = key) -> None:
                apply(plan(folder / name, name, generate(name, declarations, families=FAMILY_OF), key))

            seconds = spent(first)
            total += seconds
            count = sum(path.is_file() for path in (folder / name).rglob("*"))
            print(f"{name:>20}: {seconds:6.2f} s, {count} files")
        keys = {name: fingerprint(name, [], [], None) for name in names}
        assert all(is_current(folder / name, name, keys[name]) for name in names)
        second = min(spent(lambda: [is_current(folder / name, name, keys[name]) for name in names]) for _ in range(3))
        print(f"{'all':>20}: {total:6.2f} s (aim 20), second run {second:.2f} s (aim 2)")


if __name__ == "__main__":
    main()
