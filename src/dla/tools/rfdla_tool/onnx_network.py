# SPDX-License-Identifier: Apache-2.0
"""The layers and weights of an ONNX file as the network of a loadable; docs/dla-tools.md says which operators there are. What
cannot be a layer is refused with the name of its node."""

import itertools
import math
import struct
from dataclasses import dataclass, field

from . import network as networks
from . import onnx
from .network import FLOAT, KINDS, TYPES, Layer, Network, Value
from .spec import Wrong, printable

# struct's letter of each type of constants, and the type that a layer reads it as.
LETTERS = {"FLOAT": "f", "UINT8": "B", "INT8": "b", "UINT16": "H", "INT16": "h", "INT32": "i", "INT64": "q", "BOOL": "?", "FLOAT16": "e", "DOUBLE": "d"}
READ_AS = {"FLOAT": "FLOAT", "FLOAT16": "HALF", "INT8": "INT8", "UINT8": "UINT8", "INT32": "INT32"}
LARGEST = 3.0e38


@dataclass
class Constant:
    """An array that the file has."""

    dims: tuple
    element: str
    data: bytes

    @property
    def numbers(self):
        letter = LETTERS[self.element]
        return list(struct.unpack(f"<{len(self.data) // struct.calcsize(letter)}{letter}", self.data))

    def shaped(self, dims):
        return Constant(tuple(dims), self.element, self.data)


@dataclass
class Array:
    """An array that the network has: index of its value, FLOAT in place of HALF."""

    index: int
    dims: tuple
    type: str


@dataclass
class Node:
    operator: str
    where: str
    inputs: list
    outputs: list
    attributes: dict = field(default_factory=dict)
    opset: int = 0

    def get(self, name, default):
        return self.attributes.get(name, default)


# ---------------------------------------------------------------- protocol buffers


def signed(number, bits=64):
    return number - (1 << bits) if number >> (bits - 1) & 1 else number


def packed_integers(data, number):
    """A repeated field of integers, packed or not."""
    found = []
    for place, value in onnx.fields(data):
        if place == number and isinstance(value, int):
            found.append(signed(value))
        elif place == number:
            at = 0
            while at < len(value):
                one, at = onnx.varint(value, at)
                found.append(signed(one))
    return found


def packed(data, number):
    """The bytes of a repeated field of numbers of a fixed size."""
    return b"".join(value for place, value in onnx.fields(data) if place == number and not isinstance(value, int))


def constant_of(data, where):
    """A TensorProto."""
    element = onnx.ELEMENTS.get(onnx.last_of(data, 2, int, 0), "?")
    if element not in LETTERS:
        raise Wrong(f"{where}: a constant of type {element} is none that a network can have")
    if onnx.last_of(data, 14, int, 0):
        raise Wrong(f"{where}: its bytes are in another file; save the model as one file")
    dims = tuple(packed_integers(data, 1))
    letter = LETTERS[element]
    raw = onnx.last_of(data, 9, bytes, None)
    if raw is None:
        raw = packed(data, {"FLOAT": 4, "DOUBLE": 10}.get(element, 0))
        if element in ("FLOAT16",):
            raw = b"".join(struct.pack("<H", one & 0xFFFF) for one in packed_integers(data, 5))
        elif element not in ("FLOAT", "DOUBLE"):
            try:
                raw = b"".join(struct.pack(f"<{letter}", one) for one in packed_integers(data, 7 if element == "INT64" else 5))
            except struct.error:
                raise Wrong(f"{where}: a number of a constant is none of its type") from None
    if min(dims, default=1) < 0 or len(raw) != math.prod(dims) * struct.calcsize(f"<{letter}"):
        raise Wrong(f"{where}: a constant has not the bytes of its dimensions")
    return Constant(dims, element, bytes(raw))


def numbers_of(data, name, where):
    """The numbers of an attribute of floating point."""
    if len(data) % 4:
        raise Wrong(f"{where}: its attribute '{printable(name)}' has {len(data)} bytes, a number has 4")
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def attribute_of(data, where):
    """(name, value) of an AttributeProto: a number, a text, an array of numbers or a constant."""
    name = onnx.name_of(data, 1)
    kind = onnx.last_of(data, 20, int, 0)
    value = None
    if kind == 1:
        value = numbers_of(onnx.last_of(data, 2, bytes, bytes(4)), name, where)[0]
    elif kind == 2:
        value = signed(onnx.last_of(data, 3, int, 0))
    elif kind == 3:
        value = onnx.text(onnx.last_of(data, 4, bytes, b""))
    elif kind == 4:
        value = constant_of(onnx.last_of(data, 5, bytes, b""), where)
    elif kind == 6:
        value = numbers_of(packed(data, 7), name, where)
    elif kind == 7:
        value = packed_integers(data, 8)
    return name, value


