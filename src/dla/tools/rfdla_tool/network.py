# SPDX-License-Identifier: Apache-2.0
"""The network of a loadable, version 1.1: its bytes, its form in JSON, and what layers demand; docs/dla-loadables.md."""

import base64
import binascii
import math
import struct
from dataclasses import dataclass, field

HEADER = struct.Struct("<IIIIQQ")
VALUE = struct.Struct("<8IQQ16s")
LAYER = struct.Struct("<IIII8I14I4s4s")
FLOAT = struct.Struct("<f")
LAYERS_MAX, VALUES_MAX = 256, 1024
RANK, INPUTS, NUMBERS = 4, 8, 14
VALUE_BYTES = 1 << 30
NUMBER_MAX = 0xFFFF
U32_MAX = (1 << 32) - 1
FACTOR_MAX = FLOAT.unpack(FLOAT.pack(3.0e38))[0]

TYPES = {"FLOAT": 1, "HALF": 2, "INT8": 4, "UINT8": 5, "INT32": 7}
BYTES = {1: 4, 2: 2, 4: 1, 5: 1, 7: 4}
FLOATING = (TYPES["FLOAT"], TYPES["HALF"])
INTEGER = (TYPES["INT8"], TYPES["UINT8"])
KINDS = {"input": 1, "output": 2, "constant": 3, "between": 4}

FUNCTIONS = "relu sigmoid tanh elu clip exp sqrt abs log hardswish swish gelu softplus linear".split()
BINARIES = "add sub mul div max min".split()


@dataclass(frozen=True)
class Rule:
    """What a kind of layers has. Numbers from this count on are 0."""

    code: int
    least: int
    most: int
    variants: tuple
    floating: bool
    numbers: int


RULES = {
    "convolution": Rule(1, 2, 3, ("",), True, 11), "pool": Rule(2, 1, 1, ("max", "average", "average-with-padding"), False, 10),
    "matmul": Rule(3, 2, 3, ("",), True, 0), "eltwise": Rule(4, 1, 1, tuple(FUNCTIONS), True, 0),
    "binary": Rule(5, 2, 2, tuple(BINARIES), True, 0), "concat": Rule(6, 1, INPUTS, ("",), False, 1),
    "softmax": Rule(7, 1, 1, ("softmax", "logsoftmax"), True, 1), "resample": Rule(8, 1, 1, ("nearest", "linear"), True, 0),
    "reshape": Rule(9, 1, 1, ("",), False, 0), "transpose": Rule(10, 1, 1, ("",), False, RANK),
    "quantize": Rule(11, 1, 1, ("",), False, 1), "dequantize": Rule(12, 1, 1, ("",), False, 1),
    "qconvolution": Rule(13, 3, 4, ("",), False, NUMBERS), "qmatmul": Rule(14, 3, 3, ("",), False, NUMBERS),
}
NAMES = {rule.code: name for name, rule in RULES.items()}
# Places in the numbers of a window.
STRIDE, BEGIN, END, DILATION, GROUPS, ZERO_IN, ZERO_OUT = 2, 4, 6, 8, 10, 12, 13


class Unfit(Exception):
    """What a network cannot be computed for."""


@dataclass
class Value:
    kind: int
    type: int
    dims: tuple
    tensor: int = 0
    data: bytes = b""

    @property
    def elements(self):
        return math.prod(self.dims)


@dataclass
class Layer:
    operation: str
    inputs: list
    output: int
    variant: int = 0
    numbers: tuple = ()
    alpha: float = 0.0
    beta: float = 0.0

    def number(self, place):
        return self.numbers[place] if place < len(self.numbers) else 0


@dataclass
class Network:
    values: list = field(default_factory=list)
    layers: list = field(default_factory=list)


def need(condition, text):
    if not condition:
        raise Unfit(text)


# ---------------------------------------------------------------- what layers demand


def alike(one, other):
    return one.type == other.type or (one.type in FLOATING and other.type in FLOATING)


def is_zero_point(number, kind):
    return (number + 128) & U32_MAX <= 255 if kind == TYPES["INT8"] else kind == TYPES["UINT8"] and number <= 255


