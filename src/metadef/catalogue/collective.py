"""Collective communication and products fused with it."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    ALL,
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT4,
    INT8,
    INT16,
    INT32,
    INT64,
    STATEFUL,
    UINT8,
    UINT16,
    UINT64,
    Bool,
    Float,
    Int,
    IntegerDataType,
    ListInt,
    SignedDataType,
    String,
    Type,
    op,
)
from metadef.infer import fused_types
from metadef.infer.dtypes import follow, from_attr, members
from metadef.infer.shape import collective, common
from metadef.infer.shape.common import in_place, same

AllGatherMatmul = (
    op("AllGatherMatmul")
    .doc("Gathers an operand from all ranks, then multiplies.")
    .input("x1", FLOAT16 | BF16)
    .input("x2", FLOAT16 | BF16)
    .optional_input("bias", FLOAT16 | BF16)
    .output("y", FLOAT16 | BF16)
    .output("gather_out", FLOAT16 | BF16)
    .required_attr("group", String)
    .attr("is_trans_a", Bool, False)
    .attr("is_trans_b", Bool, False)
    .attr("gather_index", Int, 0)
    .attr("comm_turn", Int, 0)
    .attr("rank_size", Int, 0)
    .attr("is_gather_out", Bool, True)
    .shape(collective.gather_then_multiply)
    .dtype(follow("x1"))
    .traits(STATEFUL)
    .category("collective")
)

AlltoAllAllGatherBatchMatMul = (
    op("AlltoAllAllGatherBatchMatMul")
    .input("x", FLOAT16 | BF16)
    .input("weight", FLOAT16 | BF16)
    .optional_input("bias", FLOAT16 | FLOAT | BF16)
    .output("y1", FLOAT16 | BF16)
    .output("y2", FLOAT16 | BF16)
    .output("y3", FLOAT16 | BF16)
    .required_attr("group_ep", String)
    .required_attr("group_tp", String)
    .required_attr("ep_world_size", Int)
    .required_attr("tp_world_size", Int)
    .attr("x_shard_type", Int, 0)
    .attr("act_type", Int, 0)
    .attr("transpose_weight", Bool, False)
    .attr("output_y2_flag", Bool, False)
    .attr("output_y3_flag", Bool, False)
    .shape(collective.experts_out)
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

BatchMatMulReduceScatterAlltoAll = (
    op("BatchMatMulReduceScatterAlltoAll")
    .input("x", FLOAT16 | BF16)
    .input("weight", FLOAT16 | BF16)
    .optional_input("bias", FLOAT16 | FLOAT | BF16)
    .output("y", FLOAT16 | BF16)
    .required_attr("group_ep", String)
    .required_attr("group_tp", String)
    .required_attr("ep_world_size", Int)
    .required_attr("tp_world_size", Int)
    .attr("y_shard_type", Int, 0)
    .attr("transpose_weight", Bool, False)
    .shape(collective.experts_back)
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

GroupedMatMulAllReduce = (
    op("GroupedMatMulAllReduce")
    .dynamic_input("x", FLOAT16 | BF16)
    .dynamic_input("weight", FLOAT16 | BF16)
    .dynamic_input("bias", FLOAT16 | FLOAT)
    .optional_input("group_list", INT64)
    .dynamic_output("y", FLOAT16 | BF16)
    .attr("splitItem", Int, 0)
    .required_attr("group", String)
    .attr("reduceOp", String, "sum")
    .attr("commTurn", Int, 0)
    .shape(collective.grouped_products)
    .dtype(members("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomAllGather = (
    op("HcomAllGather")
    .doc("Joins the tensors of all ranks and gives everyone the result.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .output("y", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("rank_size", Int)
    .required_attr("group", String)
    .attr("fusion", Int, 0)
    .attr("fusion_id", Int, -1)
    .shape(collective.gathered)
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomAllReduce = (
    op("HcomAllReduce")
    .doc("Reduces a tensor over all ranks and gives everyone the result.")
    .input("x", FLOAT | INT32 | INT8 | INT16 | FLOAT16 | INT64)
    .output("y", FLOAT | INT32 | INT8 | INT16 | FLOAT16 | INT64)
    .required_attr("reduction", String)
    .required_attr("group", String)
    .attr("fusion", Int, 1)
    .attr("fusion_id", Int, -1)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomAllToAll = (
    op("HcomAllToAll")
    .doc("Every rank sends an equal part to every rank.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .output("y", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("group", String)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomAllToAllV = (
    op("HcomAllToAllV")
    .doc("Every rank sends parts of given sizes to every rank.")
    .input("send_data", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .input("send_counts", INT64)
    .input("send_displacements", INT64)
    .input("recv_counts", INT64)
    .input("recv_displacements", INT64)
    .output("recv_data", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("group", String)
    .shape(collective.all_to_all)
    .dtype(follow("send_data"))
    .traits(STATEFUL)
    .category("collective")
)

HcomAllToAllVC = (
    op("HcomAllToAllVC")
    .input("send_data", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .input("send_count_matrix", INT64)
    .output("recv_data", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("rank", Int)
    .required_attr("group", String)
    .attr("fusion", Int, 0)
    .attr("fusion_id", Int, -1)
    .shape(collective.all_to_all_by_matrix)
    .dtype(follow("send_data"))
    .traits(STATEFUL)
    .category("collective")
)

HcomBroadcast = (
    op("HcomBroadcast")
    .doc("Gives every rank the tensor of one rank.")
    .dynamic_input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .dynamic_output("y", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("root_rank", Int)
    .required_attr("group", String)
    .attr("fusion", Int, 0)
    .attr("fusion_id", Int, -1)
    .shape(common.members("x"))
    .dtype(members("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomGatherAllToAllV = (
    op("HcomGatherAllToAllV")
    .input("addrinfo", UINT64)
    .input("addrinfo_count_per_rank", INT64)
    .input("recv_counts", INT64)
    .input("recv_displacements", INT64)
    .output("recv_data", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .output("gathered", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("group", String)
    .required_attr("dtype", Type)
    .required_attr("addr_length", Int)
    .shape(collective.gather_to_all)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("collective")
)

HcomReceive = (
    op("HcomReceive")
    .doc("Receives a tensor from another rank.")
    .output("y", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("group", String)
    .required_attr("sr_tag", Int)
    .required_attr("src_rank", Int)
    .required_attr("shape", ListInt)
    .required_attr("dtype", Type)
    .shape(collective.received)
    .dtype(from_attr("dtype"))
    .traits(STATEFUL)
    .category("collective")
)

HcomReduce = (
    op("HcomReduce")
    .doc("Reduces a tensor over all ranks and gives one rank the result.")
    .input("x", FLOAT | INT32 | INT8 | INT16 | FLOAT16 | INT64)
    .output("y", FLOAT | INT32 | INT8 | INT16 | FLOAT16 | INT64)
    .required_attr("root_rank", Int)
    .required_attr("reduction", String)
    .required_attr("group", String)
    .attr("fusion", Int, 0)
    .attr("fusion_id", Int, -1)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomReduceScatter = (
    op("HcomReduceScatter")
    .doc("Reduces over all ranks and gives each rank one part.")
    .input("x", FLOAT | INT32 | INT8 | INT16 | FLOAT16 | INT64)
    .output("y", FLOAT | INT32 | INT8 | INT16 | FLOAT16 | INT64)
    .required_attr("reduction", String)
    .attr("fusion", Int, 0)
    .attr("fusion_id", Int, -1)
    .required_attr("group", String)
    .required_attr("rank_size", Int)
    .shape(collective.scattered)
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HcomRemoteRead = (
    op("HcomRemoteRead")
    .input("remote", INT64 | UINT64)
    .output("local", ALL)
    .required_attr("dtype", Type)
    .traits(STATEFUL)
    .category("collective")
)

HcomRemoteRefRead = (
    op("HcomRemoteRefRead")
    .input("remote", UINT64)
    .input("cache_var", UINT64)
    .input("local_offset", UINT64)
    .output("cache_var", UINT64)
    .required_attr("dtype", Type)
    .shape(in_place)
    .traits(STATEFUL)
    .category("collective")
)

HcomRemoteScatterWrite = (
    op("HcomRemoteScatterWrite")
    .input("remote", INT64 | UINT64)
    .input("local", ALL)
    .optional_input("local_offset", UINT64)
    .shape(in_place)
    .traits(STATEFUL)
    .category("collective")
)

HcomRemoteWrite = (
    op("HcomRemoteWrite")
    .input("remote", INT64 | UINT64)
    .input("local", ALL)
    .shape(in_place)
    .traits(STATEFUL)
    .category("collective")
)

HcomSend = (
    op("HcomSend")
    .doc("Sends a tensor to another rank.")
    .input("x", IntegerDataType | FLOAT | FLOAT16 | DOUBLE)
    .required_attr("group", String)
    .required_attr("sr_tag", Int)
    .required_attr("dest_rank", Int)
    .shape(in_place)
    .traits(STATEFUL)
    .category("collective")
)

HorovodAllgather = (
    op("HorovodAllgather")
    .input("x", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | BOOL)
    .output("y", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | BOOL)
    .required_attr("rank_size", Int)
    .shape(collective.gathered)
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HorovodAllreduce = (
    op("HorovodAllreduce")
    .input("x", INT32 | INT64 | FLOAT16 | FLOAT)
    .output("y", INT32 | INT64 | FLOAT16 | FLOAT)
    .required_attr("reduce_op", Int)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

HorovodBroadcast = (
    op("HorovodBroadcast")
    .input("x", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | BOOL)
    .output("y", SignedDataType | UINT8 | UINT16 | FLOAT16 | FLOAT | BOOL)
    .required_attr("root_rank", Int)
    .shape(same("x"))
    .dtype(follow("x"))
    .traits(STATEFUL)
    .category("collective")
)

InplaceMatmulAllReduceAddRmsNorm = (
    op("InplaceMatmulAllReduceAddRmsNorm")
    .input("x1", FLOAT16 | BF16 | INT8)
    .input("x2", FLOAT16 | BF16 | INT8 | INT4)
    .optional_input("bias", FLOAT16 | BF16 | INT32)
    .input("residual", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16)
    .optional_input("antiquant_scale", FLOAT16 | BF16)
    .optional_input("antiquant_offset", FLOAT16 | BF16)
    .optional_input("dequant_scale", FLOAT16 | BF16 | UINT64)
    .output("residual", FLOAT16 | BF16)
    .output("norm_out", FLOAT16 | BF16)
    .required_attr("group", String)
    .attr("reduce_op", String, "sum")
    .attr("is_trans_a", Bool, False)
    .attr("is_trans_b", Bool, False)
    .attr("comm_turn", Int, 0)
    .attr("antiquant_group_size", Int, 0)
    .attr("epsilon", Float, 1e-06)
    .shape(collective.products_and_norm)
    .dtype(follow("residual"))
    .traits(STATEFUL)
    .category("collective")
)

MatmulAllReduce = (
    op("MatmulAllReduce")
    .doc("Matrix product whose result is summed over all ranks.")
    .input("x1", FLOAT16 | BF16 | INT8)
    .input("x2", FLOAT16 | BF16 | INT8 | INT4)
    .optional_input("bias", FLOAT16 | BF16 | INT32)
    .optional_input("x3", FLOAT16 | BF16)
    .optional_input("antiquant_scale", FLOAT16 | BF16)
    .optional_input("antiquant_offset", FLOAT16 | BF16)
    .optional_input("dequant_scale", FLOAT16 | BF16 | UINT64 | INT64 | FLOAT)
    .optional_input("pertoken_scale", FLOAT)
    .output("y", FLOAT16 | BF16)
    .required_attr("group", String)
    .attr("reduce_op", String, "sum")
    .attr("is_trans_a", Bool, False)
    .attr("is_trans_b", Bool, False)
    .attr("comm_turn", Int, 0)
    .attr("antiquant_group_size", Int, 0)
    .shape(collective.products)
    .dtype(fused_types.dequantised("x1", "dequant_scale"))
    .traits(STATEFUL)
    .category("collective")
)

MatmulAllReduceAddRmsNorm = (
    op("MatmulAllReduceAddRmsNorm")
    .input("x1", FLOAT16 | BF16 | INT8)
    .input("x2", FLOAT16 | BF16 | INT8 | INT4)
    .optional_input("bias", FLOAT16 | BF16 | INT32)
    .input("residual", FLOAT16 | BF16)
    .input("gamma", FLOAT16 | BF16)
    .optional_input("antiquant_scale", FLOAT16 | BF16)
    .optional_input("antiquant_offset", FLOAT16 | BF16)
    .optional_input("dequant_scale", FLOAT16 | BF16 | UINT64)
    .output("y", FLOAT16 | BF16)
    .output("norm_out", FLOAT16 | BF16)
    .required_attr("group", String)
    .attr("reduce_op", String, "sum")
    .attr("is_trans_a", Bool, False)
    .attr("is_trans_b", Bool, False)
    .attr("comm_turn", Int, 0)
    .attr("antiquant_group_size", Int, 0)
    .attr("epsilon", Float, 1e-06)
    .shape(collective.products_and_norm)
    .dtype(follow("residual"))
    .traits(STATEFUL)
    .category("collective")
)

MatmulReduceScatter = (
    op("MatmulReduceScatter")
    .doc("Matrix product whose sum over ranks is scattered.")
    .input("x1", FLOAT16 | BF16)
    .input("x2", FLOAT16 | BF16)
    .optional_input("bias", FLOAT16 | BF16)
    .output("y", FLOAT16 | BF16)
    .required_attr("group", String)
    .attr("reduce_op", String, "sum")
    .attr("is_trans_a", Bool, False)
    .attr("is_trans_b", Bool, False)
    .attr("comm_turn", Int, 0)
    .attr("rank_size", Int, 0)
    .shape(collective.multiply_then_scatter)
    .dtype(follow("x1"))
    .traits(STATEFUL)
    .category("collective")
)

OPS = (
    AllGatherMatmul,
    AlltoAllAllGatherBatchMatMul,
    BatchMatMulReduceScatterAlltoAll,
    GroupedMatMulAllReduce,
    HcomAllGather,
    HcomAllReduce,
    HcomAllToAll,
    HcomAllToAllV,
    HcomAllToAllVC,
    HcomBroadcast,
    HcomGatherAllToAllV,
    HcomReceive,
    HcomReduce,
    HcomReduceScatter,
    HcomRemoteRead,
    HcomRemoteRefRead,
    HcomRemoteScatterWrite,
    HcomRemoteWrite,
    HcomSend,
    HorovodAllgather,
    HorovodAllreduce,
    HorovodBroadcast,
    InplaceMatmulAllReduceAddRmsNorm,
    MatmulAllReduce,
    MatmulAllReduceAddRmsNorm,
    MatmulReduceScatter,
)
