"""Molecular dynamics: descriptors, forces and virials."""

from __future__ import annotations

from metadef.catalogue.vocabulary import DOUBLE, FLOAT, FLOAT16, INT32, PURE, Float, Int, ListInt, op
from metadef.infer.dtypes import follow
from metadef.infer.shape import common, molecular

ProdEnvMatA = (
    op("ProdEnvMatA")
    .input("coord", FLOAT | DOUBLE)
    .input("type", INT32)
    .input("natoms", INT32)
    .input("box", FLOAT | DOUBLE)
    .input("mesh", INT32)
    .input("davg", FLOAT | DOUBLE)
    .input("dstd", FLOAT | DOUBLE)
    .output("descrpt", FLOAT | DOUBLE)
    .output("descrpt_deriv", FLOAT | DOUBLE)
    .output("rij", FLOAT | DOUBLE)
    .output("nlist", INT32)
    .attr("rcut_a", Float, 1.0)
    .attr("rcut_r", Float, 1.0)
    .attr("rcut_r_smth", Float, 1.0)
    .attr("sel_a", ListInt, ())
    .attr("sel_r", ListInt, ())
    .shape(molecular.neighbours)
    .dtype(follow("coord"))
    .traits(PURE)
    .category("molecular")
)

ProdEnvMatACalcDescrpt = (
    op("ProdEnvMatACalcDescrpt")
    .input("distance", FLOAT | DOUBLE)
    .input("rij_x", FLOAT | DOUBLE)
    .input("rij_y", FLOAT | DOUBLE)
    .input("rij_z", FLOAT | DOUBLE)
    .input("type", INT32)
    .input("natoms", INT32)
    .input("mesh", INT32)
    .input("davg", FLOAT | DOUBLE)
    .input("dstd", FLOAT | DOUBLE)
    .output("descrpt", FLOAT | DOUBLE)
    .output("descrpt_deriv", FLOAT | DOUBLE)
    .attr("rcut_a", Float, 1.0)
    .attr("rcut_r", Float, 1.0)
    .attr("rcut_r_smth", Float, 1.0)
    .attr("sel_a", ListInt, ())
    .attr("sel_r", ListInt, ())
    .shape(molecular.neighbours)
    .dtype(follow("distance"))
    .traits(PURE)
    .category("molecular")
)

ProdEnvMatACalcRij = (
    op("ProdEnvMatACalcRij")
    .input("coord", FLOAT | DOUBLE)
    .input("type", INT32)
    .input("natoms", INT32)
    .input("box", FLOAT | DOUBLE)
    .input("mesh", INT32)
    .output("rij", FLOAT | DOUBLE)
    .output("nlist", INT32)
    .output("distance", FLOAT | DOUBLE)
    .output("rij_x", FLOAT | DOUBLE)
    .output("rij_y", FLOAT | DOUBLE)
    .output("rij_z", FLOAT | DOUBLE)
    .attr("rcut_a", Float, 1.0)
    .attr("rcut_r", Float, 1.0)
    .attr("rcut_r_smth", Float, 1.0)
    .attr("sel_a", ListInt, ())
    .attr("sel_r", ListInt, ())
    .shape(molecular.neighbours)
    .dtype(follow("coord"))
    .traits(PURE)
    .category("molecular")
)

ProdForceSeA = (
    op("ProdForceSeA")
    .input("net_deriv", FLOAT16 | FLOAT | DOUBLE)
    .input("in_deriv", FLOAT16 | FLOAT | DOUBLE)
    .input("nlist", INT32)
    .input("natoms", INT32)
    .output("atom_force", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("n_a_sel", Int)
    .required_attr("n_r_sel", Int)
    .shape(molecular.force)
    .dtype(follow("net_deriv"))
    .traits(PURE)
    .category("molecular")
)

ProdVirialSeA = (
    op("ProdVirialSeA")
    .input("net_deriv", FLOAT16 | FLOAT | DOUBLE)
    .input("in_deriv", FLOAT16 | FLOAT | DOUBLE)
    .input("rij", FLOAT16 | FLOAT | DOUBLE)
    .input("nlist", INT32)
    .input("natoms", INT32)
    .output("virial", FLOAT16 | FLOAT | DOUBLE)
    .output("atom_virial", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("n_a_sel", Int)
    .required_attr("n_r_sel", Int)
    .shape(molecular.virial)
    .dtype(follow("net_deriv"))
    .traits(PURE)
    .category("molecular")
)

TabulateFusion = (
    op("TabulateFusion")
    .input("table", FLOAT16 | FLOAT | DOUBLE)
    .input("table_info", FLOAT16 | FLOAT | DOUBLE)
    .input("em_x", FLOAT16 | FLOAT | DOUBLE)
    .input("em", FLOAT16 | FLOAT | DOUBLE)
    .output("descriptor", FLOAT16 | FLOAT | DOUBLE)
    .required_attr("last_layer_size", Int)
    .shape(molecular.tabulate)
    .dtype(follow("table"))
    .traits(PURE)
    .category("molecular")
)

TabulateFusionGrad = (
    op("TabulateFusionGrad")
    .input("table", FLOAT16 | FLOAT | DOUBLE)
    .input("table_info", FLOAT16 | FLOAT | DOUBLE)
    .input("em_x", FLOAT16 | FLOAT | DOUBLE)
    .input("em", FLOAT16 | FLOAT | DOUBLE)
    .input("dy", FLOAT16 | FLOAT | DOUBLE)
    .input("descriptor", FLOAT16 | FLOAT | DOUBLE)
    .output("dy_dem_x", FLOAT16 | FLOAT | DOUBLE)
    .output("dy_dem", FLOAT16 | FLOAT | DOUBLE)
    .shape(common.each_of("em_x", "em"))
    .dtype(follow("em_x"))
    .traits(PURE)
    .category("molecular")
)

OPS = (
    ProdEnvMatA,
    ProdEnvMatACalcDescrpt,
    ProdEnvMatACalcRij,
    ProdForceSeA,
    ProdVirialSeA,
    TabulateFusion,
    TabulateFusionGrad,
)
