"""Graphs of Ascend operators to ONNX models.

`export_model` is the door; the driver writes files. `writer` walks a graph, `table` says which family file exports an
operator, and each family (`conv`, `pool`, ...) ends with a table of its operators, as in the package `onnx`, whose
mappings these undo. What has no standard form becomes a node of the domain `ge`, which `read_onnx` takes back.
"""

from metadef.frontend.onnx_export.model import Exported, export_model
from metadef.frontend.onnx_export.tensors import External

__all__ = ["Exported", "External", "export_model"]
