"""The rules: name to `"module:object"`, loaded on demand. A new rule is one file in `rules/` and one line here.

The code of a rule stands in its own file; the entry of the table of codes is made from the rule's docstring
(`python -m metadef.checks.pages`), so that `metadef explain` and every renderer know it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from metadef.checks.record import Rule
from metadef.errors import MetadefError
from metadef.plugins import PluginError, Table

__all__ = ["RULES", "all_rules", "installed_rules", "load_rule"]

RULES: dict[str, str] = {
    "op-name-not-camel-case": "metadef.checks.rules.op_name_not_camel_case:RULE",
    "op-name-not-descriptive": "metadef.checks.rules.op_name_not_descriptive:RULE",
    "attr-name-not-snake-case": "metadef.checks.rules.attr_name_not_snake_case:RULE",
    "port-name-not-snake-case": "metadef.checks.rules.port_name_not_snake_case:RULE",
    "bool-attr-without-prefix": "metadef.checks.rules.bool_attr_without_prefix:RULE",
    "meaningless-port-name": "metadef.checks.rules.meaningless_port_name:RULE",
    "keyword-name": "metadef.checks.rules.keyword_name:RULE",
    "name-clash-by-case": "metadef.checks.rules.name_clash_by_case:RULE",
    "duplicate-port": "metadef.checks.rules.duplicate_port:RULE",
    "duplicate-attr": "metadef.checks.rules.duplicate_attr:RULE",
    "attr-shares-input-name": "metadef.checks.rules.attr_shares_input_name:RULE",
    "no-output": "metadef.checks.rules.no_output:RULE",
    "optional-before-required": "metadef.checks.rules.optional_before_required:RULE",
    "dynamic-input-not-last": "metadef.checks.rules.dynamic_input_not_last:RULE",
    "default-illegal-for-type": "metadef.checks.rules.default_illegal_for_type:RULE",
    "default-breaks-constraint": "metadef.checks.rules.default_breaks_constraint:RULE",
    "undefined-datatype-symbol": "metadef.checks.rules.undefined_datatype_symbol:RULE",
    "unused-datatype-symbol": "metadef.checks.rules.unused_datatype_symbol:RULE",
    "promote-needs-two-symbols": "metadef.checks.rules.promote_needs_two_symbols:RULE",
    "promote-symbol-undefined": "metadef.checks.rules.promote_symbol_undefined:RULE",
    "promote-cycle": "metadef.checks.rules.promote_cycle:RULE",
    "empty-type-set": "metadef.checks.rules.empty_type_set:RULE",
    "list-symbol-on-single-port": "metadef.checks.rules.list_symbol_on_single_port:RULE",
    "output-dtype-not-derivable": "metadef.checks.rules.output_dtype_not_derivable:RULE",
    "inplace-dtype-mismatch": "metadef.checks.rules.inplace_dtype_mismatch:RULE",
    "inplace-kind-mismatch": "metadef.checks.rules.inplace_kind_mismatch:RULE",
    "missing-shape-rule": "metadef.checks.rules.missing_shape_rule:RULE",
    "missing-format-rule": "metadef.checks.rules.missing_format_rule:RULE",
    "deprecated-without-replacement": "metadef.checks.rules.deprecated_without_replacement:RULE",
    "deprecated-replacement-unknown": "metadef.checks.rules.deprecated_replacement_unknown:RULE",
    "header-disagrees-with-catalogue": "metadef.checks.rules.header_disagrees_with_catalogue:RULE",
    "sources-disagree": "metadef.checks.rules.sources_disagree:RULE",
    "operator-defined-twice": "metadef.checks.rules.operator_defined_twice:RULE",
    "column-length-mismatch": "metadef.checks.rules.column_length_mismatch:RULE",
    "unknown-format-in-columns": "metadef.checks.rules.unknown_format_in_columns:RULE",
    "column-repeated": "metadef.checks.rules.column_repeated:RULE",
    "column-dtype-outside-prototype": "metadef.checks.rules.column_dtype_outside_prototype:RULE",
    "chip-unknown": "metadef.checks.rules.chip_unknown:RULE",
    "doc-missing": "metadef.checks.rules.doc_missing:RULE",
    "port-doc-missing": "metadef.checks.rules.port_doc_missing:RULE",
    "attr-doc-missing": "metadef.checks.rules.attr_doc_missing:RULE",
    "doc-names-unknown-port": "metadef.checks.rules.doc_names_unknown_port:RULE",
    "doc-names-unknown-attr": "metadef.checks.rules.doc_names_unknown_attr:RULE",
    "doc-in-wrong-section": "metadef.checks.rules.doc_in_wrong_section:RULE",
    "required-attr-with-default-in-doc": "metadef.checks.rules.required_attr_with_default_in_doc:RULE",
    "default-disagrees-with-doc": "metadef.checks.rules.default_disagrees_with_doc:RULE",
    "doc-section-misspelled": "metadef.checks.rules.doc_section_misspelled:RULE",
    "doc-repeats-name": "metadef.checks.rules.doc_repeats_name:RULE",
}


def load_rule(name: str) -> Rule:
    """The rule called `name`.

    Raises:
        KeyError: if there is none.
    """
    module, _, attribute = RULES[name].partition(":")
    rule: object = getattr(import_module(module), attribute)
    if not isinstance(rule, Rule) or rule.name != name:
        raise TypeError(f"{RULES[name]} is not the rule {name}")
    return rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the table."""
    return tuple(map(load_rule, RULES))


@cache
def installed_rules() -> tuple[Rule, ...]:
    """The rules of this table, then those that other packages bring through the entry-point group `metadef.checks`.

    Raises:
        MetadefError: if a package brings something else, or claims a name that is taken.
    """
    table = Table("metadef.checks", RULES)
    if table.clashes:
        clash = table.clashes[0]
        raise MetadefError.of("plugin-unusable", f"rule {clash.name}", str(clash))
    rules: list[Rule] = list(all_rules())
    for name in table:
        if name not in RULES:
            try:
                rule = table.load(name)
            except PluginError as error:
                raise MetadefError.of("plugin-unusable", f"rule {name}", str(error)) from error
            if not isinstance(rule, Rule) or rule.name != name:
                raise MetadefError.of("plugin-unusable", f"rule {name}", f"{table[name]} is not the rule {name}")
            rules.append(rule)
    return tuple(rules)