def window_fits(layer, axis, kernel, before, after):
    stride, begin, end, dilation = (layer.number(place + axis) for place in (STRIDE, BEGIN, END, DILATION))
    if not (0 < stride <= NUMBER_MAX and begin <= NUMBER_MAX and end <= NUMBER_MAX and 0 < dilation <= NUMBER_MAX and 0 < kernel <= NUMBER_MAX):
        return False
    extent = (kernel - 1) * dilation + 1
    everything = before + begin + end
    return begin < extent and end < extent and extent <= everything and (everything - extent) // stride + 1 == after


def windows_fit(layer, source, output, kernel):
    return len(source.dims) == len(output.dims) == 4 and source.dims[0] == output.dims[0] and all(
        window_fits(layer, axis, kernel[axis], source.dims[2 + axis], output.dims[2 + axis]) for axis in (0, 1))


def weights_fit(layer, inputs, output, bias):
    weights, groups = inputs[1], layer.number(GROUPS)
    if len(inputs[0].dims) < 2 or len(output.dims) < 2:
        return False
    if len(weights.dims) != 4 or weights.kind != KINDS["constant"] or groups == 0:
        return False
    if weights.dims[1] * groups != inputs[0].dims[1] or weights.dims[0] != output.dims[1] or weights.dims[0] % groups:
        return False
    if len(inputs) > bias and (inputs[bias].kind != KINDS["constant"] or inputs[bias].dims != (weights.dims[0],)):
        return False
    return layer.number(0) == layer.number(1) == 0


def spread(source, output):
    return len(source) == len(output) and all(one in (1, other) for one, other in zip(source, output))


def product_fits(inputs, output):
    one, other, made = inputs[0].dims, inputs[1].dims, output.dims
    return len(made) >= 2 and spread(one[:-2], made[:-2]) and spread(other[:-2], made[:-2]) and len(one) == len(other) == len(made) and \
        one[-2] == made[-2] and other[-1] == made[-1] and one[-1] == other[-2] and \
        all(made[i] in (one[i], other[i]) for i in range(len(made) - 2))


def integers_fit(layer, inputs, output, columns):
    weights, scales = inputs[1], inputs[2]
    fits = inputs[0].type in INTEGER and output.type in INTEGER and weights.kind == KINDS["constant"] and weights.type == TYPES["INT8"] and \
        scales.kind == KINDS["constant"] and scales.type == TYPES["FLOAT"] and scales.dims in ((1,), (columns,))
    return fits and (len(inputs) < 4 or inputs[3].type == TYPES["INT32"]) and layer.number(11) == 0 and \
        is_zero_point(layer.number(ZERO_IN), inputs[0].type) and is_zero_point(layer.number(ZERO_OUT), output.type)


def convolution_fits(layer, inputs, output):
    return weights_fit(layer, inputs, output, 2) and windows_fit(layer, inputs[0], output, inputs[1].dims[2:])


def pool_fits(layer, inputs, output):
    if len(inputs[0].dims) != 4 or len(output.dims) != 4 or inputs[0].dims[1] != output.dims[1] or not alike(inputs[0], output):
        return False
    dense = layer.number(DILATION) == layer.number(DILATION + 1) == 1
    return (layer.variant == 0 or (dense and output.type in FLOATING)) and windows_fit(layer, inputs[0], output, (layer.number(0), layer.number(1)))


def matmul_fits(_, inputs, output):
    return product_fits(inputs, output) and (len(inputs) < 3 or spread(inputs[2].dims, output.dims))


def eltwise_fits(_, inputs, output):
    return inputs[0].dims == output.dims


def binary_fits(_, inputs, output):
    one, other, made = inputs[0].dims, inputs[1].dims, output.dims
    return spread(one, made) and spread(other, made) and all(made[i] in (one[i], other[i]) for i in range(len(made)))


def concat_fits(layer, inputs, output):
    axis = layer.number(0)
    if axis >= len(output.dims) or any(len(one.dims) != len(output.dims) or not alike(one, output) for one in inputs):
        return False
    others = all(one.dims[:axis] + one.dims[axis + 1:] == output.dims[:axis] + output.dims[axis + 1:] for one in inputs)
    return others and sum(one.dims[axis] for one in inputs) == output.dims[axis]


def softmax_fits(layer, inputs, output):
    return inputs[0].dims == output.dims and layer.number(0) < len(output.dims)


