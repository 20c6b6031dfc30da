"""Operators whose inputs must have one type, though their headers write no DATATYPE symbol for it.

CANN checks it in code (`CheckTwoInputDtypeSame` and its kin), where a header cannot show it. Operators with symbols
(Mul, Pow) promote and are not here.
"""

from __future__ import annotations

from metadef.errors import Finding, finding
from metadef.ops.call import Call
from metadef.types.dtype import DataType

__all__ = ["SAME_TYPES", "type_mismatch"]

_PAIRS = (
    "Add AddV2 Atan2 BitwiseAnd BitwiseOr BitwiseXor Div DivNoNan Equal FloorDiv FloorMod Greater GreaterEqual Less"
    " LessEqual MatMul MatMulV2 BatchMatMul BatchMatMulV2 Maximum Minimum Mod MulNoNan NotEqual RealDiv"
    " SquaredDifference Sub TruncateDiv TruncateMod Xdivy Xlogy"
)
SAME_TYPES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_PAIRS.split(), ("x1", "x2")),
    **dict.fromkeys("AccumulateNV2 AddN Concat ConcatD ConcatV2 Pack".split(), ("x",)),
    "Select": ("x1", "x2"),
    "SelectV2": ("then", "else"),
}  # operator: ports, whose members count one by one


def type_mismatch(call: Call) -> Finding | None:
    """The finding where inputs that must have one type have several.

    >>> from metadef.catalogue import registry
    >>> from metadef.types.tensor import TensorDesc
    >>> inputs = [TensorDesc((2,), DataType.INT32), TensorDesc((2,), DataType.FLOAT)]
    >>> print(type_mismatch(Call(registry().lookup("Add"), inputs, {})))
    error[DTY002 dtype-mismatch] Add: `x1` and `x2` must have one type; try Cast to FLOAT
    """
    ports = SAME_TYPES.get(call.proto.name)
    if ports is None:
        return None
    index = call.proto.input_index
    if ports[0] not in index or ports[-1] not in index:
        return None
    if len(ports) == 2 and call.dtype(ports[0]) is call.dtype(ports[1]):
        return None
    found = {desc.dtype: port for port in ports for desc in call.members(port) if desc.dtype is not DataType.UNDEFINED}
    if len(found) < 2:
        return None
    wanted = max(found, key=lambda dtype: (dtype.is_float, dtype.bits))
    what = f"members of `{ports[0]}`" if len(ports) == 1 else " and ".join(f"`{port}`" for port in ports)
    return finding(
        "dtype-mismatch",
        call.subject,
        f"{what} must have one type",
        expected=f"{wanted.name} for all",
        got=", ".join(dtype.name for dtype in found),
        defined=call.proto.span,
        hint=f"Cast to {wanted.name}",
    )
