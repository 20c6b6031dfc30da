"""The same elementwise step on every tensor of a list."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    PURE,
    STATEFUL,
    UINT8,
    UINT64,
    Int,
    OrdinaryType,
    op,
)
from metadef.infer.dtypes import members
from metadef.infer.shape import common, foreach

ForeachAbs = (
    op("ForeachAbs")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachAcos = (
    op("ForeachAcos")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachACosInplace = (
    op("ForeachACosInplace")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("foreach")
)

ForeachAddcdivList = (
    op("ForeachAddcdivList")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x3", FLOAT | FLOAT16 | BF16)
    .input("scalars", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2", "x3", numbers="scalars"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddcdivScalar = (
    op("ForeachAddcdivScalar")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x3", FLOAT | FLOAT16 | BF16)
    .input("scalar", FLOAT | FLOAT16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2", "x3"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddcdivScalarList = (
    op("ForeachAddcdivScalarList")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x3", FLOAT | FLOAT16 | BF16)
    .input("scalars", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2", "x3", numbers="scalars"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddcmulList = (
    op("ForeachAddcmulList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x3", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2", "x3", numbers="scalars"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddcmulScalar = (
    op("ForeachAddcmulScalar")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x3", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2", "x3"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddcmulScalarList = (
    op("ForeachAddcmulScalarList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x3", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2", "x3", numbers="scalars"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddList = (
    op("ForeachAddList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .input("alpha", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddListInplace = (
    op("ForeachAddListInplace")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .input("alpha", FLOAT | FLOAT16 | INT32)
    .shape(foreach.lists("x1", "x2"))
    .traits(STATEFUL)
    .category("foreach")
)

ForeachAddScalar = (
    op("ForeachAddScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachAddScalarList = (
    op("ForeachAddScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachAsin = (
    op("ForeachAsin")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachAtan = (
    op("ForeachAtan")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachBinaryOp = (
    op("ForeachBinaryOp")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .required_attr("op_code", Int)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachCopy = (
    op("ForeachCopy")
    .dynamic_input("x", OrdinaryType - (COMPLEX128 | COMPLEX32 | COMPLEX64 | UINT64))
    .dynamic_output("y", OrdinaryType - (COMPLEX128 | COMPLEX32 | COMPLEX64 | UINT64))
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachCos = (
    op("ForeachCos")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachCosh = (
    op("ForeachCosh")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachDivList = (
    op("ForeachDivList")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachDivListInplace = (
    op("ForeachDivListInplace")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .traits(STATEFUL)
    .category("foreach")
)

ForeachDivScalar = (
    op("ForeachDivScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .input("scalar", FLOAT | FLOAT16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachDivScalarList = (
    op("ForeachDivScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .input("scalars", FLOAT)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachErf = (
    op("ForeachErf")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachErfc = (
    op("ForeachErfc")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachExp = (
    op("ForeachExp")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16 | INT16 | INT8 | UINT8)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachExpm1 = (
    op("ForeachExpm1")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16 | INT16 | INT8 | UINT8)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachLerpList = (
    op("ForeachLerpList")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .dynamic_input("weight", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2", "weight"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachLerpScalar = (
    op("ForeachLerpScalar")
    .dynamic_input("x1", FLOAT | FLOAT16 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | BF16)
    .input("weight", FLOAT)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachLog = (
    op("ForeachLog")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachLog10 = (
    op("ForeachLog10")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachLog1p = (
    op("ForeachLog1p")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachLog2 = (
    op("ForeachLog2")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachLogInplace = (
    op("ForeachLogInplace")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("foreach")
)

ForeachMaximumList = (
    op("ForeachMaximumList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachMaximumScalar = (
    op("ForeachMaximumScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachMaximumScalarList = (
    op("ForeachMaximumScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachMinimumList = (
    op("ForeachMinimumList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachMinimumScalar = (
    op("ForeachMinimumScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachMinimumScalarList = (
    op("ForeachMinimumScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachMulList = (
    op("ForeachMulList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachMulListInplace = (
    op("ForeachMulListInplace")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .traits(STATEFUL)
    .category("foreach")
)

ForeachMulScalar = (
    op("ForeachMulScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachMulScalarInplace = (
    op("ForeachMulScalarInplace")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("foreach")
)

ForeachMulScalarList = (
    op("ForeachMulScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachNeg = (
    op("ForeachNeg")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachNonFiniteCheckAndUnscale = (
    op("ForeachNonFiniteCheckAndUnscale")
    .dynamic_input("scaled_grads", FLOAT16 | FLOAT | BF16)
    .input("found_inf", FLOAT)
    .input("inv_scale", FLOAT)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("foreach")
)

ForeachNorm = (
    op("ForeachNorm")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .input("scalar", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(foreach.norms)
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachPowList = (
    op("ForeachPowList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachPowScalar = (
    op("ForeachPowScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachPowScalarAndTensor = (
    op("ForeachPowScalarAndTensor")
    .input("scalar", FLOAT | INT64)
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachPowScalarList = (
    op("ForeachPowScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachReciprocal = (
    op("ForeachReciprocal")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachRoundOffNumber = (
    op("ForeachRoundOffNumber")
    .dynamic_input("x", FLOAT16 | FLOAT | BF16)
    .input("roundMode", INT8)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSigmoid = (
    op("ForeachSigmoid")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSign = (
    op("ForeachSign")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | INT8 | INT64 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | INT8 | INT64 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSin = (
    op("ForeachSin")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSinh = (
    op("ForeachSinh")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSqrt = (
    op("ForeachSqrt")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSubList = (
    op("ForeachSubList")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .input("alpha", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16 | INT16 | INT8 | UINT8)
    .shape(foreach.lists("x1", "x2"))
    .dtype(members("x1"))
    .traits(PURE)
    .category("foreach")
)

ForeachSubListInplace = (
    op("ForeachSubListInplace")
    .dynamic_input("x1", FLOAT | FLOAT16 | INT32 | BF16)
    .dynamic_input("x2", FLOAT | FLOAT16 | INT32 | BF16)
    .input("alpha", FLOAT | FLOAT16 | INT32)
    .shape(foreach.lists("x1", "x2"))
    .traits(STATEFUL)
    .category("foreach")
)

ForeachSubScalar = (
    op("ForeachSubScalar")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachSubScalarInplace = (
    op("ForeachSubScalarInplace")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalar", FLOAT | FLOAT16 | INT32)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("foreach")
)

ForeachSubScalarList = (
    op("ForeachSubScalarList")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | BF16)
    .input("scalars", FLOAT | INT64)
    .dynamic_output("y", FLOAT | FLOAT16 | INT32 | BF16)
    .shape(foreach.lists("x", numbers="scalars"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachTan = (
    op("ForeachTan")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachTanh = (
    op("ForeachTanh")
    .dynamic_input("x", FLOAT | FLOAT16 | BF16)
    .dynamic_output("y", FLOAT | FLOAT16 | BF16)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(PURE)
    .category("foreach")
)

ForeachZeroInplace = (
    op("ForeachZeroInplace")
    .dynamic_input("x", FLOAT | FLOAT16 | INT32 | INT16 | BF16)
    .shape(common.in_place)
    .traits(STATEFUL)
    .category("foreach")
)

OPS = (
    ForeachAbs,
    ForeachAcos,
    ForeachACosInplace,
    ForeachAddcdivList,
    ForeachAddcdivScalar,
    ForeachAddcdivScalarList,
    ForeachAddcmulList,
    ForeachAddcmulScalar,
    ForeachAddcmulScalarList,
    ForeachAddList,
    ForeachAddListInplace,
    ForeachAddScalar,
    ForeachAddScalarList,
    ForeachAsin,
    ForeachAtan,
    ForeachBinaryOp,
    ForeachCopy,
    ForeachCos,
    ForeachCosh,
    ForeachDivList,
    ForeachDivListInplace,
    ForeachDivScalar,
    ForeachDivScalarList,
    ForeachErf,
    ForeachErfc,
    ForeachExp,
    ForeachExpm1,
    ForeachLerpList,
    ForeachLerpScalar,
    ForeachLog,
    ForeachLog10,
    ForeachLog1p,
    ForeachLog2,
    ForeachLogInplace,
    ForeachMaximumList,
    ForeachMaximumScalar,
    ForeachMaximumScalarList,
    ForeachMinimumList,
    ForeachMinimumScalar,
    ForeachMinimumScalarList,
    ForeachMulList,
    ForeachMulListInplace,
    ForeachMulScalar,
    ForeachMulScalarInplace,
    ForeachMulScalarList,
    ForeachNeg,
    ForeachNonFiniteCheckAndUnscale,
    ForeachNorm,
    ForeachPowList,
    ForeachPowScalar,
    ForeachPowScalarAndTensor,
    ForeachPowScalarList,
    ForeachReciprocal,
    ForeachRoundOffNumber,
    ForeachSigmoid,
    ForeachSign,
    ForeachSin,
    ForeachSinh,
    ForeachSqrt,
    ForeachSubList,
    ForeachSubListInplace,
    ForeachSubScalar,
    ForeachSubScalarInplace,
    ForeachSubScalarList,
    ForeachTan,
    ForeachTanh,
    ForeachZeroInplace,
)
