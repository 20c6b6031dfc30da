"""Lint rules over operator definitions: one file a rule, one line a rule in `table.RULES`. Floor 10.

>>> from metadef.ops.proto import op
>>> [item.name for item in lint([op("max_pool").doc("Pools.")], config=Config(select=("DEF100",)))]
['op-name-not-camel-case']
"""

from metadef.checks.config import Config
from metadef.checks.engine import lint

__all__ = ["Config", "lint"]
