#define REG_OP(x) class x
#define POW_TYPES DT_FLOAT, DT_INT8, \
    DT_UINT8
#define BRACED {DT_FLOAT, DT_INT8}, {DT_FLOAT, DT_INT8}
#define CHAIN POW_TYPES, DT_BOOL
#define LOOP LOOP, DT_FLOAT
#define AXIS (-1)
#define FUNCTION_LIKE(a) a
namespace ge {
constexpr int64_t kGroups = 4;
const float kEpsilon = 1e-6f;

/** @brief The macro stands between doc and declaration. */
#define LATE_TYPES DT_INT32
REG_OP(Expanded)
    .INPUT(a, TensorType({POW_TYPES}))
    .INPUT(b, TensorType({BRACED}))
    .INPUT(c, TensorType({CHAIN}))
    .INPUT(d, TensorType({LOOP}))
    .INPUT(e, TensorType({LATE_TYPES}))
    .ATTR(axis, Int, AXIS)
    .ATTR(groups, Int, kGroups)
    .ATTR(epsilon, Float, kEpsilon)
    .OP_END_FACTORY_REG(Expanded)

#undef POW_TYPES
#define POW_TYPES DT_DOUBLE
REG_OP(Redefined)
    .INPUT(a, TensorType({POW_TYPES}))
    .OP_END_FACTORY_REG(Redefined)

#if 0
REG_OP(Disabled)
    .INPUT(a, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Disabled)
#else
REG_OP(Enabled)
    .INPUT(a, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Enabled)
#endif

#ifdef SOME_PRODUCT
REG_OP(EitherWay)
    .INPUT(a, TensorType({DT_FLOAT}))
#if 0
    .INPUT(never, TensorType({DT_FLOAT}))
#endif
    .OP_END_FACTORY_REG(EitherWay)
#endif
}

#define UNARY(name) REG_OP(name).INPUT(x, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(name)
UNARY(WrittenByMacro)
