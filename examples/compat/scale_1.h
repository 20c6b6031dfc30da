/**
 * @brief Multiplies a tensor by a factor along an axis.
 */
REG_OP(Scale)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(scale, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .ATTR(axis, Int, 1)
    .OP_END_FACTORY_REG(Scale)