def resample_fits(_, inputs, output):
    return len(inputs[0].dims) == len(output.dims) == 4 and inputs[0].dims[:2] == output.dims[:2]


def reshape_fits(_, inputs, output):
    return inputs[0].elements == output.elements and alike(inputs[0], output)


def transpose_fits(layer, inputs, output):
    rank = len(output.dims)
    order = [layer.number(i) for i in range(RANK)]
    return len(inputs[0].dims) == rank and alike(inputs[0], output) and sorted(order[:rank]) == list(range(rank)) and not any(order[rank:]) and \
        all(inputs[0].dims[order[i]] == output.dims[i] for i in range(rank))


def quantize_fits(layer, inputs, output):
    return inputs[0].type in FLOATING and 0 < layer.alpha <= FACTOR_MAX and inputs[0].dims == output.dims and \
        is_zero_point(layer.number(0), output.type)


def dequantize_fits(layer, inputs, output):
    return output.type in FLOATING and 0 < layer.alpha <= FACTOR_MAX and inputs[0].dims == output.dims and \
        is_zero_point(layer.number(0), inputs[0].type)


def qconvolution_fits(layer, inputs, output):
    return weights_fit(layer, inputs, output, 3) and integers_fit(layer, inputs, output, output.dims[1]) and \
        windows_fit(layer, inputs[0], output, inputs[1].dims[2:])


def qmatmul_fits(layer, inputs, output):
    return product_fits(inputs, output) and not any(layer.number(i) for i in range(ZERO_IN)) and \
        integers_fit(layer, inputs, output, output.dims[-1])


FITS = {"convolution": convolution_fits, "pool": pool_fits, "matmul": matmul_fits, "eltwise": eltwise_fits, "binary": binary_fits,
        "concat": concat_fits, "softmax": softmax_fits, "resample": resample_fits, "reshape": reshape_fits, "transpose": transpose_fits,
        "quantize": quantize_fits, "dequantize": dequantize_fits, "qconvolution": qconvolution_fits, "qmatmul": qmatmul_fits}


def rule_fits(layer, inputs, output):
    rule = RULES[layer.operation]
    return rule.least <= len(inputs) <= rule.most and layer.variant < len(rule.variants) and not any(layer.numbers[rule.numbers:]) and \
        -FACTOR_MAX <= layer.alpha <= FACTOR_MAX and -FACTOR_MAX <= layer.beta <= FACTOR_MAX and \
        (not rule.floating or all(one.type in FLOATING for one in [*inputs, output]))


# ---------------------------------------------------------------- all of it


def check_value(value, counts, tensor_fits):
    need(value.type in BYTES and 0 < len(value.dims) <= RANK, "its type or rank is none")
    size = BYTES[value.type]
    for one in value.dims:
        size *= one
        need(0 < size <= VALUE_BYTES, "its dimensions give no size, or too large a one")
    if value.kind in (KINDS["input"], KINDS["output"]):
        need(value.tensor < counts[value.kind - 1], "there is no such tensor")
        need(value.type != TYPES["INT32"] and not value.data and tensor_fits(value), "its type, dimensions or format are not those of its tensor")
    elif value.kind == KINDS["constant"]:
        need(value.tensor == 0 and len(value.data) == size, "its bytes are not those of its type and dimensions")
    else:
        need(value.kind == KINDS["between"] and value.tensor == 0, "there is no such kind")
        need(not value.data, "it has bytes")
        need(value.type not in (TYPES["HALF"], TYPES["INT32"]), "its type is one of tensors and constants alone")


