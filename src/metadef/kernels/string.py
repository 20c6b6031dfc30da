"""Strings, in arrays of Python objects."""

from __future__ import annotations

import numpy as np

from metadef.kernels.call import Array, Kernel, KernelCall

__all__ = ["KERNELS"]


def _normalizer(call: KernelCall) -> Array:
    """Stop words are left out, then the case is changed; where nothing is left there is one empty string."""
    x, words = call["input"], call.strings("stopwords")
    if call.bool("is_case_sensitive"):
        left = [str(item) for item in x.reshape(-1) if str(item) not in words]
    else:
        lower = {word.lower() for word in words}
        left = [str(item) for item in x.reshape(-1) if str(item).lower() not in lower]
    change = {"LOWER": str.lower, "UPPER": str.upper}.get(call.str("case_change_action"), str)
    result = np.array([change(item) for item in left] or [""], np.object_)
    return result.reshape(*x.shape[:-1], -1)


def _join(call: KernelCall) -> Array:
    """The strings of all inputs, place by place, with a separator between them; a scalar goes to every place."""
    parts = np.broadcast_arrays(*call.members("x"))
    rows = zip(*(part.reshape(-1) for part in parts), strict=True)
    joined = np.empty(parts[0].size, np.object_)
    joined[:] = [call.str("separator").join(map(str, row)) for row in rows]
    return joined.reshape(parts[0].shape)


KERNELS: dict[str, Kernel] = {
    "StringJoin": _join,
    "StringNormalizer": _normalizer,
}
