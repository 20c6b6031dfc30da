"""The registry of conversions: routes, prices, extension, and what a missing path says."""

from __future__ import annotations

import numpy as np
import pytest

from metadef.errors import MetadefError
from metadef.formats import TRANSFERS, TransferRule, TransferTable, transfer, transfer_route
from metadef.formats.tiles import Array
from metadef.formats.transfer_context import TransferContext
from metadef.types.format import Format


def numbered(*shape: int) -> Array:
    return np.arange(1, np.prod(shape) + 1, dtype=np.int32).reshape(shape)


def reversed_image(array: Array, context: TransferContext, rule: TransferRule) -> Array:
    del context, rule
    return array[::-1]


@pytest.mark.parametrize(
    ("source", "destination", "origin", "route"),
    [
        ("NCHW", "NC1HWC0", None, "NCHW -> NC1HWC0"),
        ("FRACTAL_Z", "NC1HWC0", "NCHW", "FRACTAL_Z -> NCHW -> NC1HWC0"),
        ("NC1HWC0", "NDC1HWC0", "NHWC", "NC1HWC0 -> NCHW -> NDC1HWC0"),
        ("FRACTAL_NZ", "NC1HWC0", "NHWC", "FRACTAL_NZ -> NHWC -> NC1HWC0"),
        ("FRACTAL_NZ", "NCHW", "NHWC", "FRACTAL_NZ -> NHWC -> NCHW"),
        ("NCHW", "FRACTAL_NZ", "NHWC", "NCHW -> NHWC -> FRACTAL_NZ"),
        ("NCHW", "ND", None, "NCHW -> ND"),
        ("NCHW", "ND", "NHWC", "NCHW -> NHWC -> ND"),
        ("ND", "NC1HWC0", "NHWC", "ND -> NHWC -> NC1HWC0"),
        ("ND", "NC1HWC0", None, "ND -> NC1HWC0"),
        ("FRACTAL_Z", "FRACTAL_NZ", "ND", "FRACTAL_Z -> ND -> FRACTAL_NZ"),
        ("NC1HWC0", "NHWC", "ND", "NC1HWC0 -> ND -> NHWC"),
        ("FRACTAL_NZ", "FRACTAL_NZ", "ND", ""),
    ],
)
def test_routes_read_every_axis_rightly(source: str, destination: str, origin: str | None, route: str):
    found = transfer_route(source, destination, (2, 3, 4, 5), "INT32", origin_format=origin)
    assert str(found) == route


def test_a_route_gives_what_its_steps_give():
    tensor = numbered(18, 5, 3, 2)
    filters = transfer(tensor, "NCHW", "FRACTAL_Z")
    features = transfer(filters, "FRACTAL_Z", "NC1HWC0", origin_format="NCHW", origin_shape=tensor.shape)
    np.testing.assert_array_equal(features, transfer(tensor, "NCHW", "NC1HWC0"))
    by_channels_last = transfer(filters, "FRACTAL_Z", "FRACTAL_NZ", origin_format="NHWC", origin_shape=(18, 3, 2, 5))
    np.testing.assert_array_equal(by_channels_last, transfer(tensor.transpose(0, 2, 3, 1), "ND", "FRACTAL_NZ"))


def test_nd_is_a_relabelling_of_the_origin_format_not_a_permutation():
    tensor = numbered(2, 3, 4, 5)
    np.testing.assert_array_equal(transfer(tensor, "ND", "NHWC"), tensor)
    np.testing.assert_array_equal(transfer(tensor, "NHWC", "ND"), tensor)
    np.testing.assert_array_equal(
        transfer(tensor, "NCHW", "ND", origin_format="NHWC", origin_shape=(2, 4, 5, 3)), tensor.transpose(0, 2, 3, 1)
    )
    features = transfer(tensor, "ND", "NC1HWC0", origin_format="NHWC")
    np.testing.assert_array_equal(features, transfer(tensor, "NHWC", "NC1HWC0"))


def test_a_change_of_c0_or_groups_goes_over_the_origin_format():
    tensor = numbered(32, 20, 3, 2)
    for first, second in (("FRACTAL_Z", "FRACTAL_Z:4"), ("FRACTAL_Z:4", "FRACTAL_Z:2")):
        stored = transfer(tensor, "NCHW", first)
        changed = transfer(stored, first, second, origin_format="NCHW", origin_shape=tensor.shape)
        np.testing.assert_array_equal(changed, transfer(tensor, "NCHW", second))
        assert str(transfer_route(first, second, tensor.shape, "INT32", origin_format="NCHW")) == (
            "FRACTAL_Z -> NCHW -> FRACTAL_Z"
        )


