REG_OP(Unfinished)
    .INPUT(x, TensorType({DT_FLOAT}))

REG_OP(WrongEnd)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(WrongEnds)

REG_OP()
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG()

REG_OP(9Lives)
    .OP_END_FACTORY_REG(9Lives)

REG_OP(Calls)
    .OPTIONAL_OUTPUT(y, TensorType({DT_FLOAT}))
    .INPUT(x)
    .INPUT(, TensorType({DT_FLOAT}))
    .INPUT("quoted", TensorType({DT_FLOAT}))
    .INPUT(spaced TensorType({DT_FLOAT, DT_INT8}))
    INPUT(undotted, TensorType({DT_FLOAT}))
    .OUTPUT(empty, TensorType({}))
    ; stray words
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Calls)

REG_OP(Unclosed
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Unclosed)

REG_OP(UnclosedEnd)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(UnclosedEnd

REG_OP(LastOfAll)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(LastOfAll)
/* never closed
REG_OP(BehindTheComment)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BehindTheComment)
