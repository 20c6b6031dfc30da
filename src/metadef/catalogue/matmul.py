"""Matrix products, plain, quantised and grouped."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BF16,
    BOOL,
    FLOAT,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    HIFLOAT8,
    INT4,
    INT8,
    INT32,
    INT64,
    PURE,
    UINT8,
    UINT64,
    Bool,
    Float,
    Int,
    ListInt,
    String,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer import fused_types
from metadef.infer.dtypes import accumulated, follow, from_attr, grouped_matmul, quantised, requantised
from metadef.infer.shape import common, einsum, linalg, matmul, quantize

AddLora = (
    op("AddLora")
    .doc("Adds a low-rank adaptation to a matrix product, chosen by index.")
    .input("y", FLOAT16)
    .input("x", FLOAT16)
    .input("weightB", FLOAT16)
    .input("indices", INT32)
    .optional_input("weightA", FLOAT16)
    .output("y_out", FLOAT16)
    .attr("layer_idx", Int, 0)
    .attr("scale", Float, 0.001)
    .attr("y_offset", Int, 0)
    .attr("y_slice_size", Int, -1)
    .shape(common.same("y"))
    .traits(PURE)
    .category("matmul")
)

Addr = (
    op("Addr")
    .doc("Outer product of two vectors, scaled and added to a matrix.")
    .input("x1", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL, doc="matrix that the outer product is added to, [M, N]")
    .input("x2", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL, doc="column vector, [M]")
    .input("x3", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL, doc="row vector, [N]")
    .input("beta", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL, doc="factor on the matrix, one number")
    .input("alpha", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL, doc="factor on the outer product, one number")
    .output("y", FLOAT | FLOAT16 | BF16 | INT8 | UINT8 | BOOL, doc="beta * x1 + alpha * outer product, [M, N]")
    .shape(linalg.addr)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("matmul")
)

BatchMatMul = (
    op("BatchMatMul")
    .doc("Product of matrices in the last two axes, batched over the rest.")
    .input(
        "x1",
        FLOAT | FLOAT16 | INT32 | BF16 | HIFLOAT8,
        doc="left matrices, [..., M, K], or [..., K, M] when adj_x1 is set",
    )
    .input(
        "x2",
        FLOAT | FLOAT16 | INT32 | BF16 | HIFLOAT8,
        doc="right matrices, [..., K, N], or [..., N, K] when adj_x2 is set",
    )
    .output("y", FLOAT | FLOAT16 | INT32 | BF16 | HIFLOAT8, doc="products, [..., M, N], with the broadcast batch axes")
    .attr("adj_x1", Bool, False, doc="whether the left matrices are transposed first")
    .attr("adj_x2", Bool, False, doc="whether the right matrices are transposed first")
    .shape(matmul.batch_matmul())
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

BatchMatMulV2 = (
    op("BatchMatMulV2")
    .doc("Batched product of matrices with broadcast batch axes and an optional bias.")
    .input(
        "x1",
        FLOAT | FLOAT16 | INT32 | INT8 | INT4 | BF16 | HIFLOAT8,
        doc="left matrices, [..., M, K], or [..., K, M] when adj_x1 is set",
    )
    .input(
        "x2",
        FLOAT | FLOAT16 | INT32 | INT8 | INT4 | BF16 | HIFLOAT8,
        doc="right matrices, [..., K, N], or [..., N, K] when adj_x2 is set",
    )
    .optional_input("bias", FLOAT | FLOAT16 | INT32 | BF16, doc="summand of every row of the products, [N]")
    .optional_input("offset_w", INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT | FLOAT16 | INT32 | BF16 | HIFLOAT8, doc="products, [..., M, N], with the broadcast batch axes")
    .attr("adj_x1", Bool, False, doc="whether the left matrices are transposed first")
    .attr("adj_x2", Bool, False, doc="whether the right matrices are transposed first")
    .attr("offset_x", Int, 0, doc="number that stands for zero in a quantised left side; 0 for floating point")
    .shape(matmul.batch_matmul())
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

BatchMatMulV3 = (
    op("BatchMatMulV3")
    .doc("Batched product of matrices, newer form with a choice of precision.")
    .input("x1", FLOAT16 | BF16 | FLOAT, doc="left matrices, [..., M, K], or [..., K, M] when adj_x1 is set")
    .input("x2", FLOAT16 | BF16 | FLOAT, doc="right matrices, [..., K, N], or [..., N, K] when adj_x2 is set")
    .optional_input("bias", FLOAT16 | FLOAT | BF16, doc="summand of every row of the products, [N]")
    .optional_input("offset_w", INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT16 | BF16 | FLOAT, doc="products, [..., M, N], with the broadcast batch axes")
    .attr("adj_x1", Bool, False, doc="whether the left matrices are transposed first")
    .attr("adj_x2", Bool, False, doc="whether the right matrices are transposed first")
    .attr("offset_x", Int, 0, doc="number that stands for zero in a quantised left side; 0 for floating point")
    .attr("enable_hf32", Bool, False, doc="whether FLOAT may be computed with a shortened mantissa, which is faster")
    .shape(matmul.batch_matmul())
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

Dot = (
    op("Dot")
    .doc("Inner product of two vectors.")
    .input("input_x", FLOAT | FLOAT16 | BF16 | UINT8 | INT8 | INT32, doc="first vector, [K]")
    .input("input_y", FLOAT | FLOAT16 | BF16 | UINT8 | INT8 | INT32, doc="second vector, [K]")
    .output("output", FLOAT | FLOAT16 | BF16 | UINT8 | INT8 | INT32, doc="sum of the products of their elements")
    .shape(linalg.dot("input_x", "input_y"))
    .dtype(follow("input_x"))
    .traits(PURE)
    .category("matmul")
)

DualLevelQuantBatchMatmul = (
    op("DualLevelQuantBatchMatmul")
    .input("x1", FLOAT4_E2M1)
    .input("x2", FLOAT4_E2M1)
    .input("x1_level0_scale", FLOAT)
    .input("x1_level1_scale", FLOAT8_E8M0)
    .input("x2_level0_scale", FLOAT)
    .input("x2_level1_scale", FLOAT8_E8M0)
    .optional_input("bias", FLOAT)
    .output("y", FLOAT16 | BF16)
    .required_attr("dtype", Int)
    .attr("transpose_x1", Bool, False)
    .attr("transpose_x2", Bool, True)
    .attr("level0_group_size", Int, 512)
    .attr("level1_group_size", Int, 32)
    .shape(matmul.quantised)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("matmul")
)

Einsum = (
    op("Einsum")
    .doc("Sum of products named by an equation over index letters.")
    .dynamic_input("x", FLOAT16 | FLOAT | INT32, doc="operands, in the order of the terms of the equation")
    .output("y", FLOAT16 | FLOAT | INT32, doc="sum of products, with the axes that stand behind the arrow")
    .required_attr(
        "equation",
        String,
        doc="terms of index letters, such as ij,jk->ik; letters that the result lacks are summed over",
    )
    .required_attr("N", Int, positive, doc="how many operands there are")
    .shape(einsum.einsum)
    .dtype(follow("x"))
    .traits(PURE)
    .category("matmul")
)

FFN = (
    op("FFN")
    .doc("Two-layer feed-forward network with an activation between the layers, optionally by expert.")
    .input("x", INT8 | FLOAT16 | BF16)
    .input("weight1", INT8 | FLOAT16 | BF16 | INT4)
    .input("weight2", INT8 | FLOAT16 | BF16 | INT4)
    .optional_input("expert_tokens", INT64)
    .optional_input("bias1", INT32 | FLOAT16 | FLOAT)
    .optional_input("bias2", INT32 | FLOAT16 | FLOAT)
    .optional_input("scale", FLOAT)
    .optional_input("offset", FLOAT)
    .optional_input("deq_scale1", UINT64 | BF16 | INT64 | FLOAT)
    .optional_input("deq_scale2", UINT64 | BF16 | INT64 | FLOAT)
    .optional_input("antiquant_scale1", FLOAT16 | BF16)
    .optional_input("antiquant_scale2", FLOAT16 | BF16)
    .optional_input("antiquant_offset1", FLOAT16 | BF16)
    .optional_input("antiquant_offset2", FLOAT16 | BF16)
    .output("y", FLOAT16 | BF16)
    .required_attr("activation", String)
    .attr("inner_precise", Int, 0)
    .attr("output_dtype", Int, -1)
    .attr("tokens_index_flag", Bool, False)
    .shape(matmul.feed_forward)
    .dtype(fused_types.feed_forward)
    .traits(PURE)
    .category("matmul")
)

FullyConnection = (
    op("FullyConnection")
    .doc("Matrix product of flattened features with a weight matrix and an optional bias.")
    .input("x", FLOAT16 | INT8 | INT4 | FLOAT | BF16, doc="features, flattened from the given axis on to [M, K]")
    .input("w", FLOAT16 | INT8 | INT4 | FLOAT | BF16, doc="weights, [N, K], or [K, N] when transpose is set")
    .optional_input("b", FLOAT16 | INT32 | FLOAT | BF16, doc="one summand for each output, [N]")
    .optional_input("offset_w", INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output(
        "y", FLOAT16 | INT32 | FLOAT | BF16, doc="x * transposed weights + b, with N outputs for each row of features"
    )
    .required_attr("num_output", Int, positive, doc="number of outputs N")
    .attr("transpose", Bool, False, doc="whether the weights lie transposed, as [K, N]")
    .attr(
        "axis",
        Int,
        1,
        one_of(1, 2),
        doc=("first axis that is flattened into the features; 1 keeps the batch, 2 keeps batch and sequence"),
    )
    .attr("offset_x", Int, 0, doc="number that stands for zero in quantised features; 0 for floating point")
    .shape(matmul.fully_connected)
    .dtype(accumulated("x"))
    .traits(PURE)
    .category("matmul")
)

FullyConnectionCompress = (
    op("FullyConnectionCompress")
    .input("x", UINT8 | INT8)
    .input("w", INT8)
    .input("comress_index", INT8)
    .optional_input("b", INT32)
    .optional_input("offset_w", INT8)
    .output("y", INT32)
    .required_attr("num_output", Int)
    .attr("transpose", Bool, False)
    .attr("axis", Int, 1)
    .attr("offset_x", Int, 0)
    .shape(matmul.fully_connected)
    .traits(PURE)
    .category("matmul")
)

FusedMatMul = (
    op("FusedMatMul")
    .doc("Matrix product fused with one elementwise operation.")
    .input("x1", FLOAT | FLOAT16 | BF16, doc="left matrices, [..., M, K], or [..., K, M] when transpose_x1 is set")
    .input("x2", FLOAT | FLOAT16 | BF16, doc="right matrices, [..., K, N], or [..., N, K] when transpose_x2 is set")
    .optional_input("bias", FLOAT | FLOAT16 | BF16, doc="summand of every row of the product, [N]")
    .optional_input(
        "x3", FLOAT | FLOAT16 | BF16 | UINT64, doc="second operand of the fused operation, of the shape of the product"
    )
    .output("y", FLOAT | FLOAT16 | BF16 | INT8, doc="product after the fused operation, [..., M, N]")
    .attr("transpose_x1", Bool, False, doc="whether the left matrices are transposed first")
    .attr("transpose_x2", Bool, False, doc="whether the right matrices are transposed first")
    .attr("enable_hf32", Bool, False, doc="whether FLOAT may be computed with a shortened mantissa, which is faster")
    .attr(
        "fused_op_type",
        String,
        "",
        doc="what follows the product, such as add, mul, relu or gelu_tanh; empty for nothing",
    )
    .attr("inner_precise", Int, 1, doc="choice between precision and speed inside the kernel")
    .shape(matmul.with_summand)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("matmul")
)

FusedQuantMatMul = (
    op("FusedQuantMatMul")
    .input("x1", INT8 | INT4)
    .input("x2", INT8 | INT4)
    .optional_input("bias", BF16 | FLOAT16 | INT32 | FLOAT)
    .optional_input("x1_scale", FLOAT)
    .optional_input("x2_scale", BF16 | UINT64 | INT64 | FLOAT)
    .optional_input("y_scale", UINT64)
    .optional_input("x1_offset", FLOAT)
    .optional_input("x2_offset", FLOAT)
    .optional_input("y_offset", FLOAT)
    .optional_input("x2_table", INT8)
    .optional_input("x3", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | BF16 | INT8)
    .required_attr("dtype", Int)
    .attr("compute_type", Int, -1)
    .attr("transpose_x1", Bool, False)
    .attr("transpose_x2", Bool, False)
    .attr("group_size", Int, -1)
    .attr("fused_op_type", String, "")
    .shape(matmul.quantised)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("matmul")
)

GEMM = (
    op("GEMM")
    .doc("alpha * A * B + beta * C with optional transposes of A and B.")
    .input("a", FLOAT | FLOAT16 | INT8 | INT32, doc="left matrix, [M, K], or [K, M] when transpose_a is set")
    .input("b", FLOAT | FLOAT16 | INT8 | INT32, doc="right matrix, [K, N], or [N, K] when transpose_b is set")
    .input("c", FLOAT | FLOAT16 | INT8 | INT32, doc="summand, [M, N]")
    .input("alpha", FLOAT | FLOAT16 | INT8 | INT32, doc="factor on the product, one number")
    .input("beta", FLOAT | FLOAT16 | INT8 | INT32, doc="factor on the summand, one number")
    .output("y", FLOAT | FLOAT16 | INT8 | INT32, doc="alpha * a * b + beta * c, [M, N]")
    .attr("transpose_a", Bool, False, doc="whether the left matrix is transposed first")
    .attr("transpose_b", Bool, False, doc="whether the right matrix is transposed first")
    .shape(matmul.gemm)
    .dtype(follow("c"))
    .traits(PURE)
    .category("matmul")
)

GemmV2 = (
    op("GemmV2")
    .doc("alpha * A * B + beta * C, written over C.")
    .input("a", FLOAT16 | BF16, doc="left matrix, [M, K], or [K, M] when transpose_a is set")
    .input("b", FLOAT16 | BF16, doc="right matrix, [K, N], or [N, K] when transpose_b is set")
    .input("alpha", FLOAT16 | BF16, doc="factor on the product, one number")
    .input("beta", FLOAT16 | BF16, doc="factor on the summand, one number")
    .input("c", FLOAT, doc="summand, [M, N]")
    .output("c", FLOAT, doc="alpha * a * b + beta * c, in place of the summand")
    .attr("transpose_a", Bool, False, doc="whether the left matrix is transposed first")
    .attr("transpose_b", Bool, False, doc="whether the right matrix is transposed first")
    .shape(matmul.gemm_in_place)
    .category("matmul")
)

GemmV3 = (
    op("GemmV3")
    .doc("alpha * A * B + beta * C with the factors as attributes.")
    .input("a", FLOAT | FLOAT16 | BF16, doc="left matrix, [M, K], or [K, M] when transpose_a is set")
    .input("b", FLOAT | FLOAT16 | BF16, doc="right matrix, [K, N], or [N, K] when transpose_b is set")
    .input("c", FLOAT | FLOAT16 | BF16, doc="summand, [M, N]")
    .output("y", FLOAT | FLOAT16 | BF16, doc="alpha * a * b + beta * c, [M, N]")
    .attr("alpha", Float, 1.0, doc="factor on the product")
    .attr("beta", Float, 1.0, doc="factor on the summand")
    .attr("transpose_a", Bool, False, doc="whether the left matrix is transposed first")
    .attr("transpose_b", Bool, False, doc="whether the right matrix is transposed first")
    .shape(matmul.gemm)
    .dtype(follow("c"))
    .traits(PURE)
    .category("matmul")
)

Ger = (
    op("Ger")
    .doc("Outer product of two vectors.")
    .input("x1", FLOAT16 | FLOAT | BF16, doc="column vector, [M]")
    .input("x2", FLOAT16 | FLOAT | BF16, doc="row vector, [N]")
    .output("y", FLOAT16 | FLOAT | BF16, doc="every product of an element of each, [M, N]")
    .shape(linalg.outer("x1", "x2"))
    .dtype(follow("x1"))
    .traits(PURE)
    .category("matmul")
)

GroupedMatmul = (
    op("GroupedMatmul")
    .doc("Independent matrix products, one for each group.")
    .dynamic_input("x", FLOAT16 | BF16 | INT8 | FLOAT)
    .dynamic_input("weight", FLOAT16 | BF16 | INT8 | FLOAT)
    .dynamic_input("bias", FLOAT16 | FLOAT | INT32)
    .dynamic_input("scale", UINT64 | BF16)
    .dynamic_input("offset", FLOAT)
    .dynamic_input("antiquant_scale", FLOAT16 | BF16)
    .dynamic_input("antiquant_offset", FLOAT16 | BF16)
    .optional_input("group_list", INT64)
    .optional_input("per_token_scale", FLOAT)
    .dynamic_output("y", FLOAT16 | BF16 | INT8 | FLOAT)
    .attr("split_item", Int, 0)
    .attr("dtype", Int, 0)
    .attr("transpose_weight", Bool, False)
    .attr("transpose_x", Bool, False)
    .attr("group_type", Int, -1)
    .attr("group_list_type", Int, 0)
    .attr("act_type", Int, 0)
    .shape(matmul.grouped)
    .dtype(grouped_matmul)
    .traits(PURE)
    .category("matmul")
)

MatMul = (
    op("MatMul")
    .doc("Product of two matrices.")
    .input("x1", FLOAT | FLOAT16 | INT32 | BF16, doc="left matrix, [M, K], or [K, M] when transpose_x1 is set")
    .input("x2", FLOAT | FLOAT16 | INT32 | BF16, doc="right matrix, [K, N], or [N, K] when transpose_x2 is set")
    .optional_input("bias", FLOAT | FLOAT16 | INT32 | BF16, doc="summand of every row of the product, [N]")
    .output("y", FLOAT | FLOAT16 | INT32 | BF16, doc="product, [M, N]")
    .attr("transpose_x1", Bool, False, doc="whether the left matrix is transposed first")
    .attr("transpose_x2", Bool, False, doc="whether the right matrix is transposed first")
    .shape(matmul.matmul)
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

MatmulEmuSplitWeight = (
    op("MatmulEmuSplitWeight")
    .input("x", BF16)
    .input("w_high", BF16)
    .input("w_low", BF16)
    .output("y", FLOAT)
    .attr("w_low_scale", Float, 0.00390625)
    .attr("transpose_x", Bool, False)
    .attr("transpose_w", Bool, False)
    .attr("y_dtype", Int, 0)
    .shape(matmul.split_weight)
    .traits(PURE)
    .category("matmul")
)

MatMulV2 = (
    op("MatMulV2")
    .doc("Product of two matrices with an optional bias.")
    .input(
        "x1",
        FLOAT | FLOAT16 | INT32 | INT8 | INT4 | BF16 | HIFLOAT8,
        doc="left matrix, [M, K], or [K, M] when transpose_x1 is set",
    )
    .input(
        "x2",
        FLOAT | FLOAT16 | INT32 | INT8 | INT4 | BF16 | HIFLOAT8,
        doc="right matrix, [K, N], or [N, K] when transpose_x2 is set",
    )
    .optional_input("bias", FLOAT | FLOAT16 | INT32 | BF16, doc="summand of every row of the product, [N]")
    .optional_input("offset_w", INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT | FLOAT16 | INT32 | BF16 | HIFLOAT8, doc="product, [M, N]")
    .attr("transpose_x1", Bool, False, doc="whether the left matrix is transposed first")
    .attr("transpose_x2", Bool, False, doc="whether the right matrix is transposed first")
    .attr("offset_x", Int, 0, doc="number that stands for zero in a quantised left side; 0 for floating point")
    .shape(matmul.matmul)
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

MatMulV2Compress = (
    op("MatMulV2Compress")
    .input("x1", INT8)
    .input("x2", INT8)
    .input("compress_index", INT8)
    .optional_input("bias", INT32 | FLOAT16)
    .optional_input("offset_w", INT8)
    .output("y", INT32 | FLOAT16)
    .attr("transpose_x1", Bool, False)
    .attr("transpose_x2", Bool, False)
    .attr("offset_x", Int, 0)
    .attr("alg", String, "weight_unzip")
    .shape(matmul.compressed)
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

MatMulV3 = (
    op("MatMulV3")
    .doc("Product of two matrices with an optional bias and a choice of precision.")
    .input("x1", FLOAT16 | BF16 | FLOAT, doc="left matrix, [M, K], or [K, M] when transpose_x1 is set")
    .input("x2", FLOAT16 | BF16 | FLOAT, doc="right matrix, [K, N], or [N, K] when transpose_x2 is set")
    .optional_input("bias", FLOAT | FLOAT16 | BF16, doc="summand of every row of the product, [N]")
    .optional_input("offset_w", INT8 | INT4, doc="reserved for offsets of quantised weights; leave it out")
    .output("y", FLOAT16 | BF16 | FLOAT, doc="product, [M, N]")
    .attr("transpose_x1", Bool, False, doc="whether the left matrix is transposed first")
    .attr("transpose_x2", Bool, False, doc="whether the right matrix is transposed first")
    .attr("offset_x", Int, 0, doc="number that stands for zero in a quantised left side; 0 for floating point")
    .attr("opImplMode", Int, 1, doc="bits that choose between speed and precision of the implementation")
    .shape(matmul.matmul)
    .dtype(accumulated("x1"))
    .traits(PURE)
    .category("matmul")
)

QuantBatchMatmulV3 = (
    op("QuantBatchMatmulV3")
    .doc("Batched matrix product of integers with scales on the output.")
    .input(
        "x1",
        INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT4_E2M1,
        doc="quantised left matrices, [..., M, K], or transposed",
    )
    .input(
        "x2",
        INT8 | INT4 | HIFLOAT8 | FLOAT8_E5M2 | FLOAT8_E4M3FN | FLOAT4_E2M1,
        doc="quantised right matrices, [..., K, N], or transposed",
    )
    .input(
        "scale",
        UINT64 | FLOAT | INT64 | BF16 | FLOAT8_E8M0,
        doc="factors that turn integer sums into results, [1] or [N]",
    )
    .optional_input("offset", FLOAT, doc="summand after scaling when the result is INT8, [1] or [N]")
    .optional_input(
        "bias", INT32 | BF16 | FLOAT16 | FLOAT, doc="summand of every row, [N]; integers count before scaling"
    )
    .optional_input("pertoken_scale", FLOAT | FLOAT8_E8M0, doc="further factor on each row of the result, [M]")
    .output("y", FLOAT16 | INT8 | BF16 | INT32 | FLOAT, doc="rescaled products, [..., M, N]")
    .required_attr(
        "dtype", Int, doc="number of the type of the result, such as 1 for FLOAT16, 27 for BF16 or 2 for INT8"
    )
    .attr("transpose_x1", Bool, False, doc="whether the left matrices are transposed first")
    .attr("transpose_x2", Bool, False, doc="whether the right matrices are transposed first")
    .attr("group_size", Int, 0, not_negative, doc="number of elements along K that share a scale; 0 when they all do")
    .shape(matmul.quantised)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("matmul")
)

QuantBatchMatmulV4 = (
    op("QuantBatchMatmulV4")
    .doc("Batched matrix product of quantised operands with scales on both.")
    .input("x1", FLOAT8_E5M2 | FLOAT8_E4M3FN | INT8 | INT4)
    .input("x2", FLOAT4_E2M1 | INT4 | INT8)
    .optional_input("bias", BF16 | FLOAT16 | FLOAT)
    .optional_input("x1_scale", FLOAT16 | BF16 | FLOAT8_E8M0 | FLOAT)
    .optional_input("x2_scale", FLOAT16 | BF16 | FLOAT8_E8M0 | UINT64 | FLOAT)
    .optional_input("y_scale", UINT64)
    .optional_input("x1_offset", FLOAT16 | BF16)
    .optional_input("x2_offset", FLOAT16 | BF16)
    .optional_input("y_offset", FLOAT16 | BF16 | FLOAT)
    .optional_input("x2_table", INT8)
    .output("y", FLOAT16 | BF16)
    .required_attr("dtype", Int)
    .attr("compute_type", Int, -1)
    .attr("transpose_x1", Bool, False)
    .attr("transpose_x2", Bool, False)
    .attr("group_size", Int, -1)
    .shape(matmul.quantised)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("matmul")
)

QuantMatmulActivationQuant = (
    op("QuantMatmulActivationQuant")
    .input("x1", FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .input("x2", FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .optional_input("bias", FLOAT)
    .optional_input("x1_scale", FLOAT8_E8M0)
    .optional_input("x2_scale", FLOAT8_E8M0)
    .output("y", FLOAT8_E5M2 | FLOAT8_E4M3FN)
    .output("y_scale", FLOAT8_E8M0)
    .attr("transpose_x1", Bool, False)
    .attr("transpose_x2", Bool, False)
    .attr("group_size", Int, 0)
    .attr("activation_type", String, "gelu_tanh")
    .attr("y_dtype", Int, FLOAT8_E4M3FN.ge_value)
    .attr("quant_mode", String, "mx")
    .attr("round_mode", String, "rint")
    .attr("scale_alg", Int, 0)
    .attr("dst_type_max", Float, 0.0)
    .shape(matmul.product_and_exponents)
    .dtype(quantised("y_dtype", "x1"))
    .traits(PURE)
    .category("matmul")
)

QuantMatmulReduceSum = (
    op("QuantMatmulReduceSum")
    .input("x1", INT8)
    .input("x2", INT8)
    .input("dims", INT64)
    .optional_input("bias", BF16)
    .optional_input("x1_scale", FLOAT)
    .optional_input("x2_scale", BF16)
    .optional_input("y_scale", UINT64)
    .optional_input("x1_offset", BF16)
    .optional_input("x2_offset", BF16)
    .optional_input("y_offset", BF16)
    .optional_input("x2_table", INT8)
    .output("y", BF16)
    .required_attr("dtype", Int)
    .attr("compute_type", Int, -1)
    .attr("transpose_x1", Bool, False)
    .attr("transpose_x2", Bool, False)
    .attr("group_size", Int, -1)
    .attr("keep_dims", Bool, False)
    .shape(matmul.reduced_product)
    .traits(PURE)
    .category("matmul")
)

RotateQuant = (
    op("RotateQuant")
    .input("x", FLOAT16 | BF16)
    .input("rot", FLOAT16 | BF16)
    .optional_input("alpha", BF16)
    .output("y", INT8 | INT4 | FLOAT4_E2M1 | FLOAT8_E4M3FN | FLOAT8_E5M2)
    .output("scale", FLOAT8_E8M0 | FLOAT)
    .attr("y_dtype", Int, INT8.ge_value)
    .attr("axis", Int, -1)
    .attr("round_mode", String, "rint")
    .attr("scale_alg", Int, 0)
    .attr("dst_type_max", Float, 0.0)
    .attr("trans", Bool, False)
    .shape(quantize.rotated)
    .dtype(quantize.with_scales("y_dtype"))
    .traits(PURE)
    .category("matmul")
)

TransposeBatchMatMul = (
    op("TransposeBatchMatMul")
    .doc("Batched matrix product with permutations of the operands and of the result.")
    .input("x1", FLOAT | FLOAT16 | BF16, doc="left tensor of rank 3 before its permutation")
    .input("x2", FLOAT | FLOAT16 | BF16, doc="right tensor of rank 3 before its permutation")
    .optional_input("bias", FLOAT | FLOAT16 | BF16, doc="summand of every row of the products")
    .optional_input("scale", INT64 | UINT64, doc="factor on the result when it is quantised")
    .output("y", FLOAT | FLOAT16 | BF16 | INT8, doc="products after the permutation of the result")
    .attr("perm_x1", ListInt, (), doc="order of the axes of the left tensor for the product; empty leaves them")
    .attr("perm_x2", ListInt, (), doc="order of the axes of the right tensor for the product; empty leaves them")
    .attr("perm_y", ListInt, (), doc="order of the axes of the result; empty leaves them")
    .attr("enable_hf32", Bool, False, doc="whether FLOAT may be computed with a shortened mantissa, which is faster")
    .attr("batch_split_factor", Int, 1, positive, doc="number of parts that the batch axis of the result is split into")
    .shape(matmul.transposed)
    .dtype(follow("x1"))
    .traits(PURE)
    .category("matmul")
)

TransposeQuantBatchMatMul = (
    op("TransposeQuantBatchMatMul")
    .input("x1", FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8)
    .input("x2", FLOAT8_E4M3FN | FLOAT8_E5M2 | HIFLOAT8)
    .optional_input("bias", FLOAT | FLOAT16 | BF16)
    .optional_input("x1_scale", FLOAT | FLOAT8_E8M0 | UINT64)
    .optional_input("x2_scale", FLOAT | FLOAT8_E8M0 | UINT64)
    .output("y", FLOAT16 | BF16 | HIFLOAT8)
    .required_attr("dtype", Int)
    .attr("group_size", Int, 0)
    .attr("perm_x1", ListInt, (1, 0, 2))
    .attr("perm_x2", ListInt, (0, 1, 2))
    .attr("perm_y", ListInt, (1, 0, 2))
    .attr("batch_split_factor", Int, 1)
    .shape(matmul.transposed)
    .dtype(from_attr("dtype"))
    .traits(PURE)
    .category("matmul")
)

WeightQuantBatchMatmulV2 = (
    op("WeightQuantBatchMatmulV2")
    .doc("Batched matrix product with weights stored as low-bit integers.")
    .input("x", FLOAT16 | BF16)
    .input("weight", INT8 | INT4 | INT32 | FLOAT8_E4M3FN | HIFLOAT8 | FLOAT4_E2M1)
    .input("antiquant_scale", FLOAT16 | BF16 | UINT64 | INT64 | FLOAT8_E8M0)
    .optional_input("antiquant_offset", FLOAT16 | BF16 | INT32)
    .optional_input("quant_scale", FLOAT | UINT64)
    .optional_input("quant_offset", FLOAT)
    .optional_input("bias", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | BF16 | INT8)
    .attr("transpose_x", Bool, False)
    .attr("transpose_weight", Bool, False)
    .attr("antiquant_group_size", Int, 0)
    .attr("dtype", Int, -1)
    .attr("inner_precise", Int, 0)
    .shape(matmul.weight_quantised)
    .dtype(requantised("quant_scale", from_attr("dtype", "x"), "dtype"))
    .traits(PURE)
    .category("matmul")
)

OPS = (
    AddLora,
    Addr,
    BatchMatMul,
    BatchMatMulV2,
    BatchMatMulV3,
    Dot,
    DualLevelQuantBatchMatmul,
    Einsum,
    FFN,
    FullyConnection,
    FullyConnectionCompress,
    FusedMatMul,
    FusedQuantMatMul,
    GEMM,
    GemmV2,
    GemmV3,
    Ger,
    GroupedMatmul,
    MatMul,
    MatmulEmuSplitWeight,
    MatMulV2,
    MatMulV2Compress,
    MatMulV3,
    QuantBatchMatmulV3,
    QuantBatchMatmulV4,
    QuantMatmulActivationQuant,
    QuantMatmulReduceSum,
    RotateQuant,
    TransposeBatchMatMul,
    TransposeQuantBatchMatMul,
    WeightQuantBatchMatmulV2,
)
