// Brackets, separators and scopes that are no C++, as they occur in published headers.
#ifndef TESTS_BRACKETS_H
#define TESTS_BRACKETS_H
#include "graph/operator_reg.h"

namespace ge {
/**
*@brief The list of "x" opens a brace that nothing closes. \n
*@par Inputs:
*x: A tensor. \n
*@par Outputs:
*y: A tensor of the type of "x".
*/
REG_OP(MissingBrace)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16}))
    .OP_END_FACTORY_REG(MissingBrace)

REG_OP(ExtraBrace)
    .INPUT(serialized, TensorType({DT_STRING}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_INT8}}))
    .OP_END_FACTORY_REG(ExtraBrace)

REG_OP(RoundInBraces)
    .INPUT(x, TensorType{(DT_FLOAT, DT_FLOAT16)})
    .OUTPUT(y, TensorType{DT_FLOAT})
    .OP_END_FACTORY_REG(RoundInBraces)

REG_OP(DanglingScope)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(mean, TensorType::({DT_FLOAT}))
    .OP_END_FACTORY_REG(DanglingScope)

REG_OP(SingleColon)
    .DYNAMIC_INPUT(tensors, TensorType:ALL())
    .OP_END_FACTORY_REG(SingleColon)

REG_OP(WideComma)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16，DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT. DT_INT8}))
    .OP_END_FACTORY_REG(WideComma)

REG_OP(MissingComma)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32 DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, }))
    .OP_END_FACTORY_REG(MissingComma)

REG_OP(NoBraces)
    .INPUT(x, TensorType(DT_FLOAT, DT_INT8))
    .OUTPUT(y, TensorType(DT_FLOAT))
    .OP_END_FACTORY_REG(NoBraces)

REG_OP(MissingRoundBracket)
    .INPUT(x, TensorType({DT_FLOAT})
    .OUTPUT(y, TensorType({DT_INT8}))
    .ATTR(axis, Int, 1)
    .OP_END_FACTORY_REG(MissingRoundBracket)

REG_OP(ExtraRoundBracket)
    .INPUT(x, TensorType({DT_FLOAT})))
    .OUTPUT(y, TensorType({DT_INT8}))
    .OP_END_FACTORY_REG(ExtraRoundBracket)
}  // namespace ge
#endif
