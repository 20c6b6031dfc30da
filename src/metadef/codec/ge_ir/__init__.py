"""GE-IR, the graph files of CANN: `.air`, `ge_proto_*.txt`, and what the dumps of the graph engine show.

`read_ge_ir`, `ge_ir_bytes` and their twins for text are the doors. Between them stand the records of the file (`raw`),
the choice of a prototype for each operator (`fit`), the parts that nodes are written in (`encode`), and what a file
says beyond the graph (`parts`).
"""

from metadef.codec.ge_ir.read import read_ge_ir
from metadef.codec.ge_ir.text import ge_ir_text, read_ge_ir_text
from metadef.codec.ge_ir.write import ge_ir_bytes

__all__ = ["ge_ir_bytes", "ge_ir_text", "read_ge_ir", "read_ge_ir_text"]