def nodes_of(graph, opset):
    for index, data in enumerate(onnx.all_of(graph, 1)):
        operator = onnx.name_of(data, 4)
        name = onnx.name_of(data, 3)
        where = f"node '{printable(name)}' ({printable(operator)})" if name else f"node {index} ({printable(operator)})"
        domain = onnx.name_of(data, 7)
        if domain not in ("", "ai.onnx"):
            raise Wrong(f"{where}: operators of '{printable(domain)}' are none of the engine")
        yield Node(operator, where, [onnx.text(one) for one in onnx.all_of(data, 1)], [onnx.text(one) for one in onnx.all_of(data, 2)],
                   dict(attribute_of(one, where) for one in onnx.all_of(data, 5)), opset)


# ---------------------------------------------------------------- building


class Builder:
    """A network that grows by nodes."""

    def __init__(self):
        self.network = Network()
        self.node = None
        self.constants = {}

    def need(self, condition, text):
        if not condition:
            raise Wrong(f"{self.node.where}: {text}")

    def value(self, kind, element, dims, tensor=0, data=b""):
        if self.node:
            self.need(0 < len(dims) <= 4, f"an array has {len(dims)} dimensions, an engine has four")
        self.network.values.append(Value(KINDS[kind], TYPES[element], tuple(dims), tensor, data))
        return len(self.network.values) - 1

    def array(self, one):
        """What a layer reads: a constant becomes a value."""
        if isinstance(one, Array):
            return one
        self.need(one.element in READ_AS, f"a constant of type {one.element} is none that a layer reads")
        element = READ_AS[one.element]
        dims = one.dims or (1,)
        key = (one.data, one.element, dims)
        if key not in self.constants:
            self.constants[key] = self.value("constant", element, dims, data=one.data)
        return Array(self.constants[key], dims, "FLOAT" if element == "HALF" else element)

    def layer(self, operation, inputs, dims, element="FLOAT", variant="", numbers=(), alpha=0.0, beta=0.0):
        arrays = [self.array(one) for one in inputs]
        output = self.value("between", element, dims)
        variants = networks.RULES[operation].variants
        self.network.layers.append(Layer(operation, [one.index for one in arrays], output, variants.index(variant or variants[0]),
                                         tuple(one & networks.U32_MAX for one in numbers), rounded(alpha), rounded(beta)))
        return Array(output, tuple(dims), element)

    def reshape(self, one, dims):
        if one.dims == tuple(dims):
            return one
        if isinstance(one, Constant):
            return one.shaped(dims)
        return self.layer("reshape", [one], dims, one.type)

    def floating(self, *arrays):
        for one in arrays:
            kind = one.type if isinstance(one, Array) else READ_AS.get(one.element, one.element)
            self.need(kind in ("FLOAT", "HALF"), f"it reads {kind}, and is computed in floating point alone")

    def image(self, one):
        self.need(len(one.dims) == 4, f"its input has {len(one.dims)} dimensions, windows need n, c, h and w")

    def constant(self, one, what):
        self.need(isinstance(one, Constant), f"its {what} must be constant")
        return one

    def scalar(self, one, what):
        self.need(len(self.constant(one, what).numbers) == 1, f"its {what} must be a single number")
        return one.numbers[0]


def rounded(number):
    try:
        return FLOAT.unpack(FLOAT.pack(number))[0]
    except OverflowError:
        return math.copysign(LARGEST, number)


def floats(dims, numbers):
    numbers = list(numbers)
    return Constant(tuple(dims), "FLOAT", struct.pack(f"<{len(numbers)}f", *map(rounded, numbers)))


def given(inputs, place):
    return inputs[place] if place < len(inputs) else None


def spread(build, *shapes):
    """The dimensions of arrays that are repeated to fit each other."""
    rank = max(len(dims) for dims in shapes)
    out = []
    for sizes in zip(*((1,) * (rank - len(dims)) + tuple(dims) for dims in shapes)):
        size = max(sizes)
        build.need(all(one in (1, size) for one in sizes), "the dimensions of its inputs do not fit each other")
        out.append(size)
    return tuple(out)


