namespace ge {
REG_OP(Promoted)
    .INPUT(x1, "T1")
    .INPUT(x2, "T2")
    .OUTPUT(y, "T3")
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_INT8}))
    .DATATYPE(T2, TensorType::NumberType())
    .DATATYPE(T3, Promote({"T1", "T2"}))
    .OP_END_FACTORY_REG(Promoted)

REG_OP(Listed)
    .DATATYPE(T, ListTensorType(TensorType({DT_FLOAT, DT_FLOAT16})))
    .DYNAMIC_INPUT(x, "T")
    .DYNAMIC_OUTPUT(y, "T")
    .OP_END_FACTORY_REG(Listed)

REG_OP(Undefined)
    .INPUT(x, "T1")
    .INPUT(z, T)
    .OUTPUT(y, "TT")
    .DATATYPE(T, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Undefined)

REG_OP(While)
    .DYNAMIC_INPUT(input, TensorType::ALL())
    .DYNAMIC_OUTPUT(output, TensorType::ALL())
    .GRAPH(cond)
    .GRAPH(body)
    .DYNAMIC_GRAPH(branches)
    .ATTR(parallel_iterations, Int, 10)
    .OP_END_FACTORY_REG(While)

REG_OP(InPlace)
    .INPUT(var, TensorType({DT_FLOAT}))
    .OUTPUT(var, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(InPlace)

REG_OP(NoPorts).INFER_SHAPE_AND_TYPE().OP_END_FACTORY_REG(NoPorts)
}
