"""Random layout problems as plain data, and their cheapest cost by enumeration; knows nothing of the package."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Collection
from typing import Any

import numpy as np

FORMATS = ("ND", "NC1HWC0", "FRACTAL_NZ", "NHWC")
Raw = dict[str, Any]


def random_problem(
    rnd: random.Random, nodes: tuple[int, int] = (2, 6), columns: int = 3, possible: float = 0.9, window: int = 99
) -> Raw:
    """A chain-like DAG with one graph input; some nodes read a value twice, some have two outputs."""
    values: list[Raw] = [{"name": "in", "fixed": rnd.choice(FORMATS)}]
    made: list[Raw] = []
    for i in range(rnd.randint(*nodes)):
        near = values[-window:]
        ins = [v["name"] for v in rnd.sample(near, rnd.randint(1, min(3, len(near))))]
        if rnd.random() < 0.15:
            ins.append(ins[0])
        outs = [f"v{i}"] if rnd.random() < 0.85 else [f"v{i}", f"u{i}"]
        rows = [
            {
                "in": [rnd.choice(FORMATS) for _ in ins],
                "out": [rnd.choice(FORMATS) for _ in outs],
                "cost": rnd.randint(-2, 9),
            }
            for _ in range(rnd.randint(1, columns))
        ]
        made.append({"name": f"n{i}", "inputs": ins, "outputs": outs, "columns": rows})
        values += [{"name": name, "fixed": None} for name in outs]
    for value in values:
        pairs = [(a, b) for a in FORMATS for b in FORMATS if a != b and rnd.random() < possible]
        value["convert"] = {f"{a}->{b}": rnd.randint(0, 12) for a, b in pairs}
    return {"nodes": made, "values": values}


def cheapest(raw: Raw) -> float:
    """The least cost over all choices of columns, infinite when none is possible; all choices at once in NumPy."""
    sizes = [len(node["columns"]) for node in raw["nodes"]]
    picks = np.indices(sizes).reshape(len(sizes), -1)
    number = {name: k for k, name in enumerate(FORMATS)}
    cost = np.zeros(picks.shape[1])
    have: dict[str, Any] = {}
    need: dict[str, list[Any]] = {}
    for value in raw["values"]:
        if value["fixed"] is not None:
            have[value["name"]] = np.full(picks.shape[1], number[value["fixed"]])
    for node, pick in zip(raw["nodes"], picks, strict=True):
        cost += np.array([float(row["cost"]) for row in node["columns"]])[pick]
        for slot, name in enumerate(node["outputs"]):
            have[name] = np.array([number[row["out"][slot]] for row in node["columns"]])[pick]
        for slot, name in enumerate(node["inputs"]):
            wanted = np.array([number[row["in"][slot]] for row in node["columns"]])[pick]
            need.setdefault(name, []).append(wanted)
    for value in raw["values"]:
        table = np.full((len(FORMATS), len(FORMATS)), np.inf)
        np.fill_diagonal(table, 0.0)
        for pair, price in value["convert"].items():
            src, dst = pair.split("->")
            table[number[src], number[dst]] = price
        for dst in range(len(FORMATS)):
            asked = np.zeros(picks.shape[1], dtype=bool)
            for wanted in need.get(value["name"], ()):
                asked |= wanted == dst
            if asked.any():
                cost += np.where(asked, table[have[value["name"]], dst], 0.0)
    return float(cost.min())


def odd_problem(rnd: random.Random) -> Raw:
    """Anything that the form allows: cycles, nodes that read their own result, none of inputs, outputs or columns,
    values that nobody reads, prices of 0 and ones a millionth or a billion times the others, in any order."""
    scale = rnd.choice((1, 1, 1, 1e-6, 1e9))

    def cost(least: int) -> float:
        if rnd.random() < 0.2:
            return 0
        return rnd.uniform(least, 12) * (scale if least == 0 and rnd.random() < 0.3 else 1)

    values: list[Raw] = [{"name": f"in{k}", "fixed": rnd.choice(FORMATS)} for k in range(rnd.randint(0, 2))]
    made: list[Raw] = [{"name": f"n{k}"} for k in range(rnd.randint(1, 6))]
    before = [value["name"] for value in values]
    for k, node in enumerate(made):
        node["outputs"] = [f"v{k}", f"u{k}"][: rnd.choice((0, 1, 1, 1, 2))]
        values += [{"name": name, "fixed": None} for name in node["outputs"]]
    is_cyclic = rnd.random() < 0.3
    for node in made:
        near = [value["name"] for value in values] if is_cyclic else before
        node["inputs"] = [rnd.choice(near) for _ in range(rnd.randint(0, 3))] if near else []
        before += node["outputs"]
        node["columns"] = [
            {
                "in": [rnd.choice(FORMATS) for _ in node["inputs"]],
                "out": [rnd.choice(FORMATS) for _ in node["outputs"]],
                "cost": cost(-9),
            }
            for _ in range(0 if rnd.random() < 0.04 else rnd.randint(1, 3))
        ]
    possible = rnd.choice((0.3, 0.6, 0.9, 1))
    for value in values:
        pairs = [(a, b) for a in FORMATS for b in FORMATS if rnd.random() < possible]
        value["convert"] = {f"{a}->{b}": cost(0) for a, b in pairs}
    rnd.shuffle(made)
    rnd.shuffle(values)
    return {"nodes": made, "values": values}


def enumerated(raw: Raw, nodes: Collection[str] | None = None) -> float:
    """The least cost over all choices, one at a time; with `nodes`, of these alone, as if no other were there."""
    kept = [node for node in raw["nodes"] if nodes is None or node["name"] in nodes]
    convert = {value["name"]: value["convert"] for value in raw["values"]}
    given = {value["name"]: value["fixed"] for value in raw["values"] if value["fixed"] is not None}
    best = math.inf
    for rows in itertools.product(*[node["columns"] for node in kept]):
        have, need, terms = dict(given), set[tuple[str, str]](), [row["cost"] for row in rows]
        for node, row in zip(kept, rows, strict=True):
            have.update(zip(node["outputs"], row["out"], strict=True))
            need |= set(zip(node["inputs"], row["in"], strict=True))
        asked = [(name, form) for name, form in need if name in have and have[name] != form]
        terms += [convert[name].get(f"{have[name]}->{form}", math.inf) for name, form in asked]
        best = min(best, math.inf if math.inf in terms else math.fsum(terms))
    return best


def answer_cost(raw: Raw, answer: Raw) -> float | None:
    """What the answer's own columns and conversions cost; None when a consumer does not get its format."""
    have = {value["name"]: value["fixed"] for value in raw["values"] if value["fixed"] is not None}
    convert = {value["name"]: value["convert"] for value in raw["values"]}
    need: set[tuple[str, str]] = set()
    cost = 0.0
    for node in raw["nodes"]:
        row = node["columns"][answer["columns"][node["name"]]]
        cost += row["cost"]
        have.update(zip(node["outputs"], row["out"], strict=True))
        need |= set(zip(node["inputs"], row["in"], strict=True))
    done = {(c["value"], c["to"]) for c in answer["conversions"]}
    if len(done) != len(answer["conversions"]) or any(c["from"] != have[c["value"]] for c in answer["conversions"]):
        return None
    if any(have[value] != fmt and (value, fmt) not in done for value, fmt in need):
        return None
    return cost + sum(convert[value][f"{have[value]}->{fmt}"] for value, fmt in done)
