namespace ge { REG_OP(OneLine).INPUT(x,TensorType({DT_FLOAT})).OUTPUT(y,TensorType({DT_FLOAT})).ATTR(a,Int,1).OP_END_FACTORY_REG(OneLine) REG_OP ( Spaced )
    . INPUT ( x , TensorType ( { DT_FLOAT } ) )
    .
    OUTPUT(
        y,
        TensorType(
            {
                DT_FLOAT,
                DT_INT8
            }
        )
    )
	.ATTR	(	tabbed	,	ListInt	,	{	1	,	2	}	)
    .OP_END_FACTORY_REG
    ( Spaced ) ;
}
class REG_OPS { void NOT_REG_OP(int); const char* s = "REG_OP(InString)"; };
ge::REG_OP(Scoped).OP_END_FACTORY_REG(Scoped)
REG_OP(Continued) \
    .INPUT(x, TensorType({ge::DataType::DT_INT8, \
                          DataType::DT_FLOAT})) \
    .OP_END_FACTORY_REG(Continued)
