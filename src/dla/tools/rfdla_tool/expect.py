# SPDX-License-Identifier: Apache-2.0
"""What a task of a loadable gives, computed without the engine; docs/dla-loadables.md."""

import math
import struct

from . import layout
from .layout import U64_MAX

GOLDEN = 0x9E3779B97F4A7C15
PLACE = 0xD1342543DE82EF95
INTEGERS = {3: ("<h", -(1 << 15), (1 << 15) - 1), 4: ("<b", -128, 127), 5: ("<B", 0, 255), 6: ("<H", 0, (1 << 16) - 1)}
# Form, quiet NaN, positive infinity.
FLOATS = {1: ("<f", b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f", b"\x00\x00\x80\xff"), 2: ("<e", b"\x00\x7e", b"\x00\x7c", b"\x00\xfc")}


class Unknown(Exception):
    """What is not computed here, or cannot be."""


def mix64(value):
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & U64_MAX
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & U64_MAX
    return value ^ (value >> 31)


def join(digest, value):
    return mix64((digest + mix64((value + GOLDEN) & U64_MAX)) & U64_MAX)


def part(word, index, place):
    return mix64((word + mix64(((index + 1) * GOLDEN + place * PLACE) & U64_MAX)) & U64_MAX)


def words_of(data):
    whole = data + bytes(-len(data) % 8)
    return struct.unpack(f"<{len(whole) // 8}Q", whole)


def mixed(step, inputs, size, task):
    """The bytes of mix and stamp: all inputs of the set count, and the task of stamp."""
    digest = 0
    for index, data in inputs:
        digest += part(len(data), index, U64_MAX) + sum(part(word, index, place) for place, word in enumerate(words_of(data)))
    base = join(join(join(digest & U64_MAX, step.output), step.number), task if step.operation == "stamp" else 0)
    count = -(-size // 8)
    return struct.pack(f"<{count}Q", *(mix64((base + (place + 1) * GOLDEN) & U64_MAX) for place in range(count)))[:size]


def places(tensor):
    """Where the elements n, c, h, w of a tensor begin, in this order."""
    n, c, h, w = tensor.dims
    first, second, third, fourth = tensor.strides[:4]
    size = layout.TYPE_BYTES[tensor.type]
    if tensor.format == layout.FORMATS["NCHW"]:
        group, steps = 1, (fourth, third, second, first)
    elif tensor.format == layout.FORMATS["NHWC"]:
        group, steps = 1, (fourth, first, third, second)
    else:
        # Channels of a group lie beside each other.
        group, steps = first // size, (fourth, third, second, first)
    return [i * steps[0] + (k // group) * steps[1] + (k % group) * size + y * steps[2] + x * steps[3]
            for i in range(n) for k in range(c) for y in range(h) for x in range(w)]


def values_of(tensor, data):
    form = FLOATS[tensor.type][0] if tensor.type in FLOATS else INTEGERS[tensor.type][0]
    return [float(struct.unpack_from(form, data, place)[0]) for place in places(tensor)]


def stored(kind, value):
    """The bytes of a number of f64, rounded to a type of elements."""
    if kind in FLOATS:
        form, nan, *infinite = FLOATS[kind]
        if math.isnan(value):
            return nan
        try:
            return struct.pack(form, value)
        except OverflowError:
            return infinite[1] if value < 0 else infinite[0]
    form, least, most = INTEGERS[kind]
    number = 0.0 if math.isnan(value) else min(max(value, least), most)
    return struct.pack(form, round(number))


def put(tensor, data, values):
    for place, value in zip(places(tensor), values):
        one = stored(tensor.type, value)
        data[place:place + len(one)] = one


def computed(network, step, inputs, output, task):
    """Does one step: `inputs` are the bytes of all inputs, `output` those of its output."""
    chosen = [(index, data) for index, data in enumerate(inputs) if (step.inputs >> index) & 1]
    tensors = [(network.inputs[index], data) for index, data in chosen]
    if step.operation in ("mix", "stamp"):
        output[:] = mixed(step, chosen, len(output), task)
    elif step.operation == "copy":
        output[:] = chosen[0][1][:len(output)].ljust(len(output), b"\0")
    elif step.operation == "fill":
        output[:] = bytes([step.number]) * len(output)
    elif step.operation == "affine":
        # A product of two numbers of 24 bits is exact in f64, so the sum is rounded once.
        put(network.outputs[step.output], output, [value * step.scale + step.shift for value in values_of(*tensors[0])])
    else:
        sums = values_of(*tensors[0])
        for one in tensors[1:]:
            sums = [value + more for value, more in zip(sums, values_of(*one))]
        put(network.outputs[step.output], output, sums)


def outputs_of(network, inputs, task):
    """(bytes of each output, how the task ends): what no step writes is zero."""
    if len(inputs) != len(network.inputs):
        raise Unknown(f"has {len(network.inputs)} inputs, and {len(inputs)} files are named")
    for index, (tensor, data) in enumerate(zip(network.inputs, inputs)):
        if len(data) != tensor.size:
            raise Unknown(f"input {index} has {tensor.size} bytes, and its file has {len(data)}")
    outputs = [bytearray(tensor.size) for tensor in network.outputs]
    for index, step in enumerate(network.steps):
        if step.operation in ("delay", "fail", "hang") and step.task not in (0, task):
            continue
        if step.operation == "network":
            raise Unknown(f"step {index}: what layers give is computed by the engine alone")
        if step.operation == "hang":
            return outputs, f"step {index} hangs: the task ends with its time-out"
        if step.operation == "fail":
            status = next((name for name, number in layout.STATUSES.items() if number == step.number), str(step.number))
            return outputs, f"step {index} fails: the task ends with {status}"
        if step.operation != "delay":
            computed(network, step, inputs, outputs[step.output], task)
    return outputs, "the task ends well"
