"""The kind of net that both readers use, four convolutions and a weighted sum: how it is taught, and written so that any OpenCV reads it.

Needs `pip install .[train]`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from vision.nets import load_net

Floats = NDArray[Any]

MOST_APART = 1e-3
"""By which an answer of the written net may differ from the net's own."""


class ExportError(RuntimeError):
    """The file that was written does not answer as the net does."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One convolution."""

    ins: int
    outs: int
    kernel: int
    stride: int


class SmallNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """(n, channels, side, side) -> (n, answers): convolutions with their norms, and a weighted sum of what they tell."""

    def __init__(self, layers: Sequence[Layer], side: int, answers: int) -> None:
        super().__init__()
        self.layers, self.side, self.answers = tuple(layers), side, answers
        self.convolutions = nn.ModuleList(nn.Conv2d(la.ins, la.outs, la.kernel, la.stride, la.kernel // 2, bias=False) for la in layers)
        self.norms = nn.ModuleList(nn.BatchNorm2d(la.outs) for la in layers)
        self.dropout = nn.Dropout(0.1)
        for la in layers:
            side = -(-side // la.stride)
        self.sum = nn.Linear(layers[-1].outs * side**2, answers)
        self.to(memory_format=torch.channels_last)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        x = x.contiguous(memory_format=torch.channels_last)
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = functional.relu(norm(convolution(x)))
        answers: Tensor = self.sum(self.dropout(x.flatten(1)))
        return answers


def to_onnx(net: SmallNet, path: Path, name: str) -> None:
    """Writes the net with its norms folded into the convolutions, in operators that every OpenCV since 4.5 knows.

    Raises ExportError when what was written, read by OpenCV, answers otherwise than the net.
    """
    nodes, weights, last = [], [], "seen"
    for i, layer in enumerate(net.layers):
        weight, bias = folded(net, i)
        weights += [_constant(f"w{i}", weight), _constant(f"b{i}", bias)]
        around = {"kernel_shape": [layer.kernel] * 2, "strides": [layer.stride] * 2, "pads": [layer.kernel // 2] * 4}
        nodes.append(helper.make_node("Conv", [last, f"w{i}", f"b{i}"], [f"c{i}"], **around))
        nodes.append(helper.make_node("Relu", [f"c{i}"], [f"r{i}"]))
        last = f"r{i}"
    weights += [_constant("w", net.sum.weight), _constant("b", net.sum.bias)]
    nodes += [helper.make_node("Flatten", [last], ["f"], axis=1), helper.make_node("Gemm", ["f", "w", "b"], ["told"], transB=1)]
    seen = helper.make_tensor_value_info("seen", TensorProto.FLOAT, ["n", net.layers[0].ins, net.side, net.side])
    told = helper.make_tensor_value_info("told", TensorProto.FLOAT, ["n", net.answers])
    model = helper.make_model(helper.make_graph(nodes, name, [seen], [told], weights), opset_imports=[helper.make_opsetid("", 11)])
    model.ir_version = 6
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    if (off := apart(net, path)) > MOST_APART:
        raise ExportError(f"{path}: answers differ from the net's by {off:.2g}")


def folded(net: SmallNet, i: int) -> tuple[Tensor, Tensor]:
    """Weight and bias of the convolution that does what the `i`th and its norm do."""
    convolution, norm = net.convolutions[i], net.norms[i]
    assert isinstance(convolution, nn.Conv2d)
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_var is not None
    assert norm.running_mean is not None
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return convolution.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


def apart(net: SmallNet, path: Path) -> float:
    """By how much a written net's answers, as OpenCV gives them, differ from the net's own at most, for pictures of noise."""
    seen = np.random.default_rng(0).standard_normal((8, net.layers[0].ins, net.side, net.side)).astype(np.float32)
    written = load_net(path)
    written.setInput(seen)
    was_training = net.training
    net.eval()
    with torch.no_grad():
        own = net(torch.from_numpy(seen)).numpy()
    net.train(was_training)
    return float(np.abs(np.asarray(written.forward()) - own).max())


def _constant(name: str, tensor: Tensor) -> onnx.TensorProto:
    made: onnx.TensorProto = numpy_helper.from_array(np.ascontiguousarray(tensor.detach().numpy(), np.float32), name)
    return made
