"""PyTorch: programs that `torch.export` made become graphs of Ascend operators.

`read_torch` takes a `.pt2` archive, which is read without PyTorch, or an `ExportedProgram` where PyTorch is installed.
The operators of ATen are written out in those of ONNX, whose mapping to Ascend is in `frontend/onnx`.
"""

from __future__ import annotations

from metadef.frontend.torch.read import read_torch

__all__ = ["read_torch"]
