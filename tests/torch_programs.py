"""Records small PyTorch modules as programs with their results; needs PyTorch, which the tests themselves do not.

    python tests/torch_programs.py [NAME...]

Without names, all are recorded anew. Writes tests/data/torch/NAME.pt2: what `torch.export.save` gives, without stack
traces and pickled sample inputs, but with inputs and results of the module as `expected/input_0.npy`,
`expected/output_0.npy`, ...
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent / "data" / "torch"


def modules(torch: Any) -> Iterator[tuple[str, Any, tuple[Any, ...], Any]]:
    """Name, module, inputs, dynamic shapes."""
    nn, f = torch.nn, torch.nn.functional

    class Of(nn.Module):
        def __init__(self, run: Callable[..., Any], **parts: Any) -> None:
            super().__init__()
            for name, part in parts.items():
                setattr(self, name, part)
            self.run = run

        def forward(self, *inputs: Any) -> Any:
            return self.run(self, *inputs)

    batch = torch.export.Dim("batch", min=1, max=64)
    length = torch.export.Dim("length", min=2, max=512)
    image, rows = torch.randn(2, 3, 16, 16), torch.randn(3, 8)
    first = ({0: batch},)

    def network(m: Any, x: Any) -> Any:
        y = f.max_pool2d(torch.relu(m.norm(m.conv(x))), 2)
        return torch.softmax(m.last(y.mean((2, 3))), -1)

    yield (
        "network",
        Of(network, conv=nn.Conv2d(3, 8, 3, padding=1), norm=nn.BatchNorm2d(8), last=nn.Linear(8, 4)),
        (image,),
        (first,),
    )

    def convolutions(m: Any, x: Any) -> Any:
        y = f.hardswish(m.groups(f.silu(m.stem(x))))
        y = m.up(f.leaky_relu(y, 0.2))
        y = f.avg_pool2d(y, 3, 2, 1, count_include_pad=False)
        return (
            f.adaptive_avg_pool2d(y, 2),
            f.interpolate(y, scale_factor=2.0),
            f.interpolate(y, size=(9, 7), mode="bilinear"),
        )

    yield (
        "convolutions",
        Of(
            convolutions,
            stem=nn.Conv2d(3, 8, 3, stride=2, padding=1, bias=False),
            groups=nn.Conv2d(8, 8, 3, padding=2, dilation=2, groups=4),
            up=nn.ConvTranspose2d(8, 4, 2, stride=2),
        ),
        (image,),
        (None,),
    )

    def sequence(m: Any, x: Any) -> Any:
        y = m.conv(x.transpose(1, 2))
        y = f.max_pool1d(f.gelu(y), 2)
        return f.avg_pool1d(y, 2), f.elu(y), f.softplus(y), m.slope(y)

    yield (
        "sequence",
        Of(sequence, conv=nn.Conv1d(6, 4, 3, padding=1), slope=nn.PReLU(4)),
        (torch.randn(2, 12, 6),),
        (None,),
    )

    class Encoder(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed = nn.Embedding(50, 16)
            self.qkv, self.out = nn.Linear(16, 48), nn.Linear(16, 16)
            self.first, self.second = nn.LayerNorm(16), nn.LayerNorm(16, elementwise_affine=False)
            self.up, self.down = nn.Linear(16, 32), nn.Linear(32, 16)

        def forward(self, ids: Any) -> Any:
            x = self.embed(ids) + torch.arange(ids.shape[1]).unsqueeze(-1) * 0.01
            b, s, d = x.shape
            q, k, v = (t.view(b, s, 4, 4).transpose(1, 2) for t in self.qkv(self.first(x)).chunk(3, -1))
            y = f.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(y.transpose(1, 2).reshape(b, s, d))
            return x + self.down(f.gelu(self.up(self.second(x)), approximate="tanh"))

    ids = torch.randint(0, 50, (2, 7))
    yield "encoder", Encoder(), (ids,), ({0: batch, 1: length},)

    def arithmetic(m: Any, x: Any, y: Any) -> Any:
        n = (x * 10).to(torch.int32)
        return (
            x + 2 * y - 1, torch.add(x, y, alpha=3), 1 - x, x / (y.abs() + 1), n // 3, n % 3, x % 0.7, x**2,
            torch.pow(2.0, x), torch.div(x, 0.3, rounding_mode="trunc"), torch.div(x, 0.3, rounding_mode="floor"),
            torch.maximum(x, y), x.clamp(-0.5, 0.5), x.clamp(min=0.1), torch.where(x > y, x, 0.0),
            x.masked_fill(y < 0, 7.0),
            torch.rsqrt(x.abs() + 1), torch.log1p(x.abs()), torch.expm1(x), torch.trunc(x * 3), x != y,
            (x > 0) & (y > 0),
            ~(x > 0), torch.logical_or(x > 0, y > 0), n & 3, n + 0.5, torch.addcmul(x, x, y, value=0.5), n / 4,
            x.sign(), f.hardtanh(x, -0.2, 0.3), f.relu6(x * 9),
            f.hardsigmoid(x), f.glu(x),
            f.mish(x), torch.floor(x), torch.erf(x), x.square(), f.selu(x),
        )  # fmt: skip

    yield "arithmetic", Of(arithmetic), (rows, torch.randn(3, 8)), (None, None)

    def shapes(m: Any, x: Any) -> Any:
        b, c, h, w = x.shape
        left, right = x.split([1, 2], 1)
        return (
            x.view(b, c * h, w), x.flatten(1), x.flatten(0, 1), x.permute(0, 2, 3, 1), x.unsqueeze(-1), x[:, 1],
            x[:, :, 2:7:3], x[..., -1].squeeze(), left.squeeze(1), torch.cat([right, left], 1),
            torch.stack([x, x + 1], 2),
            left.expand(-1, 5, -1, -1), x.repeat(1, 2, 1, 1), x.chunk(4, 2)[3], x.unbind(1)[2],
            f.pad(x, (1, 2, 0, 3), value=2.0),
            f.pad(x, (1, 2, 3, 1), mode="reflect"), x.flip(2, 3), torch.roll(x, 3, 2), torch.tril(x),
            torch.triu(x, 1),
            x.cumsum(2), f.pixel_shuffle(x[:, :1].expand(-1, 4, -1, -1), 2), x.narrow(3, 4, 3), x.mT,
            x.reshape(-1, w),
        )  # fmt: skip

    yield "shapes", Of(shapes), (torch.randn(2, 3, 8, 8),), (first,)

    def reductions(m: Any, x: Any) -> Any:
        return (
            x.sum(), x.sum(1), x.mean(dim=(0, 1), keepdim=True), x.amax(1), x.amin((0, 1)), *x.max(1),
            *x.min(0, keepdim=True),
            x.argmax(1), x.argmin(), x.prod(1), x.var(1), x.std(dim=(0, 1)),
            torch.var_mean(x, 1, correction=0)[1], x.max(),
            torch.logsumexp(x, 1), torch.linalg.vector_norm(x, dim=1), (x > 0).any(1), (x > -9).all(),
            x.log_softmax(0),
            *x.topk(3, 1), x.sort(1)[0], x.sort(0, descending=True)[1], x.norm(),
        )  # fmt: skip

    yield "reductions", Of(reductions), (rows,), (None,)

    def indexing(m: Any, x: Any, at: Any) -> Any:
        return (
            x[at], x[:, at], torch.index_select(x, 1, at), torch.gather(x, 0, at.unsqueeze(0).expand(2, -1)),
            x[at, at],
            torch.zeros(2, 3), torch.full((2,), 7), torch.ones_like(x), torch.full_like(x, 2.5), x.new_zeros(3),
            torch.arange(2, 9, 3), torch.arange(5.0), x.scatter(1, at.unsqueeze(1), 0.5), f.one_hot(at, 5),
            x.scatter_add(1, at.unsqueeze(1), torch.ones(3, 1)), x.to(torch.float16), x.type_as(at),
        )  # fmt: skip

    yield "indexing", Of(indexing), (rows, torch.tensor([0, 2, 1])), (None, None)

    def products(m: Any, x: Any, y: Any) -> Any:
        return (
            x @ y.T, torch.bmm(x[None], y.T[None]), torch.addmm(torch.ones(3), x, y.T, beta=0.5, alpha=2),
            x[0] @ y[0],
            torch.einsum("ij,kj->ik", x, y), torch.outer(x[0], y[1]), m.wide(x[None]), x @ y[0],
            torch.baddbmm(torch.ones(1, 3, 3), x[None], y.T[None]),
        )  # fmt: skip

    yield "products", Of(products, wide=nn.Linear(8, 5)), (rows, torch.randn(3, 8)), (None, None)

    def norms(m: Any, x: Any) -> Any:
        return m.group(x), m.instance(x), f.layer_norm(x, (8, 8)), f.rms_norm(x, (8,), eps=1e-6), m.plain(x)

    yield "norms", Of(norms, group=nn.GroupNorm(2, 4), instance=nn.InstanceNorm2d(4, affine=True),
                      plain=nn.BatchNorm2d(4, affine=False)), (torch.randn(2, 4, 8, 8),), (None,)  # fmt: skip

    def masked(m: Any, q: Any, mask: Any) -> Any:
        added = torch.zeros(mask.shape).masked_fill(~mask, -1e4)
        return f.scaled_dot_product_attention(q, q, q, mask), f.scaled_dot_product_attention(q, q, q, added, scale=0.3)

    yield "masked_attention", Of(masked), (torch.randn(2, 2, 5, 4), torch.ones(5, 5).tril().bool()), (None, None)

    def recurrent(m: Any, x: Any) -> Any:
        y, (h, c) = m.lstm(x)
        z, last = m.gru(y)
        return y, h, c, z, last

    layers = {
        "lstm": nn.LSTM(5, 4, num_layers=2, bidirectional=True, batch_first=True),
        "gru": nn.GRU(8, 3, batch_first=True, bias=False),
    }
    yield "recurrent", Of(recurrent, **layers), (torch.randn(2, 6, 5),), (None,)

    def refused(m: Any, x: Any) -> Any:
        return torch.fft.rfft(x).abs() + x.nonzero().shape[0], x + 1

    yield "refused", Of(refused), (rows,), (None,)

    def places(m: Any, x: Any) -> Any:
        y, at = m.pool(x)
        _, one = m.line(x.flatten(2))
        return y, at, one, *f.max_pool2d(x, 3, 2, 1, ceil_mode=True, return_indices=True)

    pools = {"pool": nn.MaxPool2d(2, return_indices=True), "line": nn.MaxPool1d(3, return_indices=True)}
    yield "places", Of(places, **pools), (torch.randn(2, 3, 6, 7),), (None,)

    def rearranged(m: Any, x: Any, at: Any) -> Any:
        return (
            x.unflatten(1, (2, -1)), x.movedim(0, 2), x.movedim((0, 1), (3, 0)), x.swapaxes(1, 3),
            torch.broadcast_to(x[:, :1], x.shape), *torch.broadcast_tensors(x[:1, 0], x[:, 0, :1]),
            *torch.tensor_split(x, 3, 2), *torch.tensor_split(x, (1, 5), 3), f.pixel_unshuffle(x, 2), m.shuffle(x),
            x.diff(), x.diff(n=2, dim=1), torch.take_along_dim(x, at, 3), torch.take_along_dim(x, at),
            x.repeat_interleave(2, 1), x.repeat_interleave(3),
            *torch.meshgrid(x[0, 0, 0], x[0, 1, :, 0], indexing="ij"),
            *torch.meshgrid(x[0, 0, 0], x[0, 1, :3, 0], indexing="xy"),
            x.diagonal(1, 2, 3), x.diagonal(-1), x[0, 0].trace(),
            x.unfold(2, 3, 2), torch.kron(x[0, 0, :2], x[0, 1, :3, :2]), x[:, at[0, 0, 0], at[0, 0, 0]],
            x[:, :, at[0, 0, 0], at[0, 0]],
            x[at[0, 0, 0] % 2, :, at[0, 0, 0]],
            x.argsort(1), *x.kthvalue(2, 1), *x.median(1), *x.median(2, keepdim=True),
            torch.linspace(0, 1, 7), torch.eye(3), torch.eye(2, 4), (x > 0.5).nonzero(),
            torch.arange(5, dtype=torch.uint8), torch.linalg.cross(x[0, :3], x[1, :3], dim=0),
        )  # fmt: skip

    yield (
        "rearranged",
        Of(rearranged, shuffle=nn.ChannelShuffle(2)),
        (torch.randn(2, 4, 6, 6), torch.randint(0, 4, (1, 1, 6, 3))),
        (None, None),
    )

    def few_used(m: Any, x: Any, n: Any) -> Any:
        return (
            f.celu(x, 0.7), f.hardshrink(x), f.softshrink(x, 0.3), f.logsigmoid(x), f.threshold(x, 0.1, -1.0),
            f.rrelu(x), x.frac(), x.fmod(0.7), x.fmod(x.abs() + 0.1), n.fmod(3), n << 2, x.round(decimals=1),
            torch.max(x, x * 2), torch.min(x, x * 2), f.softsign(x), f.tanhshrink(x), m.rms(x), *m.cell(x), f.selu(x),
        )  # fmt: skip

    yield (
        "few_used",
        Of(few_used, rms=nn.RMSNorm(8), cell=nn.LSTMCell(8, 5)),
        (rows, torch.randint(-9, 9, (3, 8))),
        (None, None),
    )

    def warped(m: Any, x: Any, places: Any, theta: Any) -> Any:
        return (
            f.grid_sample(x, places, align_corners=False),
            f.grid_sample(x, places, mode="nearest", padding_mode="border", align_corners=True),
            f.affine_grid(theta, (2, 3, 4, 5), align_corners=False),
            f.interpolate(x[:, None], scale_factor=2.0),
        )

    yield (
        "warped",
        Of(warped),
        (torch.randn(2, 3, 6, 7), torch.rand(2, 4, 5, 2) * 2 - 1, torch.randn(2, 2, 3)),
        (None, None, None),
    )

    def open_lengths(m: Any, x: Any) -> Any:
        return (
            x.std(1), x.var((0, 1)), x.sort(1)[0], x.argsort(1, descending=True), x.unflatten(-1, (2, -1)),
            x.unflatten(1, (1, -1)), x.repeat_interleave(2, 1), x.movedim(0, -1),
            m.attention(x, x, x)[0], m.layer(x),
        )  # fmt: skip

    layers = {
        "attention": nn.MultiheadAttention(8, 2, batch_first=True),
        "layer": nn.TransformerEncoderLayer(8, 2, 16, batch_first=True),
    }
    yield "open_lengths", Of(open_lengths, **layers), (torch.randn(3, 4, 8),), (({0: batch, 1: length},),)

    def overwriting(m: Any, x: Any) -> Any:
        y = x.clone()
        y[:, 0] = 1.0
        y[:, :, 1:3] = 2.0
        z = x + 1
        z[:, 1].mul_(2.0)
        w = torch.relu_(x * 3)
        return y, z, w

    yield "refused_overwriting", Of(overwriting), (torch.randn(3, 4, 8),), (None,)

    def around(m: Any, x: Any) -> Any:
        return (
            f.pad(x, (1, 2, 0, 1), mode="circular"), x.rot90(), x.rot90(2, (1, 3)), x.rot90(-1, (3, 2)),
            f.avg_pool2d(x, 2, padding=1, count_include_pad=False, divisor_override=3), f.mse_loss(x, x * 2),
            f.mse_loss(x, x.abs(), reduction="none"), f.mse_loss(x[0], x[0] + 1, reduction="sum"),
        )  # fmt: skip

    yield "around", Of(around), (torch.randn(2, 3, 5, 6),), (first,)

    def more(x: Any) -> Any:
        return x + 1

    def less(x: Any) -> Any:
        return x * 2

    def refused_by_form(m: Any, x: Any) -> Any:
        y, (h, c) = m.lstm(x)
        chosen = torch.cond(x.sum() > 0, more, less, (x,))
        return y, h, c, chosen, x + 1

    yield "refused_by_form", Of(refused_by_form, lstm=nn.LSTM(8, 5, proj_size=2)), (rows[None],), (None,)


def stripped(content: bytes) -> dict[str, bytes]:
    """The files of an archive without what only PyTorch reads."""
    found: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            path = name.partition("/")[2]
            if path == "models/model.json":
                program = json.loads(archive.read(name))
                for node in program["graph_module"]["graph"]["nodes"]:
                    node["metadata"] = {}
                program["graph_module"]["module_call_graph"] = []
                program["guards_code"] = []
                found[path] = json.dumps(program, separators=(",", ":")).encode()
            elif not path.startswith(("data/sample_inputs", ".data")):
                found[path] = archive.read(name)
    return found


def record(torch: Any, name: str, program: Any, inputs: tuple[Any, ...], module: Any) -> None:
    """Write one archive."""
    stream = io.BytesIO()
    torch.export.save(program, stream)
    files = stripped(stream.getvalue())
    results = module(*inputs)
    for kind, arrays in (("input", inputs), ("output", results if isinstance(results, tuple) else (results,))):
        for index, array in enumerate(arrays):
            buffer = io.BytesIO()
            np.save(buffer, array.detach().numpy())
            files[f"expected/{kind}_{index}.npy"] = buffer.getvalue()
    with zipfile.ZipFile(FOLDER / f"{name}.pt2", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"program/{path}"), content, zipfile.ZIP_DEFLATED)


def main() -> None:
    import torch

    FOLDER.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    for name, module, inputs, dynamic in modules(torch):
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        module.eval()
        program = torch.export.export(
            module,
            inputs,
            dynamic_shapes={"inputs": dynamic[0]}
            if isinstance(dynamic[0], tuple)
            else dynamic
            if any(dynamic)
            else None,
        )
        record(torch, name, program, inputs, module)
        if name in (
            "network",
            "encoder",
            "convolutions",
            "norms",
            "reductions",
            "few_used",
            "open_lengths",
            "refused_overwriting",
        ):
            record(torch, f"{name.removeprefix('refused_')}_decomposed", program.run_decompositions(), inputs, module)


if __name__ == "__main__":
    main()
