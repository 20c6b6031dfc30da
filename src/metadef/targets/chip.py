"""`Chip`: one chip as numbers, each of them a published fact or an estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from metadef.source import Span
from metadef.types.dtype import DataType

__all__ = ["Chip", "NumberSource"]

NumberSource: TypeAlias = Literal["facts", "estimated"]


@dataclass(frozen=True, slots=True)
class Chip:
    """What a compiler needs to know of one chip. A number that nobody published and nobody estimated is None.

    Rates are per core. Bytes per cycle times `frequency_mhz` are bytes per microsecond.
    """

    soc: str  # full name, ATC's --soc_version: "Ascend910B1"
    family: str  # short name, shared by chips that run the same kernels: "Ascend910B"
    architecture: str  # "AIC-C-220"
    cube_cores: int  # cores with a matrix unit
    vector_cores: int  # separate vector cores; 0 when each cube core has its own vector unit
    frequency_mhz: int
    ub_bytes: int  # unified buffer of a cube core
    m0: int  # rows of a cube tile; also the M0 axis of FRACTAL_NZ
    n0: int  # columns of a cube tile
    c0_default: int  # elements in the C0 axis for data types that `c0_table` does not list
    c0_table: tuple[tuple[DataType, int], ...]
    ddr_bytes_per_cycle: float  # from and to HBM or DDR
    ub_to_ddr_bytes_per_cycle: float
    cube_macs_per_cycle: int  # float16 multiply-adds
    vector_bytes_per_cycle: int  # bytes that a vector instruction covers in a cycle
    launch_overhead_us: float  # from one kernel's end to the next one's start
    l2_bytes: int | None = None
    l1_bytes: int | None = None
    l0a_bytes: int | None = None
    l0b_bytes: int | None = None
    l0c_bytes: int | None = None
    vector_ub_bytes: int | None = None  # unified buffer of a vector core, where it differs
    l2_bytes_per_cycle: float | None = None
    # factors, at least 1, on the time of an operator in a column that the cube likes less than its best one
    plain_convolution_slowdown: float | None = None  # feature maps as meant; None where the cube takes blocks alone
    plain_matmul_slowdown: float = 1.0  # both matrices as meant
    float_cube_slowdown: float = 1.0  # FLOAT against FLOAT16
    estimated: frozenset[str] = frozenset()  # names of the numbers here that are estimates; "c0" for the C0 table
    note: str = ""  # what a user should know before trusting the numbers
    defined: Span | None = None  # where the chip is described

    def c0(self, dtype: DataType) -> int:
        """Elements of `dtype` in the C0 axis, when the format itself does not fix it.

        >>> from metadef.targets import chip
        >>> [chip("Ascend910B1").c0(dtype) for dtype in (DataType.FLOAT16, DataType.INT8, DataType.INT4)]
        [16, 32, 64]
        """
        for listed, elements in self.c0_table:
            if listed is dtype:
                return elements
        return self.c0_default

    def source_of(self, number: str) -> NumberSource | None:
        """Whether a number is a fact or an estimate; None when it is unknown.

        Raises:
            AttributeError: if there is no such number.
        """
        if number != "c0" and getattr(self, number) is None:
            return None
        return "estimated" if number in self.estimated else "facts"

    @property
    def cores(self) -> int:
        """Cores that vector work can be spread over."""
        return self.vector_cores or self.cube_cores

    @property
    def ddr_bytes_per_us(self) -> float:
        """Bandwidth of the whole chip to its main memory, in bytes per microsecond (MB/s).

        >>> from metadef.targets import chip
        >>> round(chip("Ascend910B1").ddr_bytes_per_us / 1e6, 1)  # TB/s
        1.6
        """
        return self.ddr_bytes_per_cycle * self.cube_cores * self.frequency_mhz

    @property
    def l2_bytes_per_us(self) -> float | None:
        """Bandwidth of the whole chip to its L2 cache, in bytes per microsecond; None without one."""
        if self.l2_bytes_per_cycle is None:
            return None
        return self.l2_bytes_per_cycle * self.cube_cores * self.frequency_mhz

    @property
    def cube_macs_per_us(self) -> float:
        """float16 multiply-adds of the whole chip per microsecond."""
        return float(self.cube_macs_per_cycle) * self.cube_cores * self.frequency_mhz
