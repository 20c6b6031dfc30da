"""Our own protobuf schema, `cann.meta`: prototypes, tensors, graphs, memory plans, hints, and what hardware supports.

Field numbers and names are for ever. `proto_text` writes the `.proto` file; the records go to messages and back, in
binary for programs (`to_bytes`) and in JSON for people (`to_json`); fields that this release does not know survive.
"""

from metadef.schema.graphs import graph_from_message, graph_to_message
from metadef.schema.hardware import HardwareSupport, hardware_support
from metadef.schema.messages import from_bytes, from_json, to_bytes, to_json
from metadef.schema.plans import plan_from_message, plan_to_message
from metadef.schema.proto_text import proto_text
from metadef.schema.prototypes import proto_from_message, proto_to_message
from metadef.schema.tensors import desc_from_message, desc_to_message

__all__ = [
    "HardwareSupport",
    "desc_from_message",
    "desc_to_message",
    "from_bytes",
    "from_json",
    "graph_from_message",
    "graph_to_message",
    "hardware_support",
    "plan_from_message",
    "plan_to_message",
    "proto_from_message",
    "proto_text",
    "proto_to_message",
    "to_bytes",
    "to_json",
]