def test_the_price_is_the_bytes_read_and_written_padding_included():
    read, written = 2 * 3 * 4 * 5 * 2, 2 * 1 * 4 * 5 * 16 * 2
    assert transfer_route("NCHW", "NC1HWC0", (2, 3, 4, 5), "FLOAT16").bytes_moved == read + written
    assert transfer_route("NCHW", "ND", (2, 3, 4, 5), "FLOAT16").bytes_moved == 0
    assert transfer_route("NCHW", "NCHW", (2, 3, 4, 5), "FLOAT16").bytes_moved == 0
    two_hops = transfer_route("NC1HWC0", "NDC1HWC0", (2, 3, 4, 5), "FLOAT16", origin_format="NCHW")
    assert two_hops.bytes_moved == 2 * (read + written)
    assert transfer_route("NCHW", "NC1HWC0", (1, 64, 1, 1), "INT4").bytes_moved == 32 + 32


@pytest.mark.parametrize(
    ("source", "destination", "hint"),
    [
        ("NCHW", "BN_WEIGHT", "NCHW -> "),
        ("NYUV", "NC1HWC0", " -> NC1HWC0"),
        ("FRACTAL_Z_G", "NCHW", "FRACTAL_Z -> NCHW"),
        ("NC1C0HWPAD", "NCHW", " -> NCHW"),
    ],
)
def test_a_missing_path_names_the_pair_and_the_nearest_known_route(source: str, destination: str, hint: str):
    with pytest.raises(MetadefError) as caught:
        transfer_route(source, destination, (2, 3, 4, 5), "FLOAT16", origin_format="NCHW" if "N" in source else None)
    (problem,) = caught.value.findings
    assert (problem.name, problem.subject) == ("transfer-missing", f"{source} -> {destination}")
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("source", "destination", "shape", "reason"),
    [
        ("NCHW", "FRACTAL_Z_C04", (8, 5, 3, 3), "C = 5"),
        ("NCDHW", "FRACTAL_Z_C04", (8, 3, 2, 3, 3), "D = 2"),
        ("NCHW", "C1HWC0", (8, 2, 3, 3), "C = 2"),
        ("NCDHW", "NC1HWC0", (8, 2, 2, 3, 3), "D = 2"),
        ("NCDHW", "NCHW", (8, 2, 2, 3, 3), "D = 2"),
        ("NCHW", "FRACTAL_Z:3", (8, 2, 3, 3), "no multiple of 3 groups"),
        ("NCHW", "FRACTAL_ZN_LSTM", (8, 20, 3, 1), "H = 3"),
        ("NCHW", "FRACTAL_ZN_LSTM", (9, 20, 1, 1), "4 * hidden"),
        ("NCHW", "FRACTAL_ZN_LSTM", (8, 1, 1, 1), "4 * hidden"),
    ],
)
def test_a_tensor_that_does_not_fit_is_refused_with_the_reason(
    source: str, destination: str, shape: tuple[int, ...], reason: str
):
    with pytest.raises(MetadefError) as caught:
        transfer(numbered(*shape), source, destination)
    (problem,) = caught.value.findings
    assert problem.name == "transfer-condition"
    assert reason in problem.message


def test_recurrent_weights_that_do_not_divide_into_gates_are_refused():
    for destination in ("FRACTAL_ZN_RNN", "ND_RNN_BIAS"):
        with pytest.raises(MetadefError, match=r"transfer-condition.*no multiple of hidden_size = 40"):
            transfer(numbered(70, 128), "ND", destination, input_size=30, hidden_size=40)
    with pytest.raises(MetadefError, match=r"transfer-condition.*C0 = 16 only"):
        transfer(numbered(70, 120), "ND", "FRACTAL_ZN_RNN", input_size=30, hidden_size=40, c0=32)


def test_narrow_blocks_cannot_hold_filters_of_c1hwncoc0():
    with pytest.raises(MetadefError, match=r"transfer-condition.*C0 = 8"):
        transfer(numbered(8, 20, 1, 1), "NCHW", "C1HWNCoC0", c0=8)


