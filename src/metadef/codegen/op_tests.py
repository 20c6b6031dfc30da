"""Target `tests`: pytest and gtest files for each operator, with cases filled in, and the golden file of calls.

`pytest/` is green as it is: it asks metadef's own check, inference and kernels. Its fixture `operator`, and `Subject()`
in `gtest/`, are where an implementation of one's own goes in.
"""

from __future__ import annotations

import json

from metadef.catalogue import registry
from metadef.catalogue.index import FAMILY_OF
from metadef.codegen.cases.make import cases_of
from metadef.codegen.cases.vectors import vectors
from metadef.codegen.gtest_cases import gtest_file
from metadef.codegen.names import CPP_KEYWORDS, unique
from metadef.codegen.pytest_cases import pytest_file
from metadef.codegen.record import Job
from metadef.definitions.json_form import Json, declaration_to_json
from metadef.render.json_text import json_visible

__all__ = ["generate"]


def generate(job: Job) -> dict[str, str]:
    """The files."""
    names = [declaration.proto.name for declaration in job.declarations]
    suites = dict(zip(names, unique(names, CPP_KEYWORDS), strict=True))
    stems = [job.stems[name] for name in names]
    out = {
        "vectors.json": vectors(job.protos),
        "pytest/conftest.py": job.render("tests/conftest.py.j2"),
        "gtest/op_under_test.h": job.render("tests/op_under_test.h.j2"),
        "gtest/CMakeLists.txt": job.render("tests/CMakeLists.txt.j2", stems=stems),
    }
    for name, stem, proto in zip(names, stems, job.protos, strict=True):
        cases = cases_of(proto)
        out[f"pytest/test_{stem}.py"] = pytest_file(job, proto, cases)
        out[f"gtest/{stem}_test.cc"] = gtest_file(job, f"{suites[name]}Calls", proto, cases)
    own: list[Json] = [
        declaration_to_json(declaration)
        for declaration in job.declarations
        if declaration.proto.name not in FAMILY_OF or registry().lookup(declaration.proto.name) != declaration.proto
    ]
    if own:
        document: dict[str, Json] = {"declarations": len(own), "ops": own, "findings": []}
        out["pytest/definitions.json"] = json_visible(json.dumps(document, indent=1, ensure_ascii=False)) + "\n"
    return out
