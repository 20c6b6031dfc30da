"""Recurrent layers and cells."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    PURE,
    UINT8,
    UINT64,
    Bool,
    Float,
    Int,
    ListFloat,
    ListString,
    String,
    between,
    not_negative,
    one_of,
    op,
    positive,
)
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, rnn

AUGRUHiddenGradCell = (
    op("AUGRUHiddenGradCell")
    .input("weight_att", FLOAT16 | FLOAT)
    .input("dh_pre_t", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("update", FLOAT16 | FLOAT)
    .input("update_att", FLOAT16 | FLOAT)
    .input("reset", FLOAT16 | FLOAT)
    .input("new", FLOAT16 | FLOAT)
    .input("hidden_new", FLOAT16 | FLOAT)
    .optional_input("seq_length", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dgate_h", FLOAT16 | FLOAT)
    .output("dnt_x", FLOAT16 | FLOAT)
    .output("dw_att_t", FLOAT16 | FLOAT)
    .attr("t_state", Int, 0)
    .attr("gate_order", String, "zrh")
    .shape(rnn.gru_step_grad)
    .dtype(follow("dy"))
    .traits(PURE)
    .category("rnn")
)

BasicGRUInplaceFillWindowCache = (
    op("BasicGRUInplaceFillWindowCache")
    .input("x", FLOAT16)
    .input("w", INT8)
    .input("r", INT8)
    .input("h", FLOAT16)
    .optional_input("b", INT32)
    .optional_input("sequence_lens", INT32)
    .optional_input("clean_cache", INT32)
    .optional_input("deq_scale", UINT64)
    .output("y", FLOAT16)
    .output("h", FLOAT16)
    .required_attr("hidden_size", Int)
    .attr("activation_alpha", ListFloat, ())
    .attr("activation_beta", ListFloat, ())
    .attr("activations", ListString, ())
    .attr("clip", Float, -1.0)
    .attr("direction", String, "forward")
    .attr("linear_before_reset", Int, 1)
    .attr("quant_scale_x", Float, 0.0)
    .attr("quant_offset_x", Float, 0.0)
    .attr("quant_sqrt_mode_x", Bool, False)
    .attr("quant_scale_h", Float, 0.0)
    .attr("quant_offset_h", Float, 0.0)
    .attr("quant_sqrt_mode_h", Bool, False)
    .attr("quant_dtype", Int, INT8.ge_value)
    .shape(common.in_place)
    .category("rnn")
)

BasicLSTMCell = (
    op("BasicLSTMCell")
    .doc("One step of a long short-term memory.")
    .input("x", FLOAT16, doc="input of this step, [batch, input]")
    .input("h", FLOAT16, doc="hidden state before the step, [batch, hidden]")
    .input("c", FLOAT16 | FLOAT, doc="cell state before the step, [batch, hidden]")
    .input("w", FLOAT16, doc="weights of input and hidden state, [input + hidden, 4 * hidden]")
    .input("b", FLOAT16 | FLOAT, doc="biases, [4 * hidden]")
    .optional_input("mask", UINT8, doc="dropout mask")
    .output("ct", FLOAT16 | FLOAT, doc="cell state after the step")
    .output("ht", FLOAT16, doc="hidden state after the step")
    .output("it", FLOAT16 | FLOAT, doc="input gate, kept for the gradient")
    .output("jt", FLOAT16 | FLOAT, doc="candidate, kept for the gradient")
    .output("ft", FLOAT16 | FLOAT, doc="forget gate, kept for the gradient")
    .output("ot", FLOAT16 | FLOAT, doc="output gate, kept for the gradient")
    .output("tanhct", FLOAT16 | FLOAT, doc="activated cell state, kept for the gradient")
    .attr("keep_prob", Float, 1.0, between(0.0, 1.0), doc="share of elements that dropout keeps; 1 for no dropout")
    .attr("forget_bias", Float, 1.0, doc="summand of the forget gate before its sigmoid")
    .attr("state_is_tuple", Bool, True, doc="kept for TensorFlow; whether the two states are apart")
    .attr("activation", String, "tanh", doc="function of candidate and cell state")
    .shape(rnn.cell("c", 7))
    .dtype(follow("c"))
    .traits(PURE)
    .category("rnn")
)

BasicLSTMCellCStateGrad = (
    op("BasicLSTMCellCStateGrad")
    .input("c", FLOAT16 | FLOAT)
    .input("dht", FLOAT16 | FLOAT)
    .input("dct", FLOAT16 | FLOAT)
    .input("it", FLOAT16 | FLOAT)
    .input("jt", FLOAT16 | FLOAT)
    .input("ft", FLOAT16 | FLOAT)
    .input("ot", FLOAT16 | FLOAT)
    .input("tanhct", FLOAT16 | FLOAT)
    .output("dgate", FLOAT16)
    .output("dct_1", FLOAT16 | FLOAT)
    .attr("forget_bias", Float, 1.0)
    .attr("activation", String, "tanh")
    .shape(rnn.lstm_cell_state_grad)
    .dtype(follow("c"))
    .traits(PURE)
    .category("rnn")
)

BasicLSTMCellInputGrad = (
    op("BasicLSTMCellInputGrad")
    .input("dgate", FLOAT16)
    .input("w", FLOAT16)
    .optional_input("dropout_mask", UINT8)
    .output("dxt", FLOAT16 | FLOAT)
    .output("dht", FLOAT16 | FLOAT)
    .attr("keep_prob", Float, 1.0)
    .shape(rnn.lstm_cell_input_grad)
    .dtype(follow("dgate"))
    .traits(PURE)
    .category("rnn")
)

BasicLSTMCellWeightGrad = (
    op("BasicLSTMCellWeightGrad")
    .input("x", FLOAT16)
    .input("h", FLOAT16)
    .input("dgate", FLOAT16)
    .output("dw", FLOAT16)
    .output("db", FLOAT16 | FLOAT)
    .shape(rnn.lstm_cell_weight_grad)
    .dtype(follow("dgate"))
    .traits(PURE)
    .category("rnn")
)

BasicLSTMInplaceFillWindowCache = (
    op("BasicLSTMInplaceFillWindowCache")
    .input("x", FLOAT16)
    .input("w", INT8)
    .input("r", INT8)
    .input("h", FLOAT16)
    .input("c", FLOAT16)
    .optional_input("b", INT32)
    .optional_input("sequence_lens", INT32)
    .optional_input("clean_cache", INT32)
    .input("deq_scale", UINT64)
    .output("y", FLOAT16)
    .output("h", FLOAT16)
    .output("c", FLOAT16)
    .required_attr("hidden_size", Int)
    .attr("activation_alpha", ListFloat, ())
    .attr("activation_beta", ListFloat, ())
    .attr("activations", ListString, ())
    .attr("clip", Float, -1.0)
    .attr("direction", String, "forward")
    .attr("input_forget", Int, 0)
    .attr("quant_scale_x", Float, 0.0)
    .attr("quant_offset_x", Float, 0.0)
    .attr("quant_sqrt_mode_x", Bool, False)
    .attr("quant_scale_h", Float, 0.0)
    .attr("quant_offset_h", Float, 0.0)
    .attr("quant_sqrt_mode_h", Bool, False)
    .attr("quant_dtype", Int, INT8.ge_value)
    .shape(common.in_place)
    .category("rnn")
)

BasicRNNCell = (
    op("BasicRNNCell")
    .doc("One step of a simple recurrent layer.")
    .input("x", FLOAT16)
    .optional_input("cont", FLOAT16)
    .optional_input("w_xh_x_static", FLOAT16 | FLOAT)
    .optional_input("h_0", FLOAT16 | FLOAT)
    .input("w_xh", FLOAT16)
    .input("bias_h", FLOAT16 | FLOAT)
    .optional_input("w_hh", FLOAT16)
    .input("w_ho", FLOAT16)
    .input("bias_o", FLOAT16 | FLOAT)
    .output("o_t", FLOAT16 | FLOAT)
    .output("h_t", FLOAT16 | FLOAT)
    .attr("expose_hidden", Bool, False)
    .attr("num_output", Int, 0)
    .shape(rnn.basic_cell)
    .dtype(follow("bias_h"))
    .traits(PURE)
    .category("rnn")
)

CommonGRU = (
    op("CommonGRU")
    .doc("Gated recurrent layer as ONNX defines it.")
    .input("x", FLOAT16 | FLOAT, doc="sequences, [time, batch, input]")
    .input(
        "w",
        FLOAT16 | FLOAT,
        doc="input weights, [directions, 3 * hidden, input], gates in the order update, reset, hidden",
    )
    .input("r", FLOAT16 | FLOAT, doc="recurrent weights, [directions, 3 * hidden, hidden], gates in the same order")
    .optional_input(
        "b", FLOAT16 | FLOAT, doc="input biases, then recurrent biases, [directions, 6 * hidden]; left out for zeros"
    )
    .optional_input("sequence_lens", INT32, doc="length of each sequence, [batch]; left out when all are full")
    .optional_input(
        "initial_h", FLOAT16 | FLOAT, doc="hidden state at the start, [directions, batch, hidden]; left out for zeros"
    )
    .output("y", FLOAT16 | FLOAT, doc="hidden state at every time, [time, directions, batch, hidden]")
    .output("y_h", FLOAT16 | FLOAT, doc="last hidden state, [directions, batch, hidden]")
    .attr(
        "activation_alpha", ListFloat, (), doc="first parameters of the activations, for those that have one, in order"
    )
    .attr(
        "activation_beta", ListFloat, (), doc="second parameters of the activations, for those that have one, in order"
    )
    .attr(
        "activations",
        ListString,
        (),
        doc="names of the activations, two for each direction; empty for Sigmoid and Tanh",
    )
    .attr("clip", Float, -1.0, doc="bound on the magnitude of what the activations see; -1 for none")
    .attr(
        "direction",
        String,
        "forward",
        one_of("forward", "reverse", "bidirectional"),
        doc="forward, reverse, or bidirectional for both",
    )
    .required_attr("hidden_size", Int, positive, doc="number of hidden units")
    .attr(
        "linear_before_reset",
        Int,
        0,
        one_of(0, 1),
        doc="1 applies the reset gate after the recurrent product, 0 before it",
    )
    .shape(rnn.onnx_rnn(3, 1))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

CommonLSTM = (
    op("CommonLSTM")
    .doc("Long short-term memory layer as ONNX defines it.")
    .input("x", FLOAT16 | FLOAT, doc="sequences, [time, batch, input]")
    .input(
        "w",
        FLOAT16 | FLOAT,
        doc=("input weights, [directions, 4 * hidden, input], gates in the order input, output, forget, cell"),
    )
    .input("r", FLOAT16 | FLOAT, doc="recurrent weights, [directions, 4 * hidden, hidden], gates in the same order")
    .optional_input(
        "b", FLOAT16 | FLOAT, doc="input biases, then recurrent biases, [directions, 8 * hidden]; left out for zeros"
    )
    .optional_input("sequence_lens", INT32, doc="length of each sequence, [batch]; left out when all are full")
    .optional_input(
        "initial_h", FLOAT16 | FLOAT, doc="hidden state at the start, [directions, batch, hidden]; left out for zeros"
    )
    .optional_input(
        "initial_c", FLOAT16 | FLOAT, doc="cell state at the start, [directions, batch, hidden]; left out for zeros"
    )
    .optional_input(
        "p",
        FLOAT16 | FLOAT,
        doc=("peephole weights of the input, output and forget gates, [directions, 3 * hidden]; left out for none"),
    )
    .output("y", FLOAT16 | FLOAT, doc="hidden state at every time, [time, directions, batch, hidden]")
    .output("y_h", FLOAT16 | FLOAT, doc="last hidden state, [directions, batch, hidden]")
    .output("y_c", FLOAT16 | FLOAT, doc="last cell state, [directions, batch, hidden]")
    .attr(
        "activation_alpha", ListFloat, (), doc="first parameters of the activations, for those that have one, in order"
    )
    .attr(
        "activation_beta", ListFloat, (), doc="second parameters of the activations, for those that have one, in order"
    )
    .attr(
        "activations",
        ListString,
        (),
        doc="names of the activations, three for each direction; empty for Sigmoid, Tanh and Tanh",
    )
    .attr("clip", Float, -1.0, doc="bound on the magnitude of what the activations see; -1 for none")
    .attr(
        "direction",
        String,
        "forward",
        one_of("forward", "reverse", "bidirectional"),
        doc="forward, reverse, or bidirectional for both",
    )
    .required_attr("hidden_size", Int, positive, doc="number of hidden units")
    .attr("input_forget", Int, 0, one_of(0, 1), doc="1 makes the forget gate one minus the input gate")
    .shape(rnn.onnx_rnn(4, 2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicAUGRU = (
    op("DynamicAUGRU")
    .input("x", FLOAT16)
    .input("weight_input", FLOAT16)
    .input("weight_hidden", FLOAT16)
    .input("weight_att", FLOAT16)
    .optional_input("bias_input", FLOAT16 | FLOAT)
    .optional_input("bias_hidden", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32 | FLOAT16)
    .optional_input("init_h", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("output_h", FLOAT16 | FLOAT)
    .output("update", FLOAT16 | FLOAT)
    .output("update_att", FLOAT16 | FLOAT)
    .output("reset", FLOAT16 | FLOAT)
    .output("new", FLOAT16 | FLOAT)
    .output("hidden_new", FLOAT16 | FLOAT)
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 1)
    .attr("keep_prob", Float, 1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("activation", String, "tanh")
    .attr("gate_order", String, "zrh")
    .attr("reset_after", Bool, True)
    .attr("is_training", Bool, True)
    .shape(rnn.dynamic_rnn("weight_hidden", 3))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicAUGRUGrad = (
    op("DynamicAUGRUGrad")
    .input("x", FLOAT16 | FLOAT)
    .input("weight_input", FLOAT16 | FLOAT)
    .input("weight_hidden", FLOAT16 | FLOAT)
    .input("weight_att", FLOAT16 | FLOAT)
    .input("y", FLOAT16 | FLOAT)
    .input("init_h", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("update", FLOAT16 | FLOAT)
    .input("update_att", FLOAT16 | FLOAT)
    .input("reset", FLOAT16 | FLOAT)
    .input("new", FLOAT16 | FLOAT)
    .input("hidden_new", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32)
    .optional_input("mask", UINT8)
    .output("dw_input", FLOAT16 | FLOAT)
    .output("dw_hidden", FLOAT16 | FLOAT)
    .output("db_input", FLOAT16 | FLOAT)
    .output("db_hidden", FLOAT16 | FLOAT)
    .output("dx", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dw_att", FLOAT16 | FLOAT)
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 1)
    .attr("keep_prob", Float, -1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("gate_order", String, "zrh")
    .attr("reset_after", Bool, True)
    .shape(rnn.gru_grad("dw_att"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicGRU = (
    op("DynamicGRU")
    .doc("Gated recurrent layer over a whole sequence, with the gates for its gradient.")
    .input("x", FLOAT16, doc="sequences, [time, batch, input]")
    .input("w", FLOAT16, doc="weights of the two gates, [input + hidden, 2 * hidden]")
    .input("b", FLOAT16 | FLOAT, doc="biases of the two gates, [2 * hidden]")
    .input("cw", FLOAT16, doc="weights of the candidate, [input + hidden, hidden]")
    .input("cb", FLOAT16 | FLOAT, doc="biases of the candidate, [hidden]")
    .optional_input(
        "seq_length",
        INT32,
        doc="length of each sequence, [batch], or a mask of valid elements; left out when all are full",
    )
    .optional_input("init_h", FLOAT16 | FLOAT, doc="hidden state at the start, [1, batch, hidden]; left out for zeros")
    .output("y", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("output_h", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("r", FLOAT16 | FLOAT, doc="reset gate at every time, kept for the gradient")
    .output("i", FLOAT16 | FLOAT, doc="update gate at every time, kept for the gradient")
    .output("n", FLOAT16 | FLOAT, doc="candidate at every time, kept for the gradient")
    .attr(
        "direction",
        String,
        "UNIDIRECTIONAL",
        doc="UNIDIRECTIONAL runs forward, REDIRECTIONAL backward, BIDIRECTIONAL both",
    )
    .attr("cell_depth", Int, 1, doc="number of stacked layers; 1 is the one that exists")
    .attr("keep_prob", Float, 1.0, between(0.0, 1.0), doc="share of elements that dropout keeps; 1 for no dropout")
    .attr("cell_clip", Float, -1.0, doc="bound on the magnitude of the cell state; -1 for none")
    .attr("num_proj", Int, 0, not_negative, doc="width of a projection of the hidden state; 0 for none")
    .attr("time_major", Bool, True, doc="whether time is the first axis of x instead of the batch")
    .attr("activation", String, "tanh", doc="function of the candidate")
    .attr("is_training", Bool, True, doc="whether the gates are given out for a gradient")
    .shape(rnn.dynamic_rnn("w", 2))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicGRUCellGrad = (
    op("DynamicGRUCellGrad")
    .input("dh_pre_t", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("update", FLOAT16 | FLOAT)
    .input("reset", FLOAT16 | FLOAT)
    .input("new", FLOAT16 | FLOAT)
    .input("hidden_new", FLOAT16 | FLOAT)
    .input("init_h", FLOAT16 | FLOAT)
    .input("t_state", INT32)
    .optional_input("seq_length", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dgate_h", FLOAT16 | FLOAT)
    .output("dnt_x", FLOAT16 | FLOAT)
    .attr("gate_order", String, "zrh")
    .shape(rnn.gru_step_grad)
    .dtype(follow("dy"))
    .traits(PURE)
    .category("rnn")
)

DynamicGRUV2 = (
    op("DynamicGRUV2")
    .doc("Gated recurrent layer over a whole sequence, input and hidden weights apart.")
    .input("x", FLOAT16, doc="sequences, [time, batch, input]")
    .input("weight_input", FLOAT16, doc="weights of the inputs, [input, 3 * hidden]")
    .input("weight_hidden", FLOAT16, doc="weights of the hidden states, [hidden, 3 * hidden]")
    .optional_input("bias_input", FLOAT16 | FLOAT, doc="biases beside the inputs, [3 * hidden]")
    .optional_input("bias_hidden", FLOAT16 | FLOAT, doc="biases beside the hidden states, [3 * hidden]")
    .optional_input(
        "seq_length",
        INT32 | FLOAT16,
        doc="length of each sequence, [batch], or a mask of valid elements; left out when all are full",
    )
    .optional_input("init_h", FLOAT16 | FLOAT, doc="hidden state at the start, [1, batch, hidden]; left out for zeros")
    .output("y", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("output_h", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("update", FLOAT16 | FLOAT, doc="update gate at every time, kept for the gradient")
    .output("reset", FLOAT16 | FLOAT, doc="reset gate at every time, kept for the gradient")
    .output("new", FLOAT16 | FLOAT, doc="candidate at every time, kept for the gradient")
    .output("hidden_new", FLOAT16 | FLOAT, doc="recurrent part of the candidate at every time, kept for the gradient")
    .attr(
        "direction",
        String,
        "UNIDIRECTIONAL",
        doc="UNIDIRECTIONAL runs forward, REDIRECTIONAL backward, BIDIRECTIONAL both",
    )
    .attr("cell_depth", Int, 1, doc="number of stacked layers; 1 is the one that exists")
    .attr("keep_prob", Float, 1.0, between(0.0, 1.0), doc="share of elements that dropout keeps; 1 for no dropout")
    .attr("cell_clip", Float, -1.0, doc="bound on the magnitude of the cell state; -1 for none")
    .attr("num_proj", Int, 0, not_negative, doc="width of a projection of the hidden state; 0 for none")
    .attr("time_major", Bool, True, doc="whether time is the first axis of x instead of the batch")
    .attr("activation", String, "tanh", doc="function of the candidate")
    .attr("gate_order", String, "zrh", doc="order of the gates in the weights: zrh or rzh")
    .attr("reset_after", Bool, True, doc="whether the reset gate acts after the recurrent product")
    .attr("is_training", Bool, True, doc="whether the gates are given out for a gradient")
    .shape(rnn.dynamic_rnn("weight_hidden", 3))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicGRUV2Grad = (
    op("DynamicGRUV2Grad")
    .input("x", FLOAT16 | FLOAT)
    .input("weight_input", FLOAT16 | FLOAT)
    .input("weight_hidden", FLOAT16 | FLOAT)
    .input("y", FLOAT16 | FLOAT)
    .input("init_h", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("update", FLOAT16 | FLOAT)
    .input("reset", FLOAT16 | FLOAT)
    .input("new", FLOAT16 | FLOAT)
    .input("hidden_new", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32)
    .optional_input("mask", UINT8)
    .output("dw_input", FLOAT16 | FLOAT)
    .output("dw_hidden", FLOAT16 | FLOAT)
    .output("db_input", FLOAT16 | FLOAT)
    .output("db_hidden", FLOAT16 | FLOAT)
    .output("dx", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 0)
    .attr("keep_prob", Float, -1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("gate_order", String, "zrh")
    .attr("reset_after", Bool, True)
    .shape(rnn.gru_grad())
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicGRUV2Hidden = (
    op("DynamicGRUV2Hidden")
    .input("x_weight_input", FLOAT)
    .input("weight_hidden", FLOAT16)
    .optional_input("bias_hidden", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32 | FLOAT16)
    .optional_input("init_h", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("output_h", FLOAT16 | FLOAT)
    .output("update", FLOAT16 | FLOAT)
    .output("reset", FLOAT16 | FLOAT)
    .output("new", FLOAT16 | FLOAT)
    .output("hidden_new", FLOAT16 | FLOAT)
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 1)
    .attr("keep_prob", Float, 1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("activation", String, "tanh")
    .attr("gate_order", String, "zrh")
    .attr("reset_after", Bool, True)
    .attr("is_training", Bool, True)
    .shape(rnn.dynamic_rnn("weight_hidden", 3, "x_weight_input"))
    .dtype(follow("x_weight_input"))
    .traits(PURE)
    .category("rnn")
)

DynamicLSTM = (
    op("DynamicLSTM")
    .doc("Long short-term memory over a whole sequence.")
    .input("x", FLOAT)
    .input("w", FLOAT)
    .input("b", FLOAT)
    .output("output_h", FLOAT)
    .shape(rnn.dynamic_rnn("w", 4))
    .traits(PURE)
    .category("rnn")
)

DynamicLSTMGradCell = (
    op("DynamicLSTMGradCell")
    .input("init_c", FLOAT16 | FLOAT)
    .input("c", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("dc", FLOAT16 | FLOAT)
    .input("i", FLOAT16 | FLOAT)
    .input("j", FLOAT16 | FLOAT)
    .input("f", FLOAT16 | FLOAT)
    .input("o", FLOAT16 | FLOAT)
    .input("tanhct", FLOAT16 | FLOAT)
    .input("t_state", INT32)
    .input("mask", FLOAT16 | FLOAT)
    .dynamic_output("dgate", FLOAT16 | FLOAT)
    .output("dct_1", FLOAT16 | FLOAT)
    .attr("forget_bias", Float, 1.0)
    .attr("activation", String, "tanh")
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("gate_order", String, "ijfo")
    .shape(rnn.lstm_step_grad)
    .dtype(follow("init_c"))
    .traits(PURE)
    .category("rnn")
)

DynamicLSTMV2 = (
    op("DynamicLSTMV2")
    .input("x", FLOAT16 | FLOAT)
    .input("w", FLOAT16 | FLOAT)
    .input("b", FLOAT16 | FLOAT)
    .input("cont", FLOAT16 | FLOAT)
    .optional_input("w_xc_x_static", FLOAT16 | FLOAT)
    .optional_input("h0", FLOAT16 | FLOAT)
    .optional_input("c0", FLOAT16 | FLOAT)
    .optional_input("wci", FLOAT16 | FLOAT)
    .optional_input("wcf", FLOAT16 | FLOAT)
    .optional_input("wco", FLOAT16 | FLOAT)
    .optional_input("mask", UINT8)
    .output("y", FLOAT16 | FLOAT)
    .output("output_h", FLOAT16 | FLOAT)
    .output("output_c", FLOAT16 | FLOAT)
    .output("last_output_h", FLOAT16 | FLOAT)
    .output("last_output_c", FLOAT16 | FLOAT)
    .attr("num_output", Int, 0)
    .attr("expose_hidden", Bool, False)
    .attr("need_output_last", Bool, False)
    .attr("forget_bias", Float, 0.0)
    .shape(rnn.dynamic_lstm_v2)
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicRNN = (
    op("DynamicRNN")
    .doc("Long short-term memory over a whole sequence, with the gates for its gradient.")
    .input("x", FLOAT16 | FLOAT, doc="sequences, [time, batch, input]")
    .input("w", FLOAT16 | FLOAT, doc="weights of inputs and hidden states, [input + hidden, 4 * hidden]")
    .input("b", FLOAT16 | FLOAT, doc="biases, [4 * hidden]")
    .optional_input(
        "seq_length",
        INT32 | FLOAT16 | FLOAT,
        doc="length of each sequence, [batch], or a mask of valid elements; left out when all are full",
    )
    .optional_input("init_h", FLOAT16 | FLOAT, doc="hidden state at the start, [1, batch, hidden]; left out for zeros")
    .optional_input("init_c", FLOAT16 | FLOAT, doc="cell state at the start, [1, batch, hidden]; left out for zeros")
    .optional_input("wci", FLOAT16 | FLOAT, doc="peephole weights of the input gate")
    .optional_input("wcf", FLOAT16 | FLOAT, doc="peephole weights of the forget gate")
    .optional_input("wco", FLOAT16 | FLOAT, doc="peephole weights of the output gate")
    .optional_input("mask", UINT8, doc="dropout mask of the cell")
    .output("y", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("output_h", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("output_c", FLOAT16 | FLOAT, doc="cell state at every time, [time, batch, hidden]")
    .output("i", FLOAT16 | FLOAT, doc="input gate at every time, kept for the gradient")
    .output("j", FLOAT16 | FLOAT, doc="candidate at every time, kept for the gradient")
    .output("f", FLOAT16 | FLOAT, doc="forget gate at every time, kept for the gradient")
    .output("o", FLOAT16 | FLOAT, doc="output gate at every time, kept for the gradient")
    .output("tanhc", FLOAT16 | FLOAT, doc="activated cell state at every time, kept for the gradient")
    .attr("cell_type", String, "LSTM", doc="kind of cell; LSTM is the one that exists")
    .attr(
        "direction",
        String,
        "UNIDIRECTIONAL",
        doc="UNIDIRECTIONAL runs forward, REDIRECTIONAL backward, BIDIRECTIONAL both",
    )
    .attr("cell_depth", Int, 1, doc="number of stacked layers; 1 is the one that exists")
    .attr("use_peephole", Bool, False, doc="whether the gates see the cell state")
    .attr("keep_prob", Float, 1.0, between(0.0, 1.0), doc="share of elements that dropout keeps; 1 for no dropout")
    .attr("cell_clip", Float, -1.0, doc="bound on the magnitude of the cell state; -1 for none")
    .attr("num_proj", Int, 0, not_negative, doc="width of a projection of the hidden state; 0 for none")
    .attr("time_major", Bool, True, doc="whether time is the first axis of x instead of the batch")
    .attr("activation", String, "tanh", doc="function of candidate and cell state")
    .attr("forget_bias", Float, 0.0, doc="summand of the forget gate before its sigmoid")
    .attr("gate_order", String, "ijfo", doc="order of the gates in the weights: ijfo or ifjo")
    .attr("is_training", Bool, True, doc="whether the gates are given out for a gradient")
    .shape(rnn.dynamic_rnn("w", 4))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicRNNGrad = (
    op("DynamicRNNGrad")
    .input("x", FLOAT16 | FLOAT)
    .input("w", FLOAT16 | FLOAT)
    .input("b", FLOAT16 | FLOAT)
    .input("y", FLOAT16 | FLOAT)
    .input("init_h", FLOAT16 | FLOAT)
    .input("init_c", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("c", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("dc", FLOAT16 | FLOAT)
    .input("i", FLOAT16 | FLOAT)
    .input("j", FLOAT16 | FLOAT)
    .input("f", FLOAT16 | FLOAT)
    .input("o", FLOAT16 | FLOAT)
    .optional_input("tanhct", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32)
    .optional_input("mask", UINT8)
    .optional_input("wci", FLOAT16 | FLOAT)
    .optional_input("wcf", FLOAT16 | FLOAT)
    .optional_input("wco", FLOAT16 | FLOAT)
    .output("dw", FLOAT16 | FLOAT)
    .output("db", FLOAT16 | FLOAT)
    .output("dx", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dc_prev", FLOAT16 | FLOAT)
    .dynamic_output("dwci", FLOAT16 | FLOAT)
    .dynamic_output("dwcf", FLOAT16 | FLOAT)
    .dynamic_output("dwco", FLOAT16 | FLOAT)
    .attr("cell_type", String, "LSTM")
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 0)
    .attr("use_peephole", Bool, False)
    .attr("keep_prob", Float, -1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("forget_bias", Float, 0.0)
    .attr("gate_order", String, "ijfo")
    .shape(rnn.rnn_grad("w", "b"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicRNNV2 = (
    op("DynamicRNNV2")
    .doc("Long short-term memory over a whole sequence, input and hidden weights apart.")
    .input("x", FLOAT16 | FLOAT, doc="sequences, [time, batch, input]")
    .input("weight_input", FLOAT16 | FLOAT, doc="weights of the inputs, [input, 4 * hidden]")
    .input("weight_hidden", FLOAT16 | FLOAT, doc="weights of the hidden states, [hidden, 4 * hidden]")
    .optional_input("b", FLOAT16 | FLOAT, doc="biases, [4 * hidden]")
    .optional_input(
        "seq_length",
        INT32 | FLOAT16,
        doc="length of each sequence, [batch], or a mask of valid elements; left out when all are full",
    )
    .optional_input("init_h", FLOAT16 | FLOAT, doc="hidden state at the start, [1, batch, hidden]; left out for zeros")
    .optional_input("init_c", FLOAT16 | FLOAT, doc="cell state at the start, [1, batch, hidden]; left out for zeros")
    .optional_input("wci", FLOAT16 | FLOAT, doc="peephole weights of the input gate")
    .optional_input("wcf", FLOAT16 | FLOAT, doc="peephole weights of the forget gate")
    .optional_input("wco", FLOAT16 | FLOAT, doc="peephole weights of the output gate")
    .optional_input("mask", UINT8, doc="dropout mask of the cell")
    .output("y", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("output_h", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("output_c", FLOAT16 | FLOAT, doc="cell state at every time, [time, batch, hidden]")
    .output("i", FLOAT16 | FLOAT, doc="input gate at every time, kept for the gradient")
    .output("j", FLOAT16 | FLOAT, doc="candidate at every time, kept for the gradient")
    .output("f", FLOAT16 | FLOAT, doc="forget gate at every time, kept for the gradient")
    .output("o", FLOAT16 | FLOAT, doc="output gate at every time, kept for the gradient")
    .output("tanhc", FLOAT16 | FLOAT, doc="activated cell state at every time, kept for the gradient")
    .attr("cell_type", String, "LSTM", doc="kind of cell; LSTM is the one that exists")
    .attr(
        "direction",
        String,
        "UNIDIRECTIONAL",
        doc="UNIDIRECTIONAL runs forward, REDIRECTIONAL backward, BIDIRECTIONAL both",
    )
    .attr("cell_depth", Int, 1, doc="number of stacked layers; 1 is the one that exists")
    .attr("use_peephole", Bool, False, doc="whether the gates see the cell state")
    .attr("keep_prob", Float, 1.0, between(0.0, 1.0), doc="share of elements that dropout keeps; 1 for no dropout")
    .attr("cell_clip", Float, -1.0, doc="bound on the magnitude of the cell state; -1 for none")
    .attr("num_proj", Int, 0, not_negative, doc="width of a projection of the hidden state; 0 for none")
    .attr("time_major", Bool, True, doc="whether time is the first axis of x instead of the batch")
    .attr("activation", String, "tanh", doc="function of candidate and cell state")
    .attr("recurrent_activation", String, "sigmoid", doc="function of the gates")
    .attr("forget_bias", Float, 0.0, doc="summand of the forget gate before its sigmoid")
    .attr("gate_order", String, "ijfo", doc="order of the gates in the weights: ijfo or ifjo")
    .attr("stateful", Bool, False, doc="whether the last state of a batch starts the next one")
    .attr("merge_mode", String, "concat", doc="how the two directions are joined, such as concat")
    .attr("is_training", Bool, True, doc="whether the gates are given out for a gradient")
    .shape(rnn.dynamic_rnn("weight_input", 4))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicRNNV2Grad = (
    op("DynamicRNNV2Grad")
    .input("x", FLOAT16 | FLOAT)
    .input("w_x", FLOAT16 | FLOAT)
    .input("w_h", FLOAT16 | FLOAT)
    .input("y", FLOAT16 | FLOAT)
    .input("init_h", FLOAT16 | FLOAT)
    .input("init_c", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("c", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("dc", FLOAT16 | FLOAT)
    .input("i", FLOAT16 | FLOAT)
    .input("j", FLOAT16 | FLOAT)
    .input("f", FLOAT16 | FLOAT)
    .input("o", FLOAT16 | FLOAT)
    .input("tanhct", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32)
    .optional_input("wci", FLOAT16 | FLOAT)
    .optional_input("wcf", FLOAT16 | FLOAT)
    .optional_input("wco", FLOAT16 | FLOAT)
    .optional_input("mask", UINT8)
    .output("dw_x", FLOAT16 | FLOAT)
    .output("dw_h", FLOAT16 | FLOAT)
    .output("db", FLOAT16 | FLOAT)
    .output("dx", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dc_prev", FLOAT16 | FLOAT)
    .dynamic_output("dwci", FLOAT16 | FLOAT)
    .dynamic_output("dwcf", FLOAT16 | FLOAT)
    .dynamic_output("dwco", FLOAT16 | FLOAT)
    .attr("cell_type", String, "LSTM")
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 1)
    .attr("use_peephole", Bool, False)
    .attr("keep_prob", Float, 1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("activation", String, "tanh")
    .attr("recurrent_activation", String, "sigmoid")
    .attr("gate_order", String, "ijfo")
    .attr("stateful", Bool, False)
    .attr("merge_mode", String, "concat")
    .shape(rnn.rnn_grad("w_x", "w_h"))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

DynamicRNNV3 = (
    op("DynamicRNNV3")
    .doc("Long short-term memory over a whole sequence with a projection.")
    .input("x", FLOAT16 | FLOAT)
    .input("w", FLOAT16 | FLOAT)
    .input("b", FLOAT16 | FLOAT)
    .optional_input("seq_length", INT32)
    .optional_input("init_h", FLOAT16 | FLOAT)
    .optional_input("init_c", FLOAT16 | FLOAT)
    .optional_input("wci", FLOAT16 | FLOAT)
    .optional_input("wcf", FLOAT16 | FLOAT)
    .optional_input("wco", FLOAT16 | FLOAT)
    .optional_input("mask", UINT8)
    .optional_input("real_mask", FLOAT16 | FLOAT)
    .optional_input("project", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("output_h", FLOAT16 | FLOAT)
    .output("output_c", FLOAT16 | FLOAT)
    .output("i", FLOAT16 | FLOAT)
    .output("j", FLOAT16 | FLOAT)
    .output("f", FLOAT16 | FLOAT)
    .output("o", FLOAT16 | FLOAT)
    .output("tanhc", FLOAT16 | FLOAT)
    .attr("cell_type", String, "LSTM")
    .attr("direction", String, "UNIDIRECTIONAL")
    .attr("cell_depth", Int, 1)
    .attr("use_peephole", Bool, False)
    .attr("keep_prob", Float, 1.0)
    .attr("cell_clip", Float, -1.0)
    .attr("num_proj", Int, 0)
    .attr("time_major", Bool, True)
    .attr("activation", String, "tanh")
    .attr("forget_bias", Float, 0.0)
    .attr("is_training", Bool, True)
    .shape(rnn.dynamic_rnn("w", 4))
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

GRUV2HiddenGradCell = (
    op("GRUV2HiddenGradCell")
    .input("dh_pre_t", FLOAT16 | FLOAT)
    .input("h", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("update", FLOAT16 | FLOAT)
    .input("reset", FLOAT16 | FLOAT)
    .input("new", FLOAT16 | FLOAT)
    .input("hidden_new", FLOAT16 | FLOAT)
    .optional_input("seq_length", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dgate_h", FLOAT16 | FLOAT)
    .output("dnt_x", FLOAT16 | FLOAT)
    .attr("t_state", Int, 0)
    .attr("gate_order", String, "zrh")
    .shape(rnn.gru_step_grad)
    .dtype(follow("dy"))
    .traits(PURE)
    .category("rnn")
)

LSTM = (
    op("LSTM")
    .doc("Long short-term memory layer as Caffe defines it.")
    .input("x", FLOAT16, doc="sequences, [time, batch, input]")
    .input("cont", FLOAT16 | FLOAT, doc="0 where a sequence begins anew, 1 elsewhere, [time, batch]")
    .input(
        "w_x", FLOAT16, doc="input weights, [4 * hidden, input], gates in the order input, forget, output, candidate"
    )
    .input("bias", FLOAT16 | INT16 | INT32 | FLOAT, doc="biases, [4 * hidden]")
    .input("w_h", FLOAT16, doc="recurrent weights, [4 * hidden, hidden]")
    .optional_input("x_static", FLOAT16, doc="input that is the same at every time, [batch, features]")
    .optional_input("h_0", FLOAT16 | FLOAT, doc="hidden state at the start, [1, batch, hidden]")
    .optional_input("c_0", FLOAT16 | FLOAT, doc="cell state at the start, [1, batch, hidden]")
    .optional_input("w_x_static", FLOAT16, doc="weights of the constant input, [4 * hidden, features]")
    .output("h", FLOAT16 | FLOAT, doc="hidden state at every time, [time, batch, hidden]")
    .output("h_t", FLOAT16 | FLOAT, doc="last hidden state, [1, batch, hidden]")
    .output("c_t", FLOAT16 | FLOAT, doc="last cell state, [1, batch, hidden]")
    .attr("num_output", Int, 0, not_negative, doc="number of hidden units")
    .attr("expose_hidden", Bool, False, doc="whether the states at the start are inputs and the last ones outputs")
    .shape(rnn.lstm)
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

LSTMInputGrad = (
    op("LSTMInputGrad")
    .input("w", FLOAT16 | FLOAT)
    .input("init_c", FLOAT16 | FLOAT)
    .input("c", FLOAT16 | FLOAT)
    .input("dy", FLOAT16 | FLOAT)
    .input("dh", FLOAT16 | FLOAT)
    .input("dc", FLOAT16 | FLOAT)
    .input("i", FLOAT16 | FLOAT)
    .input("j", FLOAT16 | FLOAT)
    .input("f", FLOAT16 | FLOAT)
    .input("o", FLOAT16 | FLOAT)
    .optional_input("tanhct", FLOAT16 | FLOAT)
    .output("dx", FLOAT16 | FLOAT)
    .output("dh_prev", FLOAT16 | FLOAT)
    .output("dc_prev", FLOAT16 | FLOAT)
    .output("dgate", FLOAT16)
    .shape(rnn.lstm_input_grad)
    .dtype(follow("w"))
    .traits(PURE)
    .category("rnn")
)

LSTMP = (
    op("LSTMP")
    .input("x", FLOAT16 | FLOAT)
    .input("wx", FLOAT16 | FLOAT)
    .input("bias", FLOAT16 | FLOAT)
    .input("wr", FLOAT16 | FLOAT)
    .input("project", FLOAT16 | FLOAT)
    .optional_input("real_mask", FLOAT16 | FLOAT)
    .optional_input("init_h", FLOAT16 | FLOAT)
    .optional_input("init_c", FLOAT16 | FLOAT)
    .output("y", FLOAT16 | FLOAT)
    .output("output_h", FLOAT16 | FLOAT)
    .output("output_c", FLOAT16 | FLOAT)
    .attr("time_major", Bool, False)
    .shape(rnn.projected)
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

RNN = (
    op("RNN")
    .doc("Simple recurrent layer as Caffe defines it.")
    .input("x", FLOAT16, doc="sequences, [time, batch, input]")
    .input("cont", FLOAT16, doc="0 where a sequence begins anew, 1 elsewhere, [time, batch]")
    .optional_input("x_static", FLOAT16, doc="input that is the same at every time, [batch, features]")
    .optional_input("h_0", FLOAT16 | FLOAT, doc="hidden state at the start, [1, batch, hidden]")
    .input("w_xh", FLOAT16, doc="input weights, [hidden, input]")
    .input("bias_h", FLOAT16 | FLOAT, doc="biases of the hidden units, [hidden]")
    .optional_input("w_sh", FLOAT16, doc="weights of the constant input, [hidden, features]")
    .input("w_hh", FLOAT16, doc="recurrent weights, [hidden, hidden]")
    .input("w_ho", FLOAT16, doc="output weights, [output, hidden]")
    .input("bias_o", FLOAT16 | FLOAT, doc="biases of the outputs, [output]")
    .output("o", FLOAT16 | FLOAT, doc="output at every time, [time, batch, output]")
    .output("h_t", FLOAT16 | FLOAT, doc="last hidden state, [1, batch, hidden]")
    .attr("num_output", Int, 0, not_negative, doc="number of hidden units")
    .attr("expose_hidden", Bool, False, doc="whether the states at the start are inputs and the last ones outputs")
    .shape(rnn.plain_rnn)
    .dtype(follow("x"))
    .traits(PURE)
    .category("rnn")
)

OPS = (
    AUGRUHiddenGradCell,
    BasicGRUInplaceFillWindowCache,
    BasicLSTMCell,
    BasicLSTMCellCStateGrad,
    BasicLSTMCellInputGrad,
    BasicLSTMCellWeightGrad,
    BasicLSTMInplaceFillWindowCache,
    BasicRNNCell,
    CommonGRU,
    CommonLSTM,
    DynamicAUGRU,
    DynamicAUGRUGrad,
    DynamicGRU,
    DynamicGRUCellGrad,
    DynamicGRUV2,
    DynamicGRUV2Grad,
    DynamicGRUV2Hidden,
    DynamicLSTM,
    DynamicLSTMGradCell,
    DynamicLSTMV2,
    DynamicRNN,
    DynamicRNNGrad,
    DynamicRNNV2,
    DynamicRNNV2Grad,
    DynamicRNNV3,
    GRUV2HiddenGradCell,
    LSTM,
    LSTMInputGrad,
    LSTMP,
    RNN,
)