def check(network, counts, tensor_fits):
    """Raises Unfit. counts: inputs and outputs of the loadable; tensor_fits(value): whether a value is what its tensor has."""
    need(len(network.values) <= VALUES_MAX and len(network.layers) <= LAYERS_MAX,
         f"has {len(network.layers)} layers and {len(network.values)} values, may have {LAYERS_MAX} and {VALUES_MAX}")
    tensors = set()
    for index, value in enumerate(network.values):
        try:
            check_value(value, counts, tensor_fits)
            if value.kind in (KINDS["input"], KINDS["output"]):
                need((value.kind, value.tensor) not in tensors, "its tensor is that of another value")
                tensors.add((value.kind, value.tensor))
        except Unfit as error:
            raise Unfit(f"values[{index}]: {error}") from None
    written = {index for index, value in enumerate(network.values) if value.kind in (KINDS["input"], KINDS["constant"])}
    for index, layer in enumerate(network.layers):
        where = f"layers[{index}] ({layer.operation})"
        need(0 < len(layer.inputs) <= INPUTS and all(one < len(network.values) for one in [*layer.inputs, layer.output]),
             f"{where}: it uses a value that there is not")
        need(set(layer.inputs) <= written, f"{where}: it reads what is not written yet")
        need(layer.output not in written, f"{where}: it writes what is there already")
        inputs, output = [network.values[one] for one in layer.inputs], network.values[layer.output]
        need(rule_fits(layer, inputs, output) and FITS[layer.operation](layer, inputs, output),
             f"{where}: it does not fit the types and dimensions of its values")
        written.add(layer.output)
    need(len(written) == len(network.values), "a value is not written by a layer")


def pack(network):
    """The bytes of a network that was checked."""
    values = layers = b""
    weights = 0
    for one in network.values:
        is_constant = one.kind == KINDS["constant"]
        values += VALUE.pack(one.kind, one.tensor, one.type, len(one.dims), *padded(one.dims, RANK), weights if is_constant else 0,
                             len(one.data), b"")
        weights += len(one.data)
    for one in network.layers:
        layers += LAYER.pack(RULES[one.operation].code, one.variant, one.output, len(one.inputs), *padded(one.inputs, INPUTS),
                             *padded(one.numbers, NUMBERS), FLOAT.pack(one.alpha), FLOAT.pack(one.beta))
    return HEADER.pack(len(network.values), len(network.layers), VALUE.size, LAYER.size, weights, 0) + values + layers + \
        b"".join(one.data for one in network.values)


def padded_ones(dims):
    return tuple(dims) + (1,) * (RANK - len(dims))


def padded(numbers, count):
    return tuple(numbers) + (0,) * (count - len(numbers))


def unpack(data, counts, tensor_fits):
    """The network of its bytes; raises Unfit."""
    need(len(data) >= HEADER.size, "its header is cut")
    values, layers, value_size, layer_size, weights, zero = HEADER.unpack_from(data)
    need((value_size, layer_size, zero) == (VALUE.size, LAYER.size, 0), "sizes of records are not those of 1.1")
    start = HEADER.size + VALUE.size * values + LAYER.size * layers
    need(start + weights == len(data), "its records and weights do not add up to its bytes")
    network = Network()
    used = 0
    for index in range(min(values, VALUES_MAX + 1)):
        kind, tensor, element, rank, *dims, offset, size, rest = VALUE.unpack_from(data, HEADER.size + VALUE.size * index)
        need(rank <= RANK and not any(dims[rank:]) and not any(rest), f"values[{index}]: its padding is not zero, or its rank is none")
        need(offset == (used if kind == KINDS["constant"] else 0) and size <= weights - used and (kind == KINDS["constant"] or size == 0),
             f"values[{index}]: its bytes are not behind those before it")
        network.values.append(Value(kind, element, tuple(dims[:rank]), tensor, data[start + used:start + used + size]))
        used += size
    need(values > VALUES_MAX or used == weights, "there are weights that no value has")
    for index in range(min(layers, LAYERS_MAX + 1)):
        code, variant, output, count, *rest = LAYER.unpack_from(data, HEADER.size + VALUE.size * values + LAYER.size * index)
        need(code in NAMES, f"layers[{index}]: there is no operation {code}")
        need(count <= INPUTS and not any(rest[count:INPUTS]), f"layers[{index}]: its padding is not zero")
        alpha, beta = (FLOAT.unpack(one)[0] for one in rest[INPUTS + NUMBERS:])
        network.layers.append(Layer(NAMES[code], rest[:count], output, variant, tuple(rest[INPUTS:INPUTS + NUMBERS]), alpha, beta))
    check(network, counts, tensor_fits)
    return network


# ---------------------------------------------------------------- JSON


def named(number, names):
    return next(name for name, one in names.items() if one == number)


