"""Random layout problems as plain data, and their cheapest cost by enumeration; knows nothing of the package."""

from __future__ import annotations

import random
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
