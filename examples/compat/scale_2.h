/**
 * @brief Multiplies a tensor by a factor along an axis and adds an offset.
 */
REG_OP(Scale)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(axis, Int, 1)
    .OP_END_FACTORY_REG(Scale)
