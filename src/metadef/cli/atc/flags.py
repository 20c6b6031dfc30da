"""ATC's flags: `--name=value` as gflags reads them, every name known, unknown ones with the nearest.

Source: facts on ATC's command line, section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from metadef.errors import Finding, UsageError, did_you_mean, finding

__all__ = ["ATC_FLAGS", "OWN_FLAGS", "Flags", "parse_flags"]

_MAX_WORDS = 100_000

# Flags that ATC has, whether a mode here uses them or not: people bring whole command lines.
ATC_FLAGS: frozenset[str] = frozenset(
    """
    aicore_num allow_hf32 atomic_clean_policy auto_tune_mode buffer_optimize check_report compress_weight_conf
    compression_optimize_conf core_type cube_fp16in_fp32out customize_dtypes debug_dir deterministic
    disable_reuse_memory display_model_info dump_mode dynamic_batch_size dynamic_dims dynamic_image_size
    enable_compress_weight enable_scope_fusion_passes enable_single_stream enable_small_channel
    export_compile_stat external_weight framework fusion_switch_file host_env_cpu host_env_os input_format
    input_fp16_nodes input_hint_shape input_shape input_shape_range insert_op_conf is_input_adjust_hw_layout
    is_output_adjust_hw_layout jit_compile json keep_dtype log mdl_bank_path mode model modify_mixlist om
    oo_constant_folding oo_dead_code_elimination oo_level op_bank_path op_compiler_cache_dir
    op_compiler_cache_mode op_debug_config op_debug_level op_name_map op_precision_mode op_select_implmode
    optimization_switch optypelist_for_implmode out_nodes output output_type precision_mode precision_mode_v2
    quant_dumpable raw_ge_options raw_ge_options_ignore_unsupported save_original_model shape_generalized singleop
    soc_version sparsity status_check tiling_schedule_optimize topo_sorting_mode virtual_type weight
    """.split()
)
OWN_FLAGS: frozenset[str] = frozenset({"op_def", "target_arch", "help", "h"})  # `convert_def_to_json` has no ATC flags


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags of one command line; a flag that stands several times keeps all its values."""

    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def one(self, name: str, default: str = "") -> str:
        """The value of a flag; the last one when it stands several times, as gflags has it."""
        return self.values[name][-1] if name in self.values else default

    def required(self, name: str) -> str:
        """The value of a flag that a mode needs.

        Raises:
            UsageError: if it is absent or empty.
        """
        value = self.one(name)
        if not value:
            what = "is empty" if name in self.values else "is missing"
            raise UsageError.of("bad-usage", f"--{name}", f"{what}; this mode needs it", hint=f"--{name}=...")
        return value

    def many(self, name: str) -> list[str]:
        """The values of a flag that takes several: repeated, or separated by commas, semicolons or spaces."""
        words = (value.replace(";", " ").replace(",", " ").split() for value in self.values.get(name, ()))
        return list(dict.fromkeys(word for group in words for word in group))

    def unused(self, taken: Iterable[str]) -> list[Finding]:
        """A warning for each flag that has no effect in the mode that takes `taken`."""
        known = {*taken, "mode", "log", "help", "h"}
        return [
            finding("flag-without-effect", f"--{name}", "has no effect in this mode")
            for name in self.values
            if name not in known
        ]


def parse_flags(words: Sequence[str]) -> Flags:
    """Flags as gflags reads them: `--name=value`, `--name value`, and one dash as good as two.

    Further bare words belong to the flag before them, so that `--target_arch A B` means both.

    Raises:
        UsageError: for names that ATC does not have, with the nearest, and for words that belong to no flag.

    >>> parse_flags(["--mode=0", "-model", "a.onnx", "--target_arch", "Ascend310P3", "Ascend910B1"]).values
    {'mode': ('0',), 'model': ('a.onnx',), 'target_arch': ('Ascend310P3', 'Ascend910B1')}
    """
    values: dict[str, tuple[str, ...]] = {}
    wrong: list[Finding] = []
    current = ""
    if len(words) > _MAX_WORDS:
        raise UsageError.of("bad-usage", "metadef atc", f"more than {_MAX_WORDS} words")
    for word in words:
        if not word.startswith("-") or word == "-" or word[1:2].isdigit():
            if not current:
                wrong.append(finding("bad-usage", word[:80], "belongs to no flag", hint=f"--model={word[:80]}"))
                continue
            values[current] = (*values[current], word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if name not in ATC_FLAGS and name not in OWN_FLAGS:
            hint = did_you_mean(name, ATC_FLAGS | OWN_FLAGS)
            names = " or ".join(f"--{item}" for item in hint.split(" or ")) if hint else ""
            wrong.append(finding("bad-usage", f"--{name[:80]}", "ATC has no such flag", hint=names))
            current = ""
            continue
        values[name] = (*values.get(name, ()), *((value,) if equals else ()))
        current = name
    if wrong:
        raise UsageError(wrong)
    return Flags({name: given or ("",) for name, given in values.items()})
