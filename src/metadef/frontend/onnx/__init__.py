"""ONNX models to graphs of Ascend operators.

`read_onnx` is the door. `source` opens the file, `importer` walks its graph, `table` says which family file maps an
operator, and each family (`conv`, `pool`, ...) ends with a table of its operators. How each is mapped, and what becomes
of everything that a model may hold besides, is in `docs/onnx-import.md`.
"""

from metadef.frontend.onnx.read import read_onnx
from metadef.frontend.onnx.result import Imported

__all__ = ["Imported", "read_onnx"]
