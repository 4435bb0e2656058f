#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Networks that rfdla makes of ONNX files, computed through cudla.h, beside the reference evaluator of the package onnx.

Usage: dla_networks.py BUILD [--cost | NAME...]   BUILD has the libraries. NAME: only these tests. --cost: prints what a small
network costs, and tests nothing.

The package comes from PyPI into build/venv-onnx. Where it cannot be had, or the library was built without oneDNN, one line says
that the tests are left out; with STRICT=1 that is a failure.
"""

import json
import os
import random
import struct
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "src" / "dla" / "tools" / "rfdla"
CLIENT = ROOT / "test" / "apps" / "networks" / "client.c"
VENV = ROOT / "build" / "venv-onnx"
PACKAGES = ["onnx==1.23.2", "numpy==2.4.6"]

sys.dont_write_bytecode = True
sys.path.insert(0, str(TOOL.parent))

BUILD = ROOT / "build" / "gcc"
WORK = BUILD / "dla-networks"

# Largest difference from the reference, for numbers over 1 as a part of them; of integers in steps. What is HALF is rounded to
# 11 bits at the end; the reference rounds each array of a file of HALF.
TOLERANCE = {"FLOAT": 2e-5, "HALF": 1e-3, "INT": 1}


def left_out(why):
    print(f"dla networks: left out: {why}")
    sys.exit(1 if os.environ.get("STRICT") == "1" else 0)


def enter_venv():
    """Goes on in the virtual environment, which is made where it is not there."""
    python = VENV / "bin" / "python"
    ready = VENV / "ready"
    if not ready.exists() or ready.read_text(encoding="utf-8").split() != PACKAGES:
        VENV.parent.mkdir(exist_ok=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if made.returncode == 0:
            made = subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
        if made.returncode != 0:
            left_out(f"{' '.join(PACKAGES)} cannot be had: {(made.stdout.decode().strip().splitlines() or ['?'])[-1]}")
        ready.write_text("\n".join(PACKAGES), encoding="utf-8")
    os.execv(str(python), [str(python), *sys.argv])


if __name__ == "__main__" and Path(sys.prefix).resolve() != VENV.resolve():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not (Path(sys.argv[1]) / "lib" / "libringfence_dla_network.so.0").exists():
        left_out("there is no oneDNN, and no library of networks")
    enter_venv()

import numpy as np  # noqa: E402  pylint: disable=wrong-import-position
import onnx  # noqa: E402  pylint: disable=wrong-import-position
from onnx import TensorProto, helper, numpy_helper  # noqa: E402  pylint: disable=wrong-import-position
from onnx.reference import ReferenceEvaluator  # noqa: E402  pylint: disable=wrong-import-position

from rfdla_tool import layout, main as tool, onnx_network, spec  # noqa: E402  pylint: disable=wrong-import-position

NUMPY = {1: np.float32, 2: np.float16, 4: np.int8, 5: np.uint8}


def rfdla(*words):
    done = subprocess.run([sys.executable, str(TOOL), *map(str, words)], cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def client(loadable, tasks, *files, environment=None):
    done = subprocess.run([str(WORK / "client"), str(loadable), str(tasks), *map(str, files)], cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **(environment or {})}, text=True, check=False, timeout=300)
    return done.returncode, done.stdout


def info(name, array):
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)


def model(nodes, inputs, outputs, constants=None, opset=17):
    """Of nodes, arrays of inputs by name, and names of outputs, whose types and shapes the reference says."""
    weights = [numpy_helper.from_array(np.asarray(array), name) for name, array in (constants or {}).items()]
    opsets = [helper.make_opsetid("", opset)]
    unknown = [helper.make_tensor_value_info(name, TensorProto.UNDEFINED, None) for name in outputs]
    graph = helper.make_graph(nodes, "graph", [info(name, array) for name, array in inputs.items()], unknown, weights)
    results = ReferenceEvaluator(helper.make_model(graph, opset_imports=opsets)).run(None, inputs)
    graph = helper.make_graph(nodes, "graph", [info(name, array) for name, array in inputs.items()],
                              [info(name, np.asarray(array)) for name, array in zip(outputs, results)], weights)
    made = helper.make_model(graph, opset_imports=opsets)
    onnx.checker.check_model(made)
    return made, [np.asarray(one) for one in results]


def strides_of(tensor):
    n, c, h, w = 3, 2, 1, 0
    if tensor.format == layout.FORMATS["NHWC"]:
        n, c, h, w = 3, 0, 2, 1
    return [tensor.strides[place] for place in (n, c, h, w)]


def elements(tensor, memory):
    """The elements n, c, h, w in the bytes of a tensor."""
    return np.ndarray(tensor.dims, NUMPY[tensor.type], memory, 0, strides_of(tensor))


def compute(network, arrays, tasks=1):
    """The outputs of a network by the engine, and what the client printed. Padding of outputs must stay as it was."""
    files = []
    (WORK / "net.rfdla").write_bytes(layout.pack(network))
    for index, tensor in enumerate(network.inputs):
        memory = bytearray(b"\xa5" * tensor.size)
        elements(tensor, memory)[...] = arrays[tensor.name].astype(NUMPY[tensor.type]).reshape(tensor.dims)
        files.append(WORK / f"input{index}")
        files[-1].write_bytes(memory)
    files += [WORK / f"output{index}" for index in range(len(network.outputs))]
    for one in files[len(network.inputs):]:
        one.unlink(missing_ok=True)
    status, text = client("net.rfdla", tasks, *files)
    if status != 0:
        raise AssertionError(f"the client ends with {status}: {text}")
    return [elements(tensor, files[len(network.inputs) + index].read_bytes()) for index, tensor in enumerate(network.outputs)], text


class Case(unittest.TestCase):
    def setUp(self):
        self.draw = np.random.default_rng(3)

    def floats(self, *shape, low=-1.0, high=1.0):
        return self.draw.uniform(low, high, shape).astype(np.float32)

    def network(self, made, *options):
        (WORK / "net.onnx").write_bytes(made.SerializeToString())
        status, _, error = rfdla("from-onnx", "net.onnx", "--network", "-o", "net.json", *options)
        self.assertEqual((status, error), (0, ""))
        return spec.parse((WORK / "net.json").read_bytes())

    def assert_close(self, found, wanted, kind):
        wanted = wanted.reshape(found.shape)
        if np.issubdtype(found.dtype, np.integer):
            self.assertLessEqual(np.abs(found.astype(int) - wanted.astype(int)).max(), TOLERANCE["INT"])
        else:
            scale = np.maximum(np.abs(wanted.astype(np.float64)), 1.0)
            self.assertLessEqual((np.abs(found.astype(np.float64) - wanted.astype(np.float64)) / scale).max(), TOLERANCE[kind])

    def compare(self, nodes, inputs, outputs, constants=None, opset=17, formats=("NCHW", "NHWC"), kinds=("FLOAT", "HALF")):
        """Computes a network in each format; its floating tensors as FLOAT and as HALF."""
        nodes = nodes if isinstance(nodes, list) else [nodes]
        made, wanted = model(nodes, inputs, outputs, constants, opset)
        # What is in a tensor of HALF is what the network gets.
        halves = {name: array.astype(np.float16).astype(np.float32) if array.dtype == np.float32 else array for name, array in inputs.items()}
        results = {"FLOAT": wanted, "HALF": ReferenceEvaluator(made).run(None, halves)}
        has_float = any(np.issubdtype(one.dtype, np.floating) for one in [*inputs.values(), *wanted])
        for form in formats:
            for kind in kinds if has_float else kinds[:1]:
                with self.subTest(format=form, kind=kind):
                    network = self.network(made, "--format", form)
                    if kind == "HALF":
                        network = as_half(network)
                    found, _ = compute(network, inputs)
                    for one, other in zip(found, results[kind]):
                        self.assert_close(one, np.asarray(other), kind)
        return network


def as_half(network):
    """With HALF in place of FLOAT in all tensors."""
    value = spec.value_of(network)
    for kind in ("inputs", "outputs"):
        for one in value[kind]:
            if one["type"] == "FLOAT":
                one["type"] = "HALF"
                del one["strides"], one["size"]
    for one in value["network"]["values"]:
        if one["kind"] in ("input", "output") and one["type"] == "FLOAT":
            one["type"] = "HALF"
    return spec.parse(json.dumps(value).encode())


def node(operator, inputs="x", output="y", **attributes):
    return helper.make_node(operator, inputs.split(",") if inputs else [], output.split(","), **attributes)


class Windows(Case):
    def test_convolutions(self):
        for shape, weights, attributes in (
                ((1, 3, 9, 8), (4, 3, 3, 3), {}), ((2, 3, 9, 8), (4, 3, 3, 2), {"pads": [1, 0, 2, 1]}), ((1, 4, 11, 11), (6, 2, 3, 3), {"group": 2}),
                ((1, 5, 11, 11), (5, 1, 3, 3), {"group": 5, "strides": [2, 1], "pads": [1, 1, 1, 1]}), ((1, 17, 6, 6), (33, 17, 1, 1), {}),
                ((1, 3, 12, 13), (8, 3, 3, 3), {"dilations": [2, 3]}), ((1, 3, 10, 7), (4, 3, 3, 3), {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
                ((1, 3, 10, 7), (4, 3, 4, 4), {"auto_pad": "SAME_LOWER"}), ((1, 3, 10, 7), (4, 3, 4, 4), {"auto_pad": "VALID"})):
            with self.subTest(weights=weights, attributes=attributes):
                constants = {"w": self.floats(*weights), "b": self.floats(weights[0])}
                self.compare(node("Conv", "x,w,b", **attributes), {"x": self.floats(*shape)}, ["y"], constants, formats=("NHWC",))
                self.compare(node("Conv", "x,w", **attributes), {"x": self.floats(*shape)}, ["y"], {"w": constants["w"]}, formats=("NCHW",), kinds=("FLOAT",))

    def test_pools(self):
        for operator, attributes in (
                ("MaxPool", {"kernel_shape": [2, 2], "strides": [2, 2]}), ("MaxPool", {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 2]}),
                ("MaxPool", {"kernel_shape": [3, 2], "strides": [2, 3], "ceil_mode": 1}), ("MaxPool", {"kernel_shape": [2, 2], "dilations": [2, 2]}),
                ("AveragePool", {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}), ("AveragePool", {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1}),
                ("AveragePool", {"kernel_shape": [2, 2], "strides": [2, 2], "auto_pad": "SAME_UPPER"}), ("GlobalAveragePool", {}), ("GlobalMaxPool", {})):
            with self.subTest(operator=operator, attributes=attributes):
                opset = 18 if "dilations" not in attributes else 17
                self.compare(node(operator, **attributes), {"x": self.floats(2, 5, 9, 11)}, ["y"], opset=opset)
        self.compare(node("ReduceMean", axes=[2, 3]), {"x": self.floats(1, 4, 5, 6)}, ["y"], formats=("NCHW",))

    def test_pools_of_integers(self):
        """The reference has them of floating point alone, in which these integers are exact."""
        x = self.draw.integers(-128, 128, (1, 3, 6, 5), np.int8)
        _, wanted = model([node("MaxPool", kernel_shape=[2, 2])], {"x": x.astype(np.float32)}, ["y"])
        graph = helper.make_graph([node("MaxPool", kernel_shape=[2, 2])], "graph", [info("x", x)], [info("y", wanted[0].astype(np.int8))])
        found, _ = compute(self.network(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])), {"x": x})
        self.assertTrue((found[0] == wanted[0]).all())

    def test_resizes(self):
        scales = {"r": np.zeros(0, np.float32), "s": np.array([1, 1, 2, 3], np.float32)}
        for attributes in ({"mode": "nearest"}, {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}, {"mode": "linear"}):
            with self.subTest(attributes=attributes):
                self.compare(node("Resize", "x,r,s", **attributes), {"x": self.floats(1, 3, 4, 5)}, ["y"], scales, formats=("NHWC",))
        sizes = {"r": np.zeros(0, np.float32), "s": np.zeros(0, np.float32), "z": np.array([1, 3, 7, 9], np.int64)}
        self.compare(node("Resize", "x,,,z", mode="linear"), {"x": self.floats(1, 3, 4, 5)}, ["y"], {"z": sizes["z"]}, formats=("NCHW",))


class Products(Case):
    def test_matrices(self):
        for one, other in (((3, 5), (5, 7)), ((2, 3, 5), (5, 7)), ((2, 3, 5), (2, 5, 4)), ((2, 1, 3, 5), (4, 5, 6))):
            with self.subTest(one=one, other=other):
                self.compare(node("MatMul", "x,w"), {"x": self.floats(*one)}, ["y"], {"w": self.floats(*other)}, formats=("NCHW",))
                self.compare(node("MatMul", "x,w"), {"x": self.floats(*one), "w": self.floats(*other)}, ["y"], formats=("NHWC",))

    def test_gemm(self):
        for attributes, one, other, bias in (({}, (3, 5), (5, 7), (7,)), ({"transB": 1}, (3, 5), (7, 5), (1, 7)), ({"transA": 1}, (5, 3), (5, 7), (3, 1)),
                                             ({"alpha": 0.5, "beta": 2.0}, (3, 5), (5, 7), ()), ({"transA": 1, "transB": 1}, (5, 3), (7, 5), (3, 7))):
            with self.subTest(attributes=attributes):
                constants = {"w": self.floats(*other), "b": self.floats(*bias)}
                self.compare(node("Gemm", "x,w,b", **attributes), {"x": self.floats(*one)}, ["y"], constants, formats=("NCHW",))
        self.compare(node("Gemm", "x,w", transB=1), {"x": self.floats(3, 5), "w": self.floats(7, 5)}, ["y"], formats=("NCHW",))


class Elements(Case):
    def test_functions(self):
        for operator, attributes, opset in (
                ("Relu", {}, 17), ("LeakyRelu", {"alpha": 0.2}, 17), ("LeakyRelu", {}, 17), ("Sigmoid", {}, 17), ("Tanh", {}, 17), ("Elu", {}, 17),
                ("Elu", {"alpha": 0.3}, 17), ("Exp", {}, 17), ("Abs", {}, 17), ("HardSwish", {}, 17), ("HardSigmoid", {}, 17), ("Softplus", {}, 17),
                ("Neg", {}, 17), ("Identity", {}, 17), ("Gelu", {}, 20)):
            with self.subTest(operator=operator, attributes=attributes):
                self.compare(node(operator, **attributes), {"x": self.floats(1, 3, 4, 5, low=-4, high=4)}, ["y"], opset=opset, formats=("NHWC",))
        for operator in ("Sqrt", "Log"):
            self.compare(node(operator), {"x": self.floats(1, 3, 4, 5, low=0.5, high=9)}, ["y"], formats=("NHWC",))
        for inputs, constants in (("x,a,b", {"a": np.float32(-0.5), "b": np.float32(0.25)}), ("x,,b", {"b": np.float32(0.25)}), ("x,a", {"a": np.float32(0)})):
            self.compare(node("Clip", inputs), {"x": self.floats(7, 9)}, ["y"], constants, formats=("NCHW",))

    def test_binaries(self):
        for operator in ("Add", "Sub", "Mul", "Div", "Max", "Min"):
            for one, other in (((1, 3, 4, 5), (1, 3, 4, 5)), ((1, 3, 4, 5), (3, 1, 1)), ((3, 1, 1), (1, 3, 4, 5)), ((2, 3, 4, 5), (5,)), ((2, 3, 4, 5), ())):
                with self.subTest(operator=operator, one=one, other=other):
                    inputs = {"x": self.floats(*one, low=0.5, high=2)}
                    self.compare(node(operator, "x,w"), inputs, ["y"], {"w": self.floats(*other, low=0.5, high=2)}, formats=("NHWC",), kinds=("FLOAT",))
        self.compare(node("Sum", "x,w,z"), {name: self.floats(1, 3, 4, 5) for name in "xwz"}, ["y"])
        self.compare(node("Sub", "x,w"), {"x": self.floats(1, 3, 1, 5), "w": self.floats(1, 1, 4, 5)}, ["y"])

    def test_normalizations(self):
        constants = {name: self.floats(3, low=0.5, high=2) for name in "sbmv"}
        self.compare(node("BatchNormalization", "x,s,b,m,v"), {"x": self.floats(2, 3, 4, 5)}, ["y"], constants)
        for operator in ("Softmax", "LogSoftmax"):
            for axis in (1, -1, 2):
                self.compare(node(operator, axis=axis), {"x": self.floats(2, 5, 4, 3, low=-4, high=4)}, ["y"], formats=("NHWC",))
        self.compare(node("Softmax"), {"x": self.floats(3, 10)}, ["y"], formats=("NCHW",))

    def test_a_softmax_of_an_older_file(self):
        """Before opset 13 it is over all dimensions from the axis on; the reference has that of 13."""
        x = self.floats(2, 3, 4, 5)
        graph = helper.make_graph([node("Softmax", axis=1)], "graph", [info("x", x)], [info("y", x)])
        found, _ = compute(self.network(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)])), {"x": x})
        powers = np.exp(x.astype(np.float64))
        self.assert_close(found[0], powers / powers.sum(axis=(1, 2, 3), keepdims=True), "FLOAT")


class NotFinite(Case):
    """NaN, infinities and large numbers, as the reference has them."""
    SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -1.5, 100.0, -100.0, 1e4, -1e4, 3.2e38, -3.2e38], np.float32)

    def assert_close(self, found, wanted, kind):
        wanted = np.asarray(wanted).reshape(found.shape)
        self.assertEqual(np.isnan(found).tolist(), np.isnan(wanted).tolist())
        self.assertEqual(np.where(np.isinf(found), found, 0).tolist(), np.where(np.isinf(wanted), wanted, 0).tolist())
        finite = np.isfinite(found)
        super().assert_close(np.where(finite, found, 0), np.where(finite, wanted, 0).astype(np.float32), kind)

    def special(self, *shape):
        return np.resize(self.SPECIAL, shape)

    def test_functions(self):
        for operator, attributes, opset in (
                ("Relu", {}, 17), ("LeakyRelu", {"alpha": 0.2}, 17), ("Sigmoid", {}, 17), ("Tanh", {}, 17), ("Elu", {}, 17), ("Elu", {"alpha": 0.3}, 17),
                ("Exp", {}, 17), ("Abs", {}, 17), ("HardSwish", {}, 17), ("HardSigmoid", {}, 17), ("Softplus", {}, 17), ("Neg", {}, 17), ("Identity", {}, 17),
                ("Gelu", {}, 20), ("Sqrt", {}, 17), ("Log", {}, 17)):
            with self.subTest(operator=operator, attributes=attributes):
                self.compare(node(operator, **attributes), {"x": self.special(1, 13, 4, 5)}, ["y"], opset=opset, kinds=("FLOAT",))
        for inputs, constants in (("x,a,b", {"a": np.float32(-0.5), "b": np.float32(0.25)}), ("x,,b", {"b": np.float32(0.25)}), ("x,a", {"a": np.float32(0)})):
            self.compare(node("Clip", inputs), {"x": self.special(7, 13)}, ["y"], constants, formats=("NCHW",), kinds=("FLOAT",))

    def test_functions_of_half(self):
        for operator in ("Relu", "Sigmoid", "Tanh", "HardSwish"):
            with self.subTest(operator=operator):
                self.compare(node(operator), {"x": np.clip(self.special(1, 13, 4, 5), -6e4, 6e4)}, ["y"], formats=("NHWC",), kinds=("HALF",))

    def test_binaries(self):
        x, w = np.repeat(self.SPECIAL, 13).reshape(13, 13), np.tile(self.SPECIAL, 13).reshape(13, 13)
        for operator in ("Add", "Sub", "Mul", "Div", "Max", "Min"):
            with self.subTest(operator=operator):
                self.compare(node(operator, "x,w"), {"x": x, "w": w}, ["y"], formats=("NCHW",), kinds=("FLOAT",))
                self.compare(node(operator, "x,w"), {"x": x}, ["y"], {"w": self.SPECIAL.reshape(13, 1)}, formats=("NCHW",), kinds=("FLOAT",))

    def test_normalizations(self):
        x = self.floats(13, 8, 3, 5)
        for place, number in enumerate(self.SPECIAL):
            x[place, place % 8, place % 3, place % 5] = number
        x[:, :, 2, 4] = -np.inf
        for operator in ("Softmax", "LogSoftmax"):
            for axis in (1, -1, 2):
                with self.subTest(operator=operator, axis=axis):
                    # The reference has the logarithm of a power that is too small for a number.
                    small = np.where(np.isfinite(x) & (np.abs(x) > 50), np.float32(2), x)
                    self.compare(node(operator, axis=axis), {"x": small if operator == "LogSoftmax" else x}, ["y"], kinds=("FLOAT",))

    def test_behind_a_convolution(self):
        """In the order that oneDNN chose for it."""
        x = self.floats(1, 3, 12, 12)
        x[0, 1, 3, 4], x[0, 0, 9, 9], x[0, 2, 9, 2] = np.nan, np.inf, -np.inf
        constants = {"w": self.floats(19, 3, 3, 3)}
        for operator in ("Relu", "Sigmoid", "Softmax", "GlobalAveragePool"):
            with self.subTest(operator=operator):
                attributes = {"axis": 1} if operator == "Softmax" else {}
                self.compare([node("Conv", "x,w", "c"), node(operator, "c", **attributes)], {"x": x}, ["y"], constants, kinds=("FLOAT",))

    def test_products(self):
        x = self.floats(7, 13)
        x[1, 2], x[3, 4], x[5, 6] = np.nan, np.inf, -np.inf
        self.compare(node("MatMul", "x,w"), {"x": x}, ["y"], {"w": self.floats(13, 5)}, formats=("NCHW",), kinds=("FLOAT",))

    def test_quantize(self):
        """The reference goes by way of integers of 32 bits, which such numbers do not fit in."""
        x = np.array([np.inf, -np.inf, 3e38, -3e38, 1e10, -1e10, 1e7, -1e7, 1.0], np.float32).reshape(3, 3)
        for kind in (np.int8, np.uint8):
            made, wanted = model([node("QuantizeLinear", "x,s,z")], {"x": np.clip(x, -1e6, 1e6)}, ["y"], {"s": np.float32(0.5), "z": kind(3)}, 19)
            found, _ = compute(self.network(made), {"x": x})
            self.assertTrue((found[0].reshape(3, 3) == wanted[0]).all())

    def test_places(self):
        self.compare(node("Transpose"), {"x": self.special(2, 13, 4, 5)}, ["y"], kinds=("FLOAT",))
        self.compare(node("Concat", "x,w", axis=1), {"x": self.special(3, 13), "w": self.special(3, 2)}, ["y"], kinds=("FLOAT",), formats=("NCHW",))


class Places(Case):
    def test_shapes(self):
        for one, constants in ((node("Flatten"), None), (node("Flatten", axis=0), None), (node("Reshape", "x,s"), {"s": np.array([0, -1, 4], np.int64)}),
                               (node("Unsqueeze", "x,s"), {"s": np.array([-1], np.int64)})):
            shape = (2, 3, 4) if one.op_type == "Unsqueeze" else (2, 3, 4, 5)
            self.compare(one, {"x": self.floats(*shape)}, ["y"], constants)
        self.compare(node("Squeeze", "x,s"), {"x": self.floats(2, 1, 4, 1)}, ["y"], {"s": np.array([1], np.int64)})
        self.compare(node("Squeeze"), {"x": self.floats(2, 1, 4, 1)}, ["y"])
        self.compare(node("Flatten"), {"x": self.draw.integers(0, 255, (2, 3, 4, 5), np.uint8)}, ["y"])

    def test_transposes(self):
        self.compare(node("Transpose"), {"x": self.floats(2, 3, 4, 5)}, ["y"])
        for order in ((0, 2, 3, 1), (3, 1, 0, 2)):
            self.compare(node("Transpose", perm=order), {"x": self.floats(2, 3, 4, 5)}, ["y"])
        self.compare(node("Transpose", perm=[1, 0]), {"x": self.draw.integers(-9, 9, (3, 7), np.int8)}, ["y"])

    def test_concats(self):
        arrays = {f"x{k}": self.floats(2, k % 3 + 1, 4, 5) for k in range(11)}
        self.compare(node("Concat", ",".join(arrays), axis=1), arrays, ["y"], formats=("NHWC",))
        self.compare(node("Concat", "x,w", axis=-1), {"x": self.floats(3, 4)}, ["y"], {"w": self.floats(3, 2)}, formats=("NCHW",))

    def test_outputs_that_are_inputs_constants_or_the_same(self):
        nodes = [node("Identity", "x", "a"), node("Relu", "x", "b"), node("Identity", "b", "c"), node("Identity", "w", "d")]
        self.compare(nodes, {"x": self.floats(2, 3)}, ["a", "b", "c", "d"], {"w": self.floats(4, 4)})

    def test_tensors_may_have_gaps(self):
        made, wanted = model([node("Sigmoid")], {"x": self.floats(1, 3, 4, 5)}, ["y"])
        value = spec.value_of(self.network(made))
        for one in (value["inputs"][0], value["outputs"][0]):
            one.update(strides=[8, 48, 256], size=4096)
        network = spec.parse(json.dumps(value).encode())
        x = self.floats(1, 3, 4, 5)
        found, _ = compute(network, {"x": x})
        self.assert_close(found[0], 1 / (1 + np.exp(-x)), "FLOAT")
        self.assertEqual(wanted[0].shape, found[0].shape)


class Integers(Case):
    def integers(self, kind, *shape):
        limits = np.iinfo(kind)
        return self.draw.integers(limits.min, limits.max, shape, kind, endpoint=True)

    def test_quantize_and_dequantize(self):
        for kind, zero in ((np.uint8, 0), (np.uint8, 131), (np.int8, 0), (np.int8, -7)):
            constants = {"s": np.float32(0.0173), "z": kind(zero)}
            self.compare(node("QuantizeLinear", "x,s,z"), {"x": self.floats(1, 3, 4, 5, low=-3, high=3)}, ["y"], constants, 19, kinds=("FLOAT",))
            self.compare(node("DequantizeLinear", "x,s,z"), {"x": self.integers(kind, 1, 3, 4, 5)}, ["y"], constants, 19)
        self.compare(node("QuantizeLinear", "x,s"), {"x": self.floats(3, 4)}, ["y"], {"s": np.float32(0.01)}, kinds=("FLOAT",))

    def test_quantized_convolutions(self):
        for kind, zero, out, out_zero in ((np.uint8, 0, np.uint8, 0), (np.uint8, 117, np.uint8, 128), (np.int8, -3, np.int8, 5), (np.uint8, 12, np.int8, 0)):
            for count in (1, 6):
                for weights, weight_zero in ((self.integers(np.int8, 6, 4, 3, 3), np.int8(0)), (self.integers(np.uint8, 6, 4, 3, 3), np.uint8(128))):
                    with self.subTest(kind=kind, out=out, count=count, weights=weights.dtype):
                        scales = self.floats(count, low=0.001, high=0.002)
                        zeros = np.full(count, weight_zero)
                        constants = {"xs": np.float32(0.02), "xz": kind(zero), "w": weights, "ws": scales if count > 1 else scales[0],
                                     "wz": zeros if count > 1 else zeros[0], "ys": np.float32(0.05), "yz": out(out_zero),
                                     "b": self.draw.integers(-9000, 9000, 6, np.int32)}
                        self.compare(node("QLinearConv", "x,xs,xz,w,ws,wz,ys,yz,b", pads=[1, 1, 1, 1]), {"x": self.integers(kind, 1, 4, 7, 6)}, ["y"],
                                     constants, formats=("NHWC",))
        constants = {"xs": np.float32(0.02), "xz": np.uint8(9), "w": self.integers(np.int8, 4, 1, 3, 3), "ws": np.float32(0.003), "wz": np.int8(0),
                     "ys": np.float32(0.05), "yz": np.uint8(3)}
        self.compare(node("QLinearConv", "x,xs,xz,w,ws,wz,ys,yz", group=4, strides=[2, 2]), {"x": self.integers(np.uint8, 1, 4, 9, 9)}, ["y"], constants)

    def test_quantized_products(self):
        for kind, zero in ((np.uint8, 7), (np.int8, 0), (np.int8, -4)):
            constants = {"xs": np.float32(0.02), "xz": kind(zero), "w": self.integers(np.int8, 9, 5), "ws": np.float32(0.004), "wz": np.int8(0),
                         "ys": np.float32(0.06), "yz": kind(3)}
            self.compare(node("QLinearMatMul", "x,xs,xz,w,ws,wz,ys,yz"), {"x": self.integers(kind, 4, 9)}, ["y"], constants, formats=("NCHW",))

    def test_weights_that_are_dequantized(self):
        for axis, count in ((0, 6), (1, 1)):
            nodes = [node("DequantizeLinear", "w,s,z", "f", **({"axis": axis} if count > 1 else {})), node("Conv", "x,f")]
            scales, zeros = self.floats(count, low=0.01, high=0.02), np.arange(count).astype(np.int8)
            constants = {"w": self.integers(np.int8, 6, 3, 3, 3), "s": scales if count > 1 else scales[0], "z": zeros if count > 1 else zeros[0]}
            self.compare(nodes, {"x": self.floats(1, 3, 8, 8)}, ["y"], constants, 19, formats=("NCHW",))


def lenet(draw, kind=np.float32):
    """(nodes, inputs, constants): two convolutions, two products, a softmax; for numbers of 28 x 28 pixels."""
    def floats(*shape):
        return (draw.uniform(-1, 1, shape) / np.sqrt(np.prod(shape[1:]))).astype(kind)

    nodes = [node("Conv", "image,w1,b1", "a", pads=[2, 2, 2, 2]), node("Relu", "a", "b"), node("MaxPool", "b", "c", kernel_shape=[2, 2], strides=[2, 2]),
             node("Conv", "c,w2,b2", "d"), node("Relu", "d", "e"), node("MaxPool", "e", "f", kernel_shape=[2, 2], strides=[2, 2]),
             node("Flatten", "f", "g"), node("Gemm", "g,w3,b3", "h", transB=1), node("Relu", "h", "i"), node("Gemm", "i,w4,b4", "j", transB=1),
             node("Relu", "j", "k"), node("Gemm", "k,w5,b5", "l", transB=1), node("Softmax", "l", "scores")]
    constants = {"w1": floats(6, 1, 5, 5), "b1": floats(6), "w2": floats(16, 6, 5, 5), "b2": floats(16), "w3": floats(120, 400), "b3": floats(120),
                 "w4": floats(84, 120), "b4": floats(84), "w5": floats(10, 84), "b5": floats(10)}
    return nodes, {"image": draw.uniform(0, 1, (1, 1, 28, 28)).astype(kind)}, constants


def quantized(draw):
    """A network of integers between floating point: quantize, convolution, pool, convolution, product, dequantize."""
    def integers(*shape):
        return draw.integers(-128, 127, shape, np.int8)

    one = {"xs": np.float32(1 / 255), "xz": np.uint8(0), "w1": integers(8, 1, 5, 5), "s1": draw.uniform(0.001, 0.002, 8).astype(np.float32),
           "z1": np.zeros(8, np.int8), "ys": np.float32(0.01), "yz": np.uint8(20), "b1": draw.integers(-500, 500, 8, np.int32),
           "w2": integers(12, 8, 3, 3), "s2": np.float32(0.002), "z2": np.int8(0), "vs": np.float32(0.02), "vz": np.uint8(100),
           "w3": integers(12 * 36, 10), "s3": np.float32(0.001), "z3": np.int8(0), "us": np.float32(0.05), "uz": np.uint8(128)}
    nodes = [node("QuantizeLinear", "image,xs,xz", "a"), node("QLinearConv", "a,xs,xz,w1,s1,z1,ys,yz,b1", "b", pads=[2, 2, 2, 2], strides=[2, 2]),
             node("QLinearConv", "b,ys,yz,w2,s2,z2,vs,vz", "d", strides=[2, 2]),
             node("Flatten", "d", "e"), node("QLinearMatMul", "e,vs,vz,w3,s3,z3,us,uz", "f"), node("DequantizeLinear", "f,us,uz", "scores")]
    return nodes, {"image": draw.uniform(0, 1, (1, 1, 28, 28)).astype(np.float32)}, one


class Networks(Case):
    def test_a_small_network_end_to_end(self):
        nodes, inputs, constants = lenet(self.draw)
        network = self.compare(nodes, inputs, ["scores"], constants)
        made, wanted = model(nodes, inputs, ["scores"], constants)
        self.assertAlmostEqual(float(wanted[0].sum()), 1.0, 5)
        # As files: the specification, then the loadable, then what show says of it.
        self.network(made)
        self.assertEqual(rfdla("make", "net.json", "-o", "lenet.rfdla")[0], 0)
        status, text, _ = rfdla("show", "lenet.rfdla")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"(?m)^rfdla 1\.1: ")
        self.assertRegex(text, r"(?m)^layer \d+: convolution of \d+ \d+ \d+ to \d+ numbers 0 0 1 1 2 2 2 2 1 1 1")
        self.assertRegex(text, r"(?m)^step 0: network$")
        shown = rfdla("show", "--json", "lenet.rfdla")[1]
        self.assertEqual(layout.pack(spec.parse(shown.encode())), (WORK / "lenet.rfdla").read_bytes())
        self.assertEqual(len(network.steps), 1)

    def test_half_in_the_file(self):
        nodes, inputs, constants = lenet(self.draw, np.float16)
        made, wanted = model(nodes, inputs, ["scores"], constants)
        network = self.network(made)
        self.assertEqual([one.type for one in network.inputs + network.outputs], [2, 2])
        found, _ = compute(network, inputs)
        self.assert_close(found[0], wanted[0], "HALF")

    def test_a_network_of_integers(self):
        """Steps of 0.05 at the end; a step more or less in a layer may make one more there."""
        nodes, inputs, constants = quantized(self.draw)
        made, wanted = model(nodes, inputs, ["scores"], constants, 19)
        found, _ = compute(self.network(made), inputs)
        difference = np.abs(found[0].reshape(wanted[0].shape) - wanted[0])
        self.assertLessEqual(difference.max(), 2 * 0.05 + 1e-5)
        self.assertGreater(np.ptp(wanted[0]), 0.5)

    def test_tasks_follow_one_another(self):
        nodes, inputs, constants = lenet(self.draw)
        made, wanted = model(nodes, inputs, ["scores"], constants)
        found, text = compute(self.network(made), inputs, 50)
        self.assert_close(found[0], wanted[0], "FLOAT")
        self.assertRegex(text, r"microseconds a task")

    def test_a_task_takes_nothing_of_the_heap(self):
        """What oneDNN asks for while it executes comes from what was reserved."""
        nodes, inputs, constants = lenet(self.draw)
        made, _ = model(nodes, inputs, ["scores"], constants)
        _, text = compute(self.network(made), inputs, 200)
        taken, given, own = (float(one) for one in text.split("heap: ")[1].replace(" taken", "").replace(" given back", "")
                             .replace(" of this library\n", "").split(", "))
        self.assertEqual((taken, given, own), (0.0, 0.0, 0.0))


class Raw:
    """A file of these bytes."""

    def __init__(self, data):
        self.data = data

    def SerializeToString(self):  # pylint: disable=invalid-name
        return self.data


class Refusals(Case):
    def refused(self, made, *options):
        (WORK / "net.onnx").write_bytes(made.SerializeToString())
        (WORK / "none.json").unlink(missing_ok=True)
        status, _, error = rfdla("from-onnx", "net.onnx", "--network", "-o", "none.json", *options)
        self.assertEqual(status, 1)
        self.assertFalse((WORK / "none.json").exists())
        return error

    def one(self, nodes, constants=None, x=None, opset=17):
        nodes = nodes if isinstance(nodes, list) else [nodes]
        x = self.floats(1, 3, 8, 8) if x is None else x
        weights = [numpy_helper.from_array(np.asarray(array), name) for name, array in (constants or {}).items()]
        graph = helper.make_graph(nodes, "graph", [info("x", x)], [info("y", x)], weights)
        return self.refused(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]))

    def test_what_is_no_layer_is_named(self):
        w = self.floats(4, 3, 3, 3)
        for nodes, constants, text in (
                (helper.make_node("Erf", ["x"], ["y"], name="odd one"), None, "node 'odd one' (Erf): the engine has no such operator"),
                ([node("Relu", "x", "a"), node("Cos", "a", "y")], None, "node 1 (Cos): the engine has no such operator"),
                (helper.make_node("Gelu", ["x"], ["y"], domain="com.microsoft"), None, "node 0 (Gelu): operators of 'com.microsoft' are none"),
                (node("Conv", "x,w", strides=[0, 1]), {"w": w}, "node 0 (Conv): a number of its window is negative or 0"),
                (node("Conv", "x,w", kernel_shape=[3, 3]), {"w": self.floats(4, 3, 9, 9)}, "its window is larger than its input"),
                (node("Conv", "x,x"), None, "node 0 (Conv): its weights must be constant"),
                (node("Conv", "x,w"), {"w": self.floats(4, 2, 3, 3)}, "node 0 (Conv): its weights are for other channels"),
                (node("MaxPool", "x", "y,i", kernel_shape=[2, 2]), None, "indices of the largest elements"),
                (node("Reshape", "x,s"), {"s": np.array([5, -1, 7], np.int64)}, "its shape has another number of elements"),
                (node("Reshape", "x,x"), None, "its shape must be constant"),
                (node("Add", "x,w"), {"w": self.floats(7)}, "the dimensions of its inputs do not fit each other"),
                (node("Relu", "z"), None, "it reads what no input, constant or node before it is"),
                (node("Cast", to=TensorProto.INT32), None, "casts are those between types of floating point"),
                (node("Resize", "x,,s", mode="cubic"), {"s": np.array([1, 1, 2, 2], np.float32)}, "modes are nearest, and linear"),
                (node("Resize", "x,,s"), {"s": np.array([1, 1, 1.5, 2], np.float32)}, "whole scales"),
                (node("Softmax", axis=7), None, "there is no axis 7"),
                (node("QuantizeLinear", "x,s,z"), {"s": np.float32(1), "z": np.int16(0)}, "integers of type INT16"),
                (node("Unsqueeze", "x,s"), {"s": np.array([0], np.int64)}, "an array has 5 dimensions"),
                (node("Gemm", "x,w"), {"w": w}, "its factors must be matrices"),
                (node("Resize", "x,,s"), {"s": np.array([1, 1, np.inf, 2], np.float32)}, "node 0 (Resize): a scale is no finite number"),
                (node("Upsample", "x,s"), {"s": np.array([1, 1, np.nan, 2], np.float32)}, "node 0 (Upsample): a scale is no finite number"),
                (node("Conv", "x"), None, "node 0 (Conv): it has not the inputs or attributes")):
            with self.subTest(text=text):
                self.assertIn(text, self.one(nodes, constants))

    def test_tensors_that_networks_do_not_have(self):
        made, _ = model([node("Relu")], {"x": self.floats(1, 3, 4, 4)}, ["y"])
        self.assertIn("cannot be made INT8", self.refused(made, "--type", "INT8"))
        self.assertIn("NCHW or NHWC", self.refused(made, "--format", "NCxHWx"))

    def test_what_onnx_itself_does_not_write_is_named(self):
        made, _ = model([node("LeakyRelu", alpha=0.5)], {"x": self.floats(1, 3, 4, 4)}, ["y"])
        data = made.SerializeToString()
        one = b"\x15" + struct.pack("<f", 0.5)
        self.assertEqual(data.count(one), 1)
        # The same number as three bytes, and the rest as a field that nobody knows.
        cut = data.replace(one, b"\x12\x03abc")
        self.assertIn("node 0 (LeakyRelu): its attribute 'alpha' has 3 bytes", self.refused(Raw(cut)))
        made.graph.output[0].name = ""
        self.assertIn("output 0 has no name", self.refused(made))

    def test_changed_bytes_are_one_line(self):
        draw = random.Random(11)
        options = tool.arguments(["from-onnx", "net.onnx", "--network", "-o", "none.json"])
        x = self.floats(1, 4, 8, 8)
        files = [model(nodes, {"x": x}, ["y"], constants, opset)[0].SerializeToString() for nodes, constants, opset in (
            ([node("Conv", "x,w", "a", pads=[1, 1, 1, 1]), node("Clip", "a,l,h", "b"), node("GlobalAveragePool", "b", "c"), node("Flatten", "c", "d"),
              node("Gemm", "d,v,u", transB=1, alpha=0.5)],
             {"w": self.floats(4, 4, 3, 3), "l": np.float32(-1), "h": np.float32(1), "v": self.floats(5, 4), "u": self.floats(5)}, 17),
            ([node("Resize", "x,,s", "a"), node("Transpose", "a", "b", perm=[0, 2, 3, 1]), node("Softmax", "b", axis=3)],
             {"s": np.array([1, 1, 2, 2], np.float32)}, 17),
            ([node("QuantizeLinear", "x,s,z", "a"), node("DequantizeLinear", "a,s,z", "b"), node("MaxPool", "b", kernel_shape=[2, 2], strides=[2, 2])],
             {"s": np.float32(0.1), "z": np.uint8(7)}, 19))]
        refused = 0
        for number in range(3000):
            data = bytearray(draw.choice(files))
            for _ in range(draw.choice((1, 1, 2, 4))):
                place = draw.randrange(len(data))
                data[place:place + draw.choice((0, 1, 1, 1, 2))] = draw.choice((b"", b"\0", b"\xff", bytes([draw.randrange(256)])))
            try:
                spec.read(onnx_network.spec_of(bytes(data), options))
            except (layout.Broken, spec.Wrong):
                refused += 1
            except Exception as error:
                raise AssertionError(f"file {number}: {data.hex()}") from error
        self.assertGreater(refused, 1000)

    def test_without_the_library_of_networks_it_is_said(self):
        """As where it was built without oneDNN: the library alone, in a folder of its own."""
        folder = WORK / "alone"
        folder.mkdir(exist_ok=True)
        for name in ("libringfence.so.0", "libringfence_dla.so.0"):
            (folder / name).write_bytes((BUILD / "lib" / name).read_bytes())
        made, _ = model([node("Relu")], {"x": self.floats(1, 3, 4, 4)}, ["y"])
        network = self.network(made)
        compute(network, {"x": self.floats(1, 3, 4, 4)})
        status, text = client("net.rfdla", 1, WORK / "input0", WORK / "output0", environment={"LD_LIBRARY_PATH": str(folder)})
        self.assertEqual(status, 1)
        self.assertRegex(text, r"cudlaModuleLoadFromMemory\(.*\): 0x7\n")


def print_cost():
    draw = np.random.default_rng(3)
    case = Case()
    for name, (nodes, inputs, constants) in (("FLOAT", lenet(draw)), ("integers", quantized(draw))):
        made, _ = model(nodes, inputs, ["scores"], constants, 19)
        _, text = compute(case.network(made), inputs, 2000)
        print(f"{name}: {text}", end="")


def build_client():
    lib = BUILD / "lib"
    subprocess.run(["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinc", str(CLIENT), "-o", str(WORK / "client"),
                    f"-L{lib}", "-lringfence_dla", "-lringfence", f"-Wl,-rpath,{lib}", "-ldl", "-pthread"], cwd=ROOT, check=True)


def main():
    global BUILD, WORK  # pylint: disable=global-statement
    BUILD = Path(sys.argv[1]).resolve()
    WORK = BUILD / "dla-networks"
    WORK.mkdir(parents=True, exist_ok=True)
    build_client()
    if sys.argv[2:] == ["--cost"]:
        print_cost()
        return 0
    loader = unittest.TestLoader()
    here = sys.modules[__name__]
    suite = loader.loadTestsFromNames(sys.argv[2:], here) if len(sys.argv) > 2 else loader.loadTestsFromModule(here)
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    print(f"dla networks: {result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(result.skipped)} skipped")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
