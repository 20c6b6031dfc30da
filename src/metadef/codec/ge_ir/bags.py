"""Under which names the bags of nodes and graphs hold what GE-IR files say beyond the graph."""

from __future__ import annotations

__all__ = ["GRAPHS", "MODEL", "ORDER", "RESIDUE"]

RESIDUE = "ge_ir"  # of a node or graph: (operator, residue)
ORDER = "ge_ir.order"  # of a graph: names of its nodes as the file orders them
MODEL = "ge_ir.model"  # of the root graph: residue of the ModelDef
GRAPHS = "ge_ir.graphs"  # of the root graph: names of the others as the file orders them; bytes where no node owns one
