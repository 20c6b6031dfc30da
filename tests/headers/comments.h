/**
 * Copyright (c) nobody
 *
 * A licence is no description of the operator that happens to follow.
 */
REG_OP(AfterLicence)
    .INPUT(x, TensorType({DT_FLOAT}))  // one, two .INPUT(a, TensorType({DT_INT8}))
    /* .INPUT(b, TensorType({DT_INT8})) */
    .OUTPUT(y, TensorType({DT_FLOAT,   // the usual
                           /* and */ DT_INT8}))
    .ATTR(url, String, "http://a/*b*/")
    .OP_END_FACTORY_REG(AfterLicence);

// REG_OP(LineComment)
//     .INPUT(x, TensorType({DT_FLOAT}))
//     .OP_END_FACTORY_REG(LineComment)
REG_OP(AfterCommentedCode)
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(AfterCommentedCode)

/*
REG_OP(BlockComment)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BlockComment)
*/

// Adds one.
// Then rests.
REG_OP(LineDoc)
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(LineDoc)

/**
*@brief Computes "y" from "x", see `REG` macros;
*  it's the second line of the brief. \n

*@par Inputs:
*Two inputs, including: \n
*@li x: A Tensor. Must be one of the following types: float16,
*       float32: both are fine.
* @li w:weight, no space. \n
*b: without a mark, after a marked one.

*@par Ouputs
*y: A Tensor.
*@par attribute
*@li axis (int): An optional int. Defaults to "-1".
* Continued.
*@liimgs: glued to its mark.

*@attention Constraints:
*@li The first rule.
*@li The second rule.
*@par Third-party framework compatibility
*Compatible with the TensorFlow operator Documented. \n
*@par Restrictions:
*Warning: THIS FUNCTION IS DEPRECATED. Please use LineDoc instead.
*/
// clang-format off
REG_OP(Documented)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(w, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(b, TensorType({DT_FLOAT}))
    .INPUT(undocumented, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(axis, Int, -1)
    .ATTR(imgs, Int, 0)
    .OP_END_FACTORY_REG(Documented)

/*
 * 功能描述：执行二维卷积操作
 *
 * 输入：
 *   x - 输入特征图，形状为[N, C_in, H_in, W_in]
 *   filter - 卷积核，形状为[C_out, C_in, kH, kW]
 *
 * 输出
 *   y - 输出特征图
 *
 * 属性
 *   strides - 步长，长度为4的列表
 *
 * 数据类型支持：float32, float16
 */
REG_OP(Chinese)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(filter, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .REQUIRED_ATTR(strides, ListInt)
    .OP_END_FACTORY_REG(Chinese)
