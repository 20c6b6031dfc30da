"""The table of CANN's own error codes: what each means, what to do, and which finding here covers it.

An entry is one code or a run of codes; families catch the codes that have no entry of their own. Source: facts on ATC's
command line (sections 4 and 5) and the problems that users report; texts are our own.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CODES", "FAMILIES", "CannCode"]


@dataclass(frozen=True, slots=True)
class CannCode:
    """One code of CANN, or a run of them, or a family."""

    code: str  # "E10501"; of a run the first one; of a family its beginning, such as "E11"
    owner: str  # who reports it
    what: str  # what it means
    action: str  # what to do
    ours: tuple[str, ...] = ()  # names of the findings here that cover it, the nearest first
    last: str = ""  # of a run the last code

    def covers(self, code: str) -> bool:
        """Whether an entry (not a family) is about this code."""
        return self.code <= code <= (self.last or self.code) and len(code) == len(self.code)

    @property
    def label(self) -> str:
        """`E10023 to E10030`, or the code alone."""
        return f"{self.code} to {self.last}" if self.last else self.code


_ATC = "ATC and GE, checks of parameters"
_GE = "GE, building the graph"
_ONNX = "ONNX parser"
_CAFFE = "Caffe parser"
_TF = "TensorFlow parser"
_FILES = "GE, files and fusion passes"
_OPS = "kernel selection and operator library"
_SHAPE = "write every unfixed axis into --input_shape, or fix it: `metadef compile MODEL --set SYMBOL=SIZE`"
_GEARS = "give each gear as many sizes as the model has axes of -1, every gear once"
_CHECK = "run `metadef check MODEL --target CHIP`: it lists everything at once"
_INNER = "look for the first specific line above it; " + _CHECK

CODES: tuple[CannCode, ...] = (
    CannCode(
        "E10001", _ATC, "A parameter has a value that is not allowed, often a shape with -1.", _SHAPE, ("bad-usage",)
    ),
    CannCode(
        "E10002",
        _ATC,
        "--input_shape is not written as `name:1,3,224,224;other:1,4`.",
        "quote the value and check the syntax",
        ("bad-usage",),
    ),
    CannCode(
        "E10003", _ATC, "A flag has a value that it does not take.", "take one of the listed values", ("bad-usage",)
    ),
    CannCode("E10004", _ATC, "A flag is empty.", "give it a value, in quotes when it has a semicolon", ("bad-usage",)),
    CannCode("E10005", _ATC, "A flag must be true or false.", "write true or false", ("bad-usage",)),
    CannCode("E10006", _ATC, "A flag must be 1 or 0.", "write 1 or 0", ("bad-usage",)),
    CannCode(
        "E10007",
        _ATC,
        "A required flag is missing.",
        "mode 0 needs --model, --framework, --output and --soc_version",
        ("bad-usage",),
    ),
    CannCode("E10008", _ATC, "A Caffe model was given without its weights.", "add --weight", ("bad-usage",)),
    CannCode(
        "E10009",
        _ATC,
        "Two flags of dynamic sizes exclude each other.",
        "use one of --dynamic_batch_size, --dynamic_image_size, --dynamic_dims",
        ("bad-usage",),
    ),
    CannCode("E10010", _ATC, "The log level is unknown.", "use debug, info, warning, error or null", ("bad-usage",)),
    CannCode("E10011", _ATC, "An axis is not positive.", _SHAPE, ("bad-dim",)),
    CannCode("E10012", _ATC, "A gear of a dynamic size is wrong.", _GEARS, ("bad-usage",)),
    CannCode(
        "E10013",
        _ATC,
        "A number is out of range.",
        "take a number inside the range that the message names",
        ("bad-usage",),
    ),
    CannCode("E10014", _ATC, "A parameter is invalid.", "take a value that the flag's page lists", ("bad-usage",)),
    CannCode(
        "E10016",
        _ATC,
        "A flag names an operator that the model does not have.",
        "print the names with `metadef show MODEL`",
        ("bad-usage",),
    ),
    CannCode(
        "E10017",
        _ATC,
        "A flag names an operator that is no input of the model.",
        "name inputs: `metadef show MODEL --format json` lists them",
        ("bad-usage",),
    ),
    CannCode("E10018", _ATC, "A gear of a dynamic size is wrong.", _GEARS, ("bad-usage",), "E10019"),
    CannCode(
        "E10021",
        _ATC,
        "A path has characters that ATC refuses, or does not exist.",
        "use letters, digits, `_`, `-` and `.`",
        ("file-missing",),
        "E10022",
    ),
    CannCode(
        "E10023",
        _ATC,
        "The file of --singleop is wrong.",
        "run `metadef ops import FILE`: it names each wrong field with its path",
        ("definition-field",),
        "E10030",
    ),
    CannCode("E10031", _ATC, "A gear of a dynamic size is wrong.", _GEARS, ("bad-usage",)),
    CannCode(
        "E10032",
        _ATC,
        "A JSON file cannot be parsed.",
        "run `metadef ops import FILE`: it names line and column",
        ("definition-syntax",),
    ),
    CannCode(
        "E10035",
        _ATC,
        "A gear of a dynamic size is wrong, or there are too few or too many.",
        _GEARS,
        ("bad-usage",),
        "E10040",
    ),
    CannCode(
        "E10041",
        _ATC,
        "The model cannot be loaded.",
        "run `metadef check MODEL`: it says where the file breaks off",
        ("file-truncated", "file-unrecognised"),
    ),
    CannCode("E10045", _ATC, "A gear of a dynamic size is wrong.", _GEARS, ("bad-usage",), "E10046"),
    CannCode("E10047", _ATC, "Two flags exclude each other.", "leave one of them out", ("bad-usage",)),
    CannCode(
        "E10049",
        _ATC,
        "A shape has another rank than the model's input.",
        "print the inputs with `metadef show MODEL`",
        ("rank-mismatch",),
    ),
    CannCode(
        "E10050",
        _ATC,
        "A size lies outside the range that was declared.",
        "widen the range, or change the size",
        ("bad-usage",),
    ),
    CannCode("E10052", _ATC, "The AIPP configuration is wrong.", "correct the file of --insert_op_conf", ()),
    CannCode(
        "E10054",
        _ATC,
        "A required value is empty; often the shell ate what follows a semicolon.",
        "put values with `;` in quotes",
        ("bad-usage",),
    ),
    CannCode("E10055", _ATC, "A combination of flags is not supported.", "leave one of them out", ("bad-usage",)),
    CannCode("E10056", _ATC, "Two flags exclude each other.", "leave one of them out", ("bad-usage",)),
    CannCode("E10057", _ATC, "Two flags only make sense together.", "give both", ("bad-usage",)),
    CannCode("E10058", _ATC, "A parameter is invalid.", "take a value that the flag's page lists", ("bad-usage",)),
    CannCode(
        "E10061", _ATC, "A parameter is invalid.", "take a value that the flag's page lists", ("bad-usage",), "E10063"
    ),
    CannCode(
        "E10401",
        "running single operators",
        "An operator got too many inputs.",
        "run `metadef ops show OP` and count",
        ("port-count",),
    ),
    CannCode(
        "E10402",
        "running single operators",
        "A buffer is too small.",
        "allocate what the shape and data type need",
        (),
        "E10404",
    ),
    CannCode(
        "E10405",
        "running single operators",
        "An operator got the wrong number of inputs or outputs.",
        "run `metadef ops show OP` and count",
        ("port-count",),
        "E10406",
    ),
    CannCode("E10410", "running single operators", "A file is missing.", "check the path", ("file-missing",)),
    CannCode(
        "E10501",
        _GE,
        "No prototype of this operator is registered: the IR is unknown.",
        "check the spelling with `metadef ops search NAME`; your own operator needs the package with its REG_OP",
        ("unknown-op", "unsupported-op"),
    ),
    CannCode("E11005", _CAFFE, "The shape of an input is not given.", _SHAPE, ()),
    CannCode(
        "E11009",
        _CAFFE,
        "A layer type has no Caffe parser.",
        "bring the model as ONNX: `metadef check model.onnx`",
        ("unsupported-op",),
    ),
    CannCode(
        "E11016",
        _CAFFE,
        "--out_nodes names something that the model does not have.",
        "use the names of tops",
        ("bad-usage",),
        "E11017",
    ),
    CannCode("E12009", _TF, "An operator lacks an input.", "export the graph again, frozen", ("missing-input",)),
    CannCode(
        "E12013", _TF, "A function of the graph cannot be expanded.", "export the graph with functions inlined", ()
    ),
    CannCode(
        "E12029", _TF, "A function of the graph cannot be expanded.", "export the graph with functions inlined", ()
    ),
    CannCode(
        "E13000",
        _FILES,
        "A file cannot be opened, read or written.",
        "check path and permissions",
        ("file-missing", "file-write"),
        "E13006",
    ),
    CannCode(
        "E13009",
        _FILES,
        "Two operators of the graph share a name.",
        "rename one; `metadef check MODEL` names both",
        ("duplicate-name",),
    ),
    CannCode("E13010", _FILES, "An operator has no plug-in that parses it.", _CHECK, ("unsupported-op",)),
    CannCode(
        "E13014",
        _FILES,
        "An operator has a bad parameter, often an attribute that is absent or of another kind.",
        _CHECK,
        ("attr-constraint", "attr-type", "missing-attr"),
    ),
    CannCode("E13015", _FILES, "An operator's parameter cannot be used.", _CHECK, ("attr-constraint",)),
    CannCode("E13018", _FILES, "An operator's parameter cannot be used.", _CHECK, ("attr-constraint",)),
    CannCode("E13023", _FILES, "The .om would be larger than 2 GB.", "use --external_weight", ("file-too-large",)),
    CannCode("E13024", _FILES, "An environment variable has a bad value.", "unset it", ()),
    CannCode("E13025", _FILES, "A tensor is invalid.", _CHECK, ("bad-dim",)),
    CannCode(
        "E13028",
        _FILES,
        "A custom fusion pass cannot be loaded, registered or run.",
        "take the pass out, then put it back alone",
        (),
        "E13030",
    ),
    CannCode("E13031", _FILES, "A tensor is invalid.", _CHECK, ("bad-dim",)),
    CannCode(
        "E14001",
        _GE,
        "An argument of an operator is invalid: the number of inputs, or the type of one.",
        _CHECK,
        ("port-count", "missing-input", "dtype-not-allowed"),
    ),
    CannCode(
        "E14002",
        _GE,
        "A required attribute is absent.",
        "run `metadef ops show OP` for the required ones",
        ("missing-attr",),
    ),
    CannCode("E16001", _ONNX, "The model has no node of the kind that was looked for.", "check --out_nodes", ()),
    CannCode(
        "E16002",
        _ONNX,
        "An ONNX operator has no parser, so nothing maps it.",
        _CHECK + ", all unmapped operators included",
        ("unsupported-op",),
    ),
    CannCode("E16004", _ONNX, "The file has no graph.", "export again; the file may be cut off", ("file-truncated",)),
    CannCode(
        "E16005",
        _ONNX,
        "A domain or its version is not supported.",
        "export with another opset",
        ("opset-unsupported",),
    ),
    CannCode(
        "E19010",
        "the parsers, older releases",
        "No parser is registered for an operator.",
        _CHECK + ", all unmapped operators included",
        ("unsupported-op",),
    ),
    CannCode("E18888", "graph and metadata, inner", "An inner error; the code says nothing of the cause.", _INNER, ()),
    CannCode("E19999", "GE, inner", "An inner error; the code says nothing of the cause.", _INNER, ()),
    CannCode("E29999", "FE, inner", "An inner error of the fusion engine.", _INNER, ()),
    CannCode(
        "E39999",
        "runtime, inner",
        "An inner error of the runtime.",
        "check driver, device and memory; nothing offline can see it",
        (),
    ),
    CannCode(
        "E40021",
        "TBE, compiling a kernel",
        "An operator could not be compiled, often for a shape or type that it never said it lacks.",
        _CHECK,
        ("call-constraint", "unsupported-on-target"),
    ),
    CannCode("E49999", "TBE, inner", "An inner error of the kernel compiler.", _INNER, ()),
    CannCode("EB9999", "TBE, DSL", "An inner error of the kernel language.", _INNER, ()),
    CannCode("EF9999", "FE, inner", "An inner error of the fusion engine.", _INNER, ()),
    CannCode("EH9999", "ACL, inner", "An inner error of the application layer.", _INNER, ()),
    CannCode(
        "EZ1001",
        "aclnn",
        "A parameter of an operator's API is invalid.",
        "run `metadef ops show OP`; " + _CHECK,
        ("dtype-not-allowed", "attr-constraint"),
    ),
    CannCode(
        "EZ3002",
        _OPS,
        "A kernel library does not support the operator with these data types and formats.",
        _CHECK + " and the legal columns; `metadef soc import` brings the columns of an installed CANN",
        ("unsupported-on-target", "dtype-not-allowed"),
    ),
    CannCode(
        "EZ3003",
        _OPS,
        "No kernel library supports the operator at all; an EZ3002 of each library stands above.",
        _CHECK + " and the legal columns; `metadef soc import` brings the columns of an installed CANN",
        ("unsupported-on-target",),
    ),
    CannCode(
        "EZ9999",
        "an operator's own host code",
        "An inner error of an operator, most often while shapes are inferred.",
        "run `metadef infer MODEL`: it names the node and the law that is broken",
        ("shape-mismatch", "call-constraint"),
    ),
    CannCode(
        "W11001",
        "kernel selection",
        "An operator runs from a library of lower priority.",
        "nothing, unless it is slow",
        (),
    ),
    CannCode(
        "W11002",
        "kernel selection",
        "An operator is not found where it was looked for first.",
        "nothing, unless it is slow",
        (),
    ),
    CannCode(
        "W11003",
        "kernel selection",
        "An operator lacks an implementation in one library.",
        "nothing, when another library has it",
        (),
    ),
)

# Beginning of a code: what is known of all codes that begin so. The longest beginning counts.
FAMILIES: tuple[CannCode, ...] = (
    CannCode(
        "E100",
        _ATC,
        "A parameter of the command line was refused.",
        "read the value and the reason in the message",
        ("bad-usage",),
    ),
    CannCode(
        "E104",
        "running single operators",
        "A call of a single operator has wrong counts or buffers.",
        "run `metadef ops show OP` and count",
        ("port-count",),
    ),
    CannCode(
        "E11",
        _CAFFE,
        "A Caffe model was refused.",
        "bring the model as ONNX: `metadef check model.onnx`",
        ("unsupported-op",),
    ),
    CannCode(
        "E12",
        _TF,
        "A TensorFlow graph was refused.",
        "bring the model as ONNX: `metadef check model.onnx`",
        ("unsupported-op",),
    ),
    CannCode("E13", _FILES, "A file, a graph or a fusion pass was refused.", _CHECK, ()),
    CannCode("E14", _GE, "An operator's argument was refused.", _CHECK, ("port-count", "missing-attr")),
    CannCode("E16", _ONNX, "An ONNX model was refused.", _CHECK, ("unsupported-op",)),
    CannCode("E19", "GE", "The graph engine failed.", _INNER, ()),
    CannCode("E2", "FE, the fusion engine", "Choosing kernels or fusing failed.", _INNER, ("unsupported-on-target",)),
    CannCode("E3", "runtime", "The runtime failed.", "check driver, device and memory; nothing offline can see it", ()),
    CannCode("E4", "TBE, compiling a kernel", "A kernel could not be compiled.", _CHECK, ("unsupported-on-target",)),
    CannCode("E5", "another engine or tool", "An engine or a tool beside GE failed.", _INNER, ()),
    CannCode("E6", "another engine or tool", "An engine or a tool beside GE failed.", _INNER, ()),
    CannCode("E7", "another engine or tool", "An engine or a tool beside GE failed.", _INNER, ()),
    CannCode("E8", "another engine or tool", "An engine or a tool beside GE failed.", _INNER, ()),
    CannCode("E9", "another engine or tool", "An engine or a tool beside GE failed.", _INNER, ()),
    CannCode(
        "EE",
        "runtime or driver",
        "The runtime or the driver failed.",
        "check driver, device and memory; nothing offline can see it",
        (),
    ),
    CannCode(
        "EI",
        "HCCL, collective communication",
        "Communication between devices failed.",
        "check the network and the rank table; nothing offline can see it",
        (),
    ),
    CannCode(
        "EJ",
        "HCCL, collective communication",
        "Communication between devices failed.",
        "check the network and the rank table; nothing offline can see it",
        (),
    ),
    CannCode(
        "EK",
        "runtime or driver",
        "The runtime or the driver failed.",
        "check driver, device and memory; nothing offline can see it",
        (),
    ),
    CannCode(
        "EL",
        "runtime or driver",
        "The runtime or the driver failed.",
        "check driver, device and memory; nothing offline can see it",
        (),
    ),
    CannCode("EZ", _OPS, "The operator library refused a call.", _CHECK, ("unsupported-on-target", "shape-mismatch")),
    CannCode("W1", "GE", "A warning; the conversion went on.", "read it", ()),
)