def test_a_blocked_source_needs_the_origin():
    stored = transfer(numbered(2, 3, 4, 5), "NCHW", "NC1HWC0")
    with pytest.raises(MetadefError, match="origin-shape-missing"):
        transfer(stored, "NC1HWC0", "NCHW")
    with pytest.raises(MetadefError, match="origin-shape-missing"):
        transfer(stored, "NC1HWC0", "FRACTAL_Z", origin_shape=(2, 3, 4, 5))


@pytest.mark.parametrize("origin_shape", [(2, 3, 4, 6), (2, 17, 4, 5), (2, 4, 5, 3), (-1, 3, 4, 5)])
def test_an_array_of_another_shape_than_its_origin_demands_is_refused(origin_shape: tuple[int, ...]):
    stored = transfer(numbered(2, 3, 4, 5), "NCHW", "NC1HWC0")
    with pytest.raises(MetadefError, match="storage-shape-mismatch"):
        transfer(stored, "NC1HWC0", "NCHW", origin_shape=origin_shape)


def test_types_without_a_layout_are_refused():
    with pytest.raises(MetadefError, match="format-unusable"):
        transfer(np.array([["a"]], object), "ND", "FRACTAL_NZ")
    with pytest.raises(MetadefError, match="format-unusable"):
        transfer(np.zeros((1, 1), "datetime64[s]"), "ND", "FRACTAL_NZ")
    with pytest.raises(MetadefError, match="format-unusable"):
        transfer(numbered(1, 1), "RESERVED", "FRACTAL_NZ")
    with pytest.raises(MetadefError, match="format-unusable"):
        transfer(numbered(1, 1), "ND", "FRACTAL_NZ", origin_format="NC1HWC0")


def test_a_round_trip_between_plain_formats_may_name_the_shape_it_began_with():
    tensor = numbered(2, 3, 4, 5)
    moved = transfer(tensor, "NCHW", "HWCN")
    np.testing.assert_array_equal(transfer(moved, "HWCN", "NCHW", origin_shape=tensor.shape), tensor)
    np.testing.assert_array_equal(transfer(moved, "HWCN", "NCHW", origin_shape=moved.shape), tensor)


def test_a_table_is_extended_by_rules_and_leaves_the_old_one_alone():
    rule = TransferRule(Format.NCHW, Format.BN_WEIGHT, reversed_image)
    table = TRANSFERS.extended(rule)
    assert (len(table), TRANSFERS.rule(Format.NCHW, Format.BN_WEIGHT)) == (len(TRANSFERS) + 1, None)
    tensor = numbered(2, 3, 4, 5)
    np.testing.assert_array_equal(transfer(tensor, "NCHW", "BN_WEIGHT", table=table), tensor[::-1])
    found = transfer_route("NC1HWC0", "BN_WEIGHT", (2, 3, 4, 5), "INT32", origin_format="NHWC", table=table)
    assert str(found) == "NC1HWC0 -> NCHW -> BN_WEIGHT"


def test_two_rules_for_a_pair_clash_unless_one_replaces_the_other():
    rule = TransferRule(Format.NCHW, Format.NHWC, reversed_image)
    with pytest.raises(MetadefError, match=r"transfer-clash.*NCHW -> NHWC"):
        TRANSFERS.extended(rule)
    with pytest.raises(MetadefError, match="transfer-clash"):
        TransferTable([rule, rule])
    table = TRANSFERS.extended(rule, replace=True)
    assert (table.rule(Format.NCHW, Format.NHWC), len(table)) == (rule, len(TRANSFERS))


def test_a_rule_has_a_condition_and_a_price_of_its_own():
    dear = TransferRule(
        Format.NCHW,
        Format.BN_WEIGHT,
        reversed_image,
        condition=lambda context, rule: "" if context.origin_shape[0] == 2 else "N must be 2",
        cost=lambda context, rule: 10**9,
    )
    table = TRANSFERS.extended(dear)
    assert transfer_route("NCHW", "BN_WEIGHT", (2, 1, 1, 1), "INT32", table=table).bytes_moved == 10**9
    with pytest.raises(MetadefError, match=r"transfer-condition.*N must be 2"):
        transfer_route("NCHW", "BN_WEIGHT", (3, 1, 1, 1), "INT32", table=table)