def ranked(build, one, rank):
    """With as many dimensions: ones come first."""
    return build.reshape(one, (1,) * (rank - len(one.dims)) + tuple(one.dims))


# ---------------------------------------------------------------- windows


def window(build, node, source, kernel, is_ceil=False):
    """(numbers from the kernel to the dilation, height and width of the output, whether ceil made it larger)."""
    strides, dilations = node.get("strides", [1, 1]), node.get("dilations", [1, 1])
    pads = node.get("pads", [0, 0, 0, 0])
    build.need(len(strides) == len(dilations) == 2 and len(pads) == 4 and len(kernel) == 2, "its window has not two dimensions")
    build.need(min(strides) > 0 and min(dilations) > 0 and min(pads) >= 0 and min(kernel) > 0, "a number of its window is negative or 0")
    begin, end = pads[:2], pads[2:]
    auto = node.get("auto_pad", "NOTSET")
    out, grew = [], False
    for axis in (0, 1):
        size, stride = source.dims[2 + axis], strides[axis]
        extent = (kernel[axis] - 1) * dilations[axis] + 1
        if auto in ("SAME_UPPER", "SAME_LOWER"):
            every = max((-(-size // stride) - 1) * stride + extent - size, 0)
            begin[axis] = every // 2 if auto == "SAME_UPPER" else every - every // 2
            end[axis] = every - begin[axis]
        elif auto == "VALID":
            begin[axis] = end[axis] = 0
        room = size + begin[axis] + end[axis] - extent
        build.need(room >= 0, "its window is larger than its input")
        made = room // stride + 1
        if is_ceil and room % stride and made * stride < size + begin[axis]:
            end[axis] += stride - room % stride
            made += 1
            grew = True
        out.append(made)
    return [*kernel, *strides, *begin, *end, *dilations], out, grew


def channels_of(build, node, source, weights):
    build.image(source)
    build.image(weights)
    groups = node.get("group", 1)
    build.need(groups > 0 and weights.dims[1] * groups == source.dims[1] and weights.dims[0] % groups == 0, "its weights are for other channels")


def convolution(build, node, inputs):
    source, weights, bias = inputs[0], build.constant(inputs[1], "weights"), given(inputs, 2)
    build.floating(source, weights)
    channels_of(build, node, source, weights)
    numbers, out, _ = window(build, node, source, list(weights.dims[2:]))
    arrays = [source, weights] + ([build.constant(bias, "bias")] if bias else [])
    return build.layer("convolution", arrays, (source.dims[0], weights.dims[0], *out), numbers=[0, 0, *numbers[2:], node.get("group", 1)])


def pool(build, node, inputs):
    source, variant = inputs[0], "max"
    build.image(source)
    kernel = node.get("kernel_shape", [])
    if node.operator.startswith("Global"):
        kernel = list(source.dims[2:])
    build.need(len(node.outputs) == 1, "indices of the largest elements are none of the engine")
    numbers, out, grew = window(build, node, source, kernel, node.get("ceil_mode", 0) == 1)
    if "Average" in node.operator:
        variant = "average-with-padding" if node.get("count_include_pad", 0) else "average"
        build.need(not grew or variant == "average", "windows that end beyond the padding count it otherwise than the engine does")
        build.floating(source)
    source = build.array(source)
    return build.layer("pool", [source], (*source.dims[:2], *out), source.type, variant, numbers)


def reduce_mean(build, node, inputs):
    axes = build.constant(inputs[1], "axes").numbers if given(inputs, 1) else node.get("axes", [])
    build.image(inputs[0])
    build.need(sorted(axis % 4 for axis in axes) == [2, 3], "means are those of h and w alone")
    made = pool(build, Node("GlobalAveragePool", node.where, [], [""]), inputs[:1])
    return made if node.get("keepdims", 1) else build.reshape(made, made.dims[:2])


# ---------------------------------------------------------------- products


def transposed(build, one):
    """A matrix with its rows as columns."""
    rows, columns = one.dims
    if isinstance(one, Array):
        return build.layer("transpose", [one], (columns, rows), one.type, numbers=(1, 0))
    numbers = one.numbers
    turned = [numbers[row * columns + column] for column in range(columns) for row in range(rows)]
    return Constant((columns, rows), one.element, struct.pack(f"<{len(turned)}{LETTERS[one.element]}", *turned))


def gemm(build, node, inputs):
    one, other, bias = inputs[0], inputs[1], given(inputs, 2)
    build.floating(one, other)
    build.need(len(one.dims) == len(other.dims) == 2, "its factors must be matrices")
    one = transposed(build, one) if node.get("transA", 0) else one
    other = transposed(build, other) if node.get("transB", 0) else other
    build.need(one.dims[1] == other.dims[0], "the dimensions of its factors do not fit each other")
    dims = (one.dims[0], other.dims[1])
    alpha, beta = node.get("alpha", 1.0), node.get("beta", 1.0)
    if bias:
        build.need(spread(build, bias.dims, dims) == dims, "its bias is larger than its product")
        bias = ranked(build, bias, 2)
    if bias and alpha == beta == 1.0:
        return build.layer("matmul", [one, other, bias], dims)
    made = build.layer("matmul", [one, other], dims)
    made = made if alpha == 1.0 else build.layer("eltwise", [made], dims, variant="linear", alpha=alpha)
    if bias and beta != 1.0:
        bias = build.layer("eltwise", [bias], bias.dims, variant="linear", alpha=beta)
    return build.layer("binary", [made, bias], dims, variant="add") if bias else made


def product(build, one, other):
    """Both factors with the same number of dimensions, and those of the product."""
    build.need(len(one.dims) >= 2 and len(other.dims) >= 2, "its factors must have two dimensions or more")
    rank = max(len(one.dims), len(other.dims))
    one, other = ranked(build, one, rank), ranked(build, other, rank)
    build.need(one.dims[-1] == other.dims[-2], "the dimensions of its factors do not fit each other")
    return one, other, (*spread(build, one.dims[:-2], other.dims[:-2]), one.dims[-2], other.dims[-1])


def matmul(build, _, inputs):
    build.floating(*inputs)
    one, other, dims = product(build, *inputs)
    return build.layer("matmul", [one, other], dims)


# ---------------------------------------------------------------- elements

# Function, and the attributes that are its alpha and beta, each with what it is where it is left out.
FUNCTIONS = {"Relu": ("relu",), "LeakyRelu": ("relu", ("alpha", 0.01)), "Sigmoid": ("sigmoid",), "Tanh": ("tanh",), "Elu": ("elu", ("alpha", 1.0)),
             "Exp": ("exp",), "Sqrt": ("sqrt",), "Abs": ("abs",), "Log": ("log",), "HardSwish": ("hardswish",), "Softplus": ("softplus",)}
BINARIES = {"Add": "add", "Sum": "add", "Sub": "sub", "Mul": "mul", "Div": "div", "Max": "max", "Min": "min"}


def eltwise(build, node, inputs):
    build.floating(inputs[0])
    variant, *attributes = FUNCTIONS[node.operator]
    alpha = node.get(*attributes[0]) if attributes else 0.0
    return build.layer("eltwise", inputs[:1], inputs[0].dims or (1,), variant=variant, alpha=alpha)


def gelu(build, node, inputs):
    build.floating(inputs[0])
    build.need(node.get("approximate", "none") == "none", "the approximation by tanh is none of the engine")
    return build.layer("eltwise", inputs[:1], inputs[0].dims, variant="gelu")


def linear(build, one, alpha, beta):
    return build.layer("eltwise", [one], one.dims, variant="linear", alpha=alpha, beta=beta)


def negate(build, _, inputs):
    build.floating(inputs[0])
    return linear(build, inputs[0], -1.0, 0.0)


def hard_sigmoid(build, node, inputs):
    build.floating(inputs[0])
    made = linear(build, inputs[0], node.get("alpha", 0.2), node.get("beta", 0.5))
    return build.layer("eltwise", [made], made.dims, variant="clip", alpha=0.0, beta=1.0)


def clip(build, node, inputs):
    build.floating(inputs[0])
    bounds = []
    for place, name, default in ((1, "min", -LARGEST), (2, "max", LARGEST)):
        one = given(inputs, place)
        bounds.append(max(-LARGEST, min(LARGEST, build.scalar(one, name) if one else node.get(name, default))))
    return build.layer("eltwise", inputs[:1], inputs[0].dims, variant="clip", alpha=bounds[0], beta=bounds[1])


def binary_of(build, one, other, variant):
    dims = spread(build, one.dims, other.dims) or (1,)
    one, other = ranked(build, one, len(dims)), ranked(build, other, len(dims))
    if tuple(one.dims) != dims and variant not in ("sub", "div"):
        one, other = other, one
    return build.layer("binary", [one, other], dims, variant=variant)


def binary(build, node, inputs):
    build.floating(*inputs)
    made = inputs[0]
    for one in inputs[1:]:
        made = binary_of(build, made, one, BINARIES[node.operator])
    return made


def batch_normalization(build, node, inputs):
    build.floating(*inputs)
    build.need(node.get("training_mode", 0) == 0 and len(node.outputs) == 1, "it is one for training")
    source = inputs[0]
    scale, bias, mean, variance = (build.constant(one, "parameters").numbers for one in inputs[1:5])
    build.need(len(source.dims) >= 2 and len(scale) == len(bias) == len(mean) == len(variance) == source.dims[1], "it has not a parameter for each channel")
    factors = [one / math.sqrt(other + node.get("epsilon", 1e-5)) for one, other in zip(scale, variance)]
    dims = (1, len(scale)) + (1,) * (len(source.dims) - 2)
    made = binary_of(build, source, floats(dims, factors), "mul")
    return binary_of(build, made, floats(dims, [one - other * factor for one, other, factor in zip(bias, mean, factors)]), "add")


def softmax(build, node, inputs):
    source = inputs[0]
    build.floating(source)
    variant = "logsoftmax" if node.operator == "LogSoftmax" else "softmax"
    axis = axis_of(build, node.get("axis", -1 if node.opset >= 13 else 1), len(source.dims))
    if node.opset >= 13 or axis == len(source.dims) - 1:
        return build.layer("softmax", [source], source.dims, variant=variant, numbers=(axis,))
    flat = build.reshape(source, (math.prod(source.dims[:axis]), math.prod(source.dims[axis:])))
    return build.reshape(build.layer("softmax", [flat], flat.dims, variant=variant, numbers=(1,)), source.dims)


# ---------------------------------------------------------------- places


def axis_of(build, axis, rank):
    build.need(-rank <= axis < rank, f"there is no axis {axis}")
    return axis % rank


def concat(build, node, inputs):
    axis = axis_of(build, node.get("axis", 0), len(inputs[0].dims))
    arrays = [build.array(one) for one in inputs]
    for one in arrays:
        build.need(len(one.dims) == len(arrays[0].dims) and one.type == arrays[0].type, "the dimensions or types of its inputs do not fit each other")
        build.need(all(one.dims[i] == arrays[0].dims[i] for i in range(len(one.dims)) if i != axis), "the dimensions of its inputs do not fit each other")
    while len(arrays) > 1:
        part, arrays = arrays[:networks.INPUTS], arrays[networks.INPUTS:]
        dims = list(part[0].dims)
        dims[axis] = sum(one.dims[axis] for one in part)
        arrays.insert(0, build.layer("concat", part, dims, part[0].type, numbers=(axis,)))
    return arrays[0]


def resize(build, node, inputs):
    source = inputs[0]
    build.floating(source)
    build.image(source)
    scales = given(inputs, 1 if node.operator == "Upsample" or node.opset < 11 else 2)
    sizes = given(inputs, 3)
    if sizes:
        dims = tuple(build.constant(sizes, "sizes").numbers)
    else:
        build.need(scales is not None, "it has no scales and no sizes")
        numbers = build.constant(scales, "scales").numbers
        build.need(all(map(math.isfinite, numbers)), "a scale is no finite number")
        dims = tuple(math.floor(size * scale) for size, scale in zip(source.dims, numbers))
    build.need(len(dims) == 4 and dims[:2] == source.dims[:2] and min(dims) > 0, "n and c stay as they are")
    mode = node.get("mode", "nearest")
    way = node.get("coordinate_transformation_mode", "half_pixel" if node.opset >= 11 else "asymmetric")
    build.need(not node.get("antialias", 0) and "axes" not in node.attributes, "antialias and axes are none of the engine")
    if mode == "nearest":
        whole = all(made % size == 0 for made, size in zip(dims, source.dims))
        rounds = node.get("nearest_mode", "round_prefer_floor" if node.opset >= 11 else "floor")
        build.need(whole and (way, rounds) in (("asymmetric", "floor"), ("half_pixel", "round_prefer_floor")),
                   "nearest elements are found for whole scales, by asymmetric and floor, or half_pixel and round_prefer_floor")
    else:
        exact = all(abs(made / size - scale) < 1e-6 for made, size, scale in zip(dims, source.dims, scales.numbers)) if scales and not sizes else True
        build.need(mode == "linear" and way == "half_pixel" and exact, "modes are nearest, and linear with half_pixel and scales that give whole sizes")
    return build.layer("resample", [source], dims, variant=mode)


def reshape(build, node, inputs):
    source = inputs[0]
    wanted = list(build.constant(inputs[1], "shape").numbers)
    build.need(node.get("allowzero", 0) == 0, "allowzero is none of the engine")
    build.need(wanted.count(-1) <= 1 and min(wanted, default=1) >= -1, "its shape is none")
    build.need(all(one != 0 or place < len(source.dims) for place, one in enumerate(wanted)), "its shape has a 0 that stands for no dimension")
    wanted = [source.dims[place] if one == 0 else one for place, one in enumerate(wanted)]
    rest = math.prod(one for one in wanted if one != -1)
    wanted = [math.prod(source.dims) // rest if one == -1 else one for one in wanted]
    build.need(math.prod(wanted) == math.prod(source.dims), "its shape has another number of elements")
    return build.reshape(source, wanted)


def flatten(build, node, inputs):
    dims = inputs[0].dims
    axis = node.get("axis", 1)
    build.need(-len(dims) <= axis <= len(dims), f"there is no axis {axis}")
    axis = axis + len(dims) if axis < 0 else axis
    return build.reshape(inputs[0], (math.prod(dims[:axis]), math.prod(dims[axis:])))


def axes_of(build, node, inputs):
    return build.constant(inputs[1], "axes").numbers if given(inputs, 1) else node.get("axes", None)


def squeeze(build, node, inputs):
    dims = inputs[0].dims
    axes = axes_of(build, node, inputs)
    axes = [place for place, one in enumerate(dims) if one == 1] if axes is None else [axis_of(build, one, len(dims)) for one in axes]
    build.need(all(dims[axis] == 1 for axis in axes), "it takes away a dimension that is not 1")
    return build.reshape(inputs[0], [one for place, one in enumerate(dims) if place not in axes] or (1,))


def unsqueeze(build, node, inputs):
    axes = axes_of(build, node, inputs)
    build.need(axes is not None, "it has no axes")
    rank = len(inputs[0].dims) + len(axes)
    axes = [axis_of(build, one, rank) for one in axes]
    rest = iter(inputs[0].dims)
    build.need(len(set(axes)) == len(axes), "it names an axis twice")
    return build.reshape(inputs[0], [1 if place in axes else next(rest) for place in range(rank)])


def transpose(build, node, inputs):
    source = build.array(inputs[0])
    rank = len(source.dims)
    order = node.get("perm", list(range(rank))[::-1])
    build.need(sorted(order) == list(range(rank)), "its perm is none")
    return build.layer("transpose", [source], [source.dims[one] for one in order], source.type, numbers=order)


def same(_, __, inputs):
    return inputs[0]


def cast(build, node, inputs):
    build.floating(inputs[0])
    build.need(onnx.ELEMENTS.get(node.get("to", 0)) in ("FLOAT", "FLOAT16"), "casts are those between types of floating point")
    return inputs[0]


# ---------------------------------------------------------------- integers


def zero_of(build, one, element):
    """(zero point, type) of a scalar that may be left out."""
    if one is None:
        return 0, element
    zero = build.scalar(one, "zero point")
    build.need(one.element in ("INT8", "UINT8"), f"integers of type {one.element} are none of the engine")
    return zero, one.element


def quantize(build, node, inputs):
    build.floating(inputs[0])
    build.need(node.get("block_size", 0) == 0, "blocks are none of the engine")
    zero, element = zero_of(build, given(inputs, 2), {0: "UINT8", 2: "UINT8", 3: "INT8"}.get(node.get("output_dtype", 0), "?"))
    build.need(element in ("INT8", "UINT8"), "its integers are none of the engine")
    return build.layer("quantize", inputs[:1], inputs[0].dims, element, numbers=(zero,), alpha=build.scalar(inputs[1], "scale"))


def dequantize_constant(build, node, inputs):
    """Of weights: floating point."""
    one, scales = inputs[0], build.constant(inputs[1], "scale").numbers
    zeros = build.constant(inputs[2], "zero point").numbers if given(inputs, 2) else [0] * len(scales)
    inner = 1
    if len(scales) > 1:
        axis = axis_of(build, node.get("axis", 1), len(one.dims))
        build.need(len(scales) == len(zeros) == one.dims[axis], "it has not a scale for each element of its axis")
        inner = math.prod(one.dims[axis + 1:])
    return floats(one.dims, ((number - zeros[place // inner % len(scales)]) * scales[place // inner % len(scales)]
                             for place, number in enumerate(one.numbers)))


def dequantize(build, node, inputs):
    build.need(node.get("block_size", 0) == 0, "blocks are none of the engine")
    source = inputs[0]
    if isinstance(source, Constant):
        return dequantize_constant(build, node, inputs)
    zero, element = zero_of(build, given(inputs, 2), source.type)
    build.need(element == source.type and element in ("INT8", "UINT8"), "its zero point is not of the type of its input")
    return build.layer("dequantize", [source], source.dims, numbers=(zero,), alpha=build.scalar(inputs[1], "scale"))


def signed_weights(build, weights, zeros):
    """INT8 with 0 as the zero point."""
    middle = {"INT8": 0, "UINT8": 128}.get(weights.element)
    build.need(middle is not None and all(one == middle for one in zeros.numbers), "the zero points of its weights must be 0 of INT8, or 128 of UINT8")
    if middle == 0:
        return weights
    return Constant(weights.dims, "INT8", bytes((one - 128) & 0xFF for one in weights.data))


def integers(build, inputs):
    """Weights, the factor of each channel or column, zero points of input and output, and the type of the output."""
    source = inputs[0]
    scale, weight_scales, out_scale = build.scalar(inputs[1], "scale"), build.constant(inputs[4], "scale").numbers, build.scalar(inputs[6], "scale")
    zero, element = zero_of(build, inputs[2], "UINT8")
    build.need(isinstance(source, Array) and element == source.type, "its zero point is not of the type of its input, or its input is constant")
    out_zero, out_element = zero_of(build, inputs[7], "UINT8")
    factors = floats((len(weight_scales),), [scale * one / out_scale for one in weight_scales])
    return signed_weights(build, build.constant(inputs[3], "weights"), build.constant(inputs[5], "zero point")), factors, zero, out_zero, out_element


def qconvolution(build, node, inputs):
    source, bias = inputs[0], given(inputs, 8)
    weights, factors, zero, out_zero, element = integers(build, inputs)
    channels_of(build, node, source, weights)
    numbers, out, _ = window(build, node, source, list(weights.dims[2:]))
    arrays = [source, weights, factors] + ([build.constant(bias, "bias")] if bias else [])
    return build.layer("qconvolution", arrays, (source.dims[0], weights.dims[0], *out), element,
                       numbers=[0, 0, *numbers[2:], node.get("group", 1), 0, zero, out_zero])


def qmatmul(build, _, inputs):
    weights, factors, zero, out_zero, element = integers(build, inputs)
    one, other, dims = product(build, inputs[0], weights)
    return build.layer("qmatmul", [one, other, factors], dims, element, numbers=[0] * 12 + [zero, out_zero])


def constant(build, node, _):
    build.need(isinstance(node.get("value", None), Constant), "a constant is one array of numbers")
    return node.get("value", None)


# ---------------------------------------------------------------- all of it

OPERATORS = {
    "Conv": convolution, "MaxPool": pool, "AveragePool": pool, "GlobalAveragePool": pool, "GlobalMaxPool": pool, "ReduceMean": reduce_mean,
    "Gemm": gemm, "MatMul": matmul, "Neg": negate, "HardSigmoid": hard_sigmoid, "Clip": clip, "Gelu": gelu, "BatchNormalization": batch_normalization,
    "Softmax": softmax, "LogSoftmax": softmax, "Concat": concat, "Resize": resize, "Upsample": resize, "Reshape": reshape, "Flatten": flatten,
    "Squeeze": squeeze, "Unsqueeze": unsqueeze, "Transpose": transpose, "Identity": same, "Dropout": same, "Cast": cast,
    "QuantizeLinear": quantize, "DequantizeLinear": dequantize, "QLinearConv": qconvolution, "QLinearMatMul": qmatmul, "Constant": constant,
    **{name: eltwise for name in FUNCTIONS}, **{name: binary for name in BINARIES},
}


def add_node(build, node, known):
    build.node = node
    if node.operator not in OPERATORS:
        raise Wrong(f"{node.where}: the engine has no such operator; docs/dla-tools.md has those that it has")
    build.need(all(name in known for name in node.inputs), "it reads what no input, constant or node before it is")
    inputs = [known[name] for name in node.inputs]
    build.need(inputs[:1] != [None] and (inputs or node.operator == "Constant"), "it has no input")
    try:
        made = OPERATORS[node.operator](build, node, inputs)
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, struct.error):
        raise Wrong(f"{node.where}: it has not the inputs or attributes that it must have") from None
    build.need(node.outputs and node.outputs[0], "it has no output")
    known[node.outputs[0]] = made


def end_output(build, name, kind, index, known):
    """Makes an array the output of the network."""
    where = f"output '{printable(name)}'"
    if not name:
        raise Wrong(f"output {index} has no name")
    if known.get(name) is None:
        raise Wrong(f"{where}: no node makes it")
    build.node = Node("", where, [], [])
    one = build.array(known[name])
    fits = kind == one.type or (kind == "HALF" and one.type == "FLOAT")
    build.need(fits, f"is {one.type} in the network, and {kind} as a tensor")
    if build.network.values[one.index].kind != KINDS["between"]:
        one = build.layer("reshape", [one], one.dims, one.type)
    value = build.network.values[one.index]
    value.kind, value.tensor, value.type = KINDS["output"], index, TYPES[kind]


def dims_of(data, options):
    """The dimensions of a ValueInfoProto as they are in the file, one at least."""
    shape = onnx.last_of(onnx.last_of(onnx.last_of(data, 2, bytes, b""), 1, bytes, b""), 2, bytes, b"")
    return tuple(onnx.dimension(one, "a tensor", options.dims) for one in onnx.all_of(shape, 1)) or (1,)


def check_type(tensor, data, kind):
    """An integer tensor is one in the file, too."""
    number = onnx.last_of(onnx.last_of(onnx.last_of(data, 2, bytes, b""), 1, bytes, b""), 1, int, 0)
    element = READ_AS.get(onnx.ELEMENTS.get(number, ""), "?")
    floating = ("FLOAT", "HALF")
    if element != tensor["type"] and not (element in floating and tensor["type"] in floating):
        raise Wrong(f"{kind} '{printable(tensor['name'])}': the file has another type, which cannot be made {tensor['type']}")
    if tensor["type"] not in (*floating, "INT8", "UINT8") or tensor["format"] not in ("NCHW", "NHWC"):
        raise Wrong(f"{kind} '{printable(tensor['name'])}': tensors of networks are FLOAT, HALF, INT8 or UINT8, and NCHW or NHWC")


def spec_of(data, options):
    """The specification of the network of an ONNX file; options as those of onnx.spec_of()."""
    value = onnx.spec_of(data, options)
    graph = onnx.last_of(data, 7, bytes, None)
    opset = max((onnx.last_of(one, 2, int, 0) for one in onnx.all_of(data, 8) if onnx.name_of(one, 1) in ("", "ai.onnx")), default=0)
    build = Builder()
    infos = {number: {onnx.name_of(one, 1): one for one in onnx.all_of(graph, number)} for number in (11, 12)}
    known = {"": None}
    for one in onnx.all_of(graph, 5):
        known[onnx.name_of(one, 8)] = constant_of(one, f"constant '{printable(onnx.name_of(one, 8))}'")
    for index, tensor in enumerate(value["inputs"]):
        info = infos[11][tensor["name"]]
        check_type(tensor, info, "input")
        dims = dims_of(info, options)
        place = build.value("input", tensor["type"], dims, index)
        known[tensor["name"]] = Array(place, dims, "FLOAT" if tensor["type"] == "HALF" else tensor["type"])
    for node in nodes_of(graph, opset):
        add_node(build, node, known)
    for index, tensor in enumerate(value["outputs"]):
        check_type(tensor, infos[12][tensor["name"]], "output")
        end_output(build, tensor["name"], tensor["type"], index, known)
    value.update(rfdla="1.1", steps=[{"operation": "network"}], network=networks.to_json(tidy(build.network)))
    return value


def tidy(network):
    """Without values that no layer uses, but for inputs."""
    used = set(itertools.chain.from_iterable([*layer.inputs, layer.output] for layer in network.layers))
    places = {}
    kept = []
    for index, value in enumerate(network.values):
        if index in used or value.kind == KINDS["input"]:
            places[index] = len(kept)
            kept.append(value)
    for layer in network.layers:
        layer.inputs = [places[one] for one in layer.inputs]
        layer.output = places[layer.output]
    network.values = kept
    return network
