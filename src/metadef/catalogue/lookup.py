"""Lookup tables."""

from __future__ import annotations

from metadef.catalogue.vocabulary import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT32,
    INT64,
    RESOURCE,
    STATEFUL,
    STRING,
    Bool,
    Float,
    Int,
    ListInt,
    RealNumberType,
    String,
    Type,
    op,
)
from metadef.infer.dtypes import from_attr
from metadef.infer.listed_types import by_port
from metadef.infer.shape import common, handles, lookup

HashTable = (
    op("HashTable")
    .output("handle", RESOURCE)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("use_node_name_sharing", Bool, False)
    .required_attr("key_dtype", Type)
    .required_attr("value_dtype", Type)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("lookup")
)

InitializeTable = (
    op("InitializeTable")
    .input("handle", RESOURCE)
    .input("keys", INT32 | INT64 | STRING)
    .input("values", INT32 | INT64 | FLOAT | DOUBLE | BOOL | STRING)
    .shape(lookup.filled)
    .traits(STATEFUL)
    .category("lookup")
)

LookupTableExport = (
    op("LookupTableExport")
    .input("handle", RESOURCE)
    .output("keys", INT32 | INT64 | STRING)
    .output("values", BOOL | DOUBLE | FLOAT | INT32 | INT64 | STRING)
    .required_attr("Tkeys", Type)
    .required_attr("Tvalues", Type)
    .shape(lookup.exported)
    .dtype(by_port(keys="Tkeys", values="Tvalues"))
    .traits(STATEFUL)
    .category("lookup")
)

LookupTableFind = (
    op("LookupTableFind")
    .input("handle", RESOURCE)
    .input("keys", INT32 | INT64 | STRING)
    .input("default_value", DOUBLE | FLOAT | INT32 | INT64 | STRING | BOOL)
    .output("values", DOUBLE | FLOAT | INT32 | INT64 | STRING | BOOL)
    .required_attr("Tout", Type)
    .dtype(from_attr("Tout"))
    .traits(STATEFUL)
    .category("lookup")
)

LookupTableImport = (
    op("LookupTableImport")
    .input("handle", RESOURCE)
    .input("keys", STRING | INT32 | INT64)
    .input("values", BOOL | DOUBLE | FLOAT | INT32 | INT64 | STRING)
    .shape(lookup.filled)
    .traits(STATEFUL)
    .category("lookup")
)

LookupTableInsert = (
    op("LookupTableInsert")
    .input("handle", RESOURCE)
    .input("keys", STRING | INT32 | INT64)
    .input("values", BOOL | DOUBLE | FLOAT | INT32 | INT64 | STRING)
    .shape(lookup.filled)
    .traits(STATEFUL)
    .category("lookup")
)

LookupTableRemove = (
    op("LookupTableRemove")
    .input("table_handle", RESOURCE)
    .input("keys", RealNumberType | BOOL | STRING)
    .shape(handles.nothing)
    .traits(STATEFUL)
    .category("lookup")
)

LookupTableSize = (
    op("LookupTableSize")
    .input("handle", RESOURCE)
    .output("size", INT64)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("lookup")
)

MutableDenseHashTable = (
    op("MutableDenseHashTable")
    .input("empty_key", INT32 | INT64 | STRING)
    .input("deleted_key", INT32 | INT64 | STRING)
    .output("handle", RESOURCE)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("use_node_name_sharing", Bool, False)
    .required_attr("value_dtype", Type)
    .attr("value_shape", ListInt, ())
    .attr("initial_num_buckets", Int, 131072)
    .attr("max_load_factor", Float, 0.8)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("lookup")
)

MutableHashTable = (
    op("MutableHashTable")
    .output("handle", RESOURCE)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("use_node_name_sharing", Bool, False)
    .required_attr("key_dtype", Type)
    .required_attr("value_dtype", Type)
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("lookup")
)

MutableHashTableOfTensors = (
    op("MutableHashTableOfTensors")
    .output("handle", RESOURCE)
    .attr("container", String, "")
    .attr("shared_name", String, "")
    .attr("use_node_name_sharing", Bool, False)
    .required_attr("key_dtype", Type)
    .required_attr("value_dtype", Type)
    .attr("value_shape", ListInt, ())
    .shape(common.scalar)
    .traits(STATEFUL)
    .category("lookup")
)

OPS = (
    HashTable,
    InitializeTable,
    LookupTableExport,
    LookupTableFind,
    LookupTableImport,
    LookupTableInsert,
    LookupTableRemove,
    LookupTableSize,
    MutableDenseHashTable,
    MutableHashTable,
    MutableHashTableOfTensors,
)