def to_json(network):
    values, layers = [], []
    for one in network.values:
        value = {"kind": named(one.kind, KINDS), "type": named(one.type, TYPES), "dims": list(one.dims)}
        if one.kind in (KINDS["input"], KINDS["output"]):
            value["tensor"] = one.tensor
        if one.kind == KINDS["constant"]:
            value["data"] = base64.b64encode(one.data).decode("ascii")
        values.append(value)
    for one in network.layers:
        numbers = list(one.numbers)
        while numbers and numbers[-1] == 0:
            numbers.pop()
        value = {"operation": one.operation, "inputs": list(one.inputs), "output": one.output}
        variant = RULES[one.operation].variants[one.variant]
        value.update({key: item for key, item in (("variant", variant), ("numbers", numbers), ("alpha", one.alpha), ("beta", one.beta))
                      if item or (isinstance(item, float) and str(item) == "-0.0")})
        layers.append(value)
    return {"values": values, "layers": layers}


def keys(value, where, required, optional):
    need(isinstance(value, dict), f"{where}: must be an object")
    for key in value:
        need(key in required or key in optional, f"{where}: there is no key '{key[:40]}'; keys are {', '.join([*required, *optional])}")
    for key in required:
        need(key in value, f"{where}: lacks '{key}'")


def number(value, where, most=U32_MAX):
    need(isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most, f"{where}: must be a whole number, 0 to {most}")
    return value


def numbers(value, where, most):
    need(isinstance(value, list) and len(value) <= most, f"{where}: must be an array of at most {most} numbers")
    return [number(one, f"{where}[{index}]") for index, one in enumerate(value)]


def choice(value, where, names):
    need(isinstance(value, str) and value in names, f"{where}: must be one of {', '.join(names)}")
    return value


def factor(value, where):
    need(isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 3.4e38, f"{where}: must be a number of 32 bits")
    return FLOAT.unpack(FLOAT.pack(float(value)))[0]


def value_of(one, where):
    keys(one, where, ("kind", "type", "dims"), ("tensor", "data"))
    data = one.get("data", "")
    try:
        data = base64.b64decode(data, validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise Unfit(f"{where}.data: must be text of base64") from None
    return Value(KINDS[choice(one["kind"], f"{where}.kind", KINDS)], TYPES[choice(one["type"], f"{where}.type", TYPES)],
                 tuple(numbers(one["dims"], f"{where}.dims", RANK)), number(one.get("tensor", 0), f"{where}.tensor"), data)


def layer_of(one, where):
    keys(one, where, ("operation", "inputs", "output"), ("variant", "numbers", "alpha", "beta"))
    operation = choice(one["operation"], f"{where}.operation", RULES)
    variants = RULES[operation].variants
    variant = variants.index(choice(one.get("variant", variants[0]), f"{where}.variant", variants))
    return Layer(operation, numbers(one["inputs"], f"{where}.inputs", INPUTS), number(one["output"], f"{where}.output"), variant,
                 tuple(numbers(one.get("numbers", []), f"{where}.numbers", NUMBERS)), factor(one.get("alpha", 0.0), f"{where}.alpha"),
                 factor(one.get("beta", 0.0), f"{where}.beta"))


def from_json(value):
    """The network of a specification, which is not checked yet; raises Unfit."""
    keys(value, "network", ("values", "layers"), ())
    for key in ("values", "layers"):
        need(isinstance(value[key], list), f"network.{key}: must be an array")
    return Network([value_of(one, f"network.values[{index}]") for index, one in enumerate(value["values"])],
                   [layer_of(one, f"network.layers[{index}]") for index, one in enumerate(value["layers"])])


# ---------------------------------------------------------------- text


def shape_text(value):
    return f"{named(value.type, TYPES)} " + "x".join(str(one) for one in value.dims)


def lines_of(network):
    """A line for each value and layer."""
    lines = []
    for index, one in enumerate(network.values):
        kind = named(one.kind, KINDS)
        lines.append(f"value {index}: {kind}{f' {one.tensor}' if kind in ('input', 'output') else ''}: {shape_text(one)}")
    for index, one in enumerate(network.layers):
        words = [one.operation, RULES[one.operation].variants[one.variant], "of " + " ".join(str(value) for value in one.inputs), f"to {one.output}"]
        if any(one.numbers):
            words.append("numbers " + " ".join(str(item) for item in one.numbers))
        words += [f"{name} {item}" for name, item in (("alpha", one.alpha), ("beta", one.beta)) if item]
        lines.append(f"layer {index}: {' '.join(word for word in words if word)}")
    return lines
