"""Artifacts in other languages from the definitions of operators: headers, schemas, builders, the reference.

`generate` runs a generator of the table; `folder` compares what it made with what stands on the disk and writes the
difference, and nothing else. A generator is a function of a file and a line in `table`; what it inserts into another
language goes through that language's quoting.
"""

from metadef.codegen.folder import Plan, apply, plan
from metadef.codegen.run import generate
from metadef.codegen.select import select
from metadef.codegen.table import GENERATORS, find_generator, generator_names

__all__ = ["GENERATORS", "Plan", "apply", "find_generator", "generate", "generator_names", "plan", "select"]
