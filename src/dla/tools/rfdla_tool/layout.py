# SPDX-License-Identifier: Apache-2.0
"""The bytes of loadables, version 1.0, and 1.1 with a network; docs/dla-loadables.md."""

import struct
import zlib
from collections import namedtuple
from dataclasses import dataclass, field

from . import network as networks

MAGIC = b"RFDLA\0\r\n"
HEADER = struct.Struct("<8sHHIQIIIIIIIIQ")
TENSOR = struct.Struct("<88s5Q5B3s8I")
STEP = struct.Struct("<IIQQQ4s4s24s")
FLOAT = struct.Struct("<f")
CRC_OFFSET = 24
NAME_MAX = 80
INPUTS_MAX = 64
SIZE_MAX = 1 << 48
STATISTICS_MIN = 32
STRIDES = 8
U32_MAX = (1 << 32) - 1
U64_MAX = (1 << 64) - 1

# What a step of an operation has; what it does not have is 0. number: name of the field in a specification, greatest value.
Rule = namedtuple("Rule", "code least most output number greatest task factor")
RULES = {
    "mix": Rule(1, 1, INPUTS_MAX, True, "seed", U64_MAX, False, False),
    "stamp": Rule(2, 0, INPUTS_MAX, True, "seed", U64_MAX, False, False),
    "copy": Rule(3, 1, 1, True, None, 0, False, False),
    "fill": Rule(4, 0, 0, True, "byte", 255, False, False),
    "affine": Rule(5, 1, 1, True, None, 0, False, True),
    "add": Rule(6, 1, INPUTS_MAX, True, None, 0, False, False),
    "delay": Rule(7, 0, 0, False, "microseconds", U64_MAX, True, False),
    "fail": Rule(8, 0, 0, False, "status", 0x7FFFFFFF, True, False),
    "hang": Rule(9, 0, 0, False, None, 0, True, False),
    "network": Rule(10, 0, 0, False, None, 0, False, False),
}
OPERATIONS = {rule.code: name for name, rule in RULES.items()}
ELEMENTWISE = ("affine", "add")

STATUSES = {
    "cudlaErrorInvalidParam": 1, "cudlaErrorOutOfResources": 2, "cudlaErrorCreationFailed": 3, "cudlaErrorInvalidAddress": 4,
    "cudlaErrorOs": 5, "cudlaErrorCuda": 6, "cudlaErrorUmd": 7, "cudlaErrorInvalidDevice": 8, "cudlaErrorInvalidAttribute": 9,
    "cudlaErrorIncompatibleDlaSWVersion": 10, "cudlaErrorMemoryRegistered": 11, "cudlaErrorInvalidModule": 12,
    "cudlaErrorUnsupportedOperation": 13, "cudlaErrorNvSci": 14, "cudlaErrorDlaErrInvalidInput": 0x40000001,
    "cudlaErrorDlaErrInvalidPreAction": 0x40000002, "cudlaErrorDlaErrNoMem": 0x40000003,
    "cudlaErrorDlaErrProcessorBusy": 0x40000004, "cudlaErrorDlaErrTaskStatusMismatch": 0x40000005,
    "cudlaErrorDlaErrEngineTimeout": 0x40000006, "cudlaErrorDlaErrDataMismatch": 0x40000007, "cudlaErrorUnknown": 0x7FFFFFFF,
}
FORMATS = {"UNKNOWN": 0, "NCHW": 1, "NHWC": 2, "NCxHWx": 3}
TYPES = {"UNKNOWN": 0, "FLOAT": 1, "HALF": 2, "INT16": 3, "INT8": 4, "UINT8": 5, "UINT16": 6}
TYPE_BYTES = {1: 4, 2: 2, 3: 2, 4: 1, 5: 1, 6: 2}
CATEGORIES = {"IMAGE": 0, "WEIGHT": 1, "FEATURE": 2, "PLANAR": 3, "BIAS": 4}
PIXEL_FORMATS = {name: number for number, name in enumerate(
    "R8 R10 R12 R16 R16_I R16_F A16B16G16R16 X16B16G16R16 A16B16G16R16_F A16Y16U16V16 V16U16Y16A16 A16Y16U16V16_F A8B8G8R8 "
    "A8R8G8B8 B8G8R8A8 R8G8B8A8 X8B8G8R8 X8R8G8B8 B8G8R8X8 R8G8B8X8 A2B10G10R10 A2R10G10B10 B10G10R10A2 R10G10B10A2 "
    "A2Y10U10V10 V10U10Y10A2 A8Y8U8V8 V8U8Y8A8 Y8___U8V8_N444 Y8___V8U8_N444 Y10___U10V10_N444 Y10___V10U10_N444 "
    "Y12___U12V12_N444 Y12___V12U12_N444 Y16___U16V16_N444 Y16___V16U16_N444 FEATURE UNKNOWN".split())}
PIXEL_MAPPINGS = {"PITCH_LINEAR": 0}


class Broken(Exception):
    """What bytes are no loadable for: a word of docs/dla-loadables.md, and the reason."""


@dataclass
class Tensor:
    """What cudlaModuleTensorDescriptor has. A name has the bytes that are not UTF-8 as surrogates."""

    name: str
    size: int
    dims: tuple
    format: int
    type: int
    category: int
    pixel_format: int
    pixel_mapping: int
    strides: tuple


@dataclass
class Step:
    operation: str
    output: int = 0
    inputs: int = 0
    number: int = 0
    task: int = 0
    scale: float = 0.0
    shift: float = 0.0


@dataclass
class Network:
    inputs: list = field(default_factory=list)
    outputs: list = field(default_factory=list)
    statistics: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    network: networks.Network = None


def name_bytes(name):
    """Raises UnicodeEncodeError for what no bytes stand for."""
    return name.encode("utf-8", "surrogateescape")


# ---------------------------------------------------------------- elements


def levels_of(tensor):
    """Bytes of the innermost elements, and (count, stride) of each dimension, innermost first. None: there are no elements."""
    size = TYPE_BYTES.get(tensor.type)
    if size is None or tensor.format not in (1, 2, 3) or not all(0 < count <= U32_MAX for count in tensor.dims):
        return None
    n, c, h, w = tensor.dims
    innermost = size
    order = (c, w, h, n) if tensor.format == FORMATS["NHWC"] else (w, h, c, n)
    if tensor.format == FORMATS["NCxHWx"]:
        innermost = tensor.strides[0]
        if innermost == 0 or innermost % size:
            return None
        order = (w, h, -(-c // (innermost // size)), n)
    return innermost, list(zip(order, tensor.strides))


def elements_fit(tensor):
    """Whether elements of a tensor can be used one by one: none overlap, and all are within its size."""
    found = levels_of(tensor)
    if found is None:
        return False
    extent, levels = found
    for count, stride in levels:
        if count > 1:
            if stride < extent:
                return False
            extent += (count - 1) * stride
    return extent <= tensor.size


def wrong_with_elements(network, step):
    """What keeps an elementwise step from its tensors, or None."""
    output = network.outputs[step.output]
    for tensor in [output] + [one for k, one in enumerate(network.inputs) if step.inputs >> k & 1]:
        if not elements_fit(tensor):
            return f"the elements of '{tensor.name}' have no place: type, format, dims, strides and size do not fit"
        if tensor.dims != output.dims:
            return f"'{tensor.name}' has other dims than '{output.name}'"
        if step.operation == "add" and tensor.type != output.type:
            return f"'{tensor.name}' has another type than '{output.name}'"
    return None


def tensor_fits(network, value):
    """Whether a value of a network is what its tensor has: its last dimension is c where it is the only one."""
    tensor = (network.inputs if value.kind == networks.KINDS["input"] else network.outputs)[value.tensor]
    dims = (1, *value.dims) if len(value.dims) == 1 else value.dims
    if tensor.format not in (1, 2) or tensor.type != value.type or not elements_fit(tensor) or networks.padded_ones(dims) != tensor.dims:
        return False
    size = TYPE_BYTES[tensor.type]
    return not any(stride % size for count, stride in levels_of(tensor)[1] if count > 1)


def check_network(network):
    """Raises networks.Unfit."""
    networks.check(network.network, (len(network.inputs), len(network.outputs)), lambda value: tensor_fits(network, value))


# ---------------------------------------------------------------- writing


def pack_tensor(tensor):
    return TENSOR.pack(name_bytes(tensor.name), tensor.size, *tensor.dims, tensor.format, tensor.type, tensor.category,
                       tensor.pixel_format, tensor.pixel_mapping, b"", *tensor.strides)


def pack_step(step):
    return STEP.pack(RULES[step.operation].code, step.output, step.inputs, step.number, step.task, FLOAT.pack(step.scale),
                     FLOAT.pack(step.shift), b"")


def pack(network):
    """The bytes of a network whose numbers are in their ranges."""
    tensors = network.inputs + network.outputs + network.statistics
    records = b"".join([pack_tensor(tensor) for tensor in tensors] + [pack_step(step) for step in network.steps])

    behind = networks.pack(network.network) if network.network else b""

    def header(crc):
        return HEADER.pack(MAGIC, 1, 1 if behind else 0, HEADER.size, HEADER.size + len(records) + len(behind), crc, 0, len(network.inputs),
                           len(network.outputs), len(network.statistics), len(network.steps), TENSOR.size, STEP.size, len(behind))

    return header(zlib.crc32(header(0) + records + behind)) + records + behind


# ---------------------------------------------------------------- reading


def check_header(data):
    """Numbers of inputs, outputs, statistics tensors and steps, and bytes of the network. What is wrong is found in the order of the library."""
    if not data[:len(MAGIC)] == MAGIC[:len(data)]:
        raise Broken("foreign: this is no rfdla loadable. Those of NVIDIA's compiler cannot be read: record one on a board "
                     "(docs/dla-tools.md), or write a specification and use 'rfdla make'")
    if len(data) < HEADER.size:
        raise Broken(f"short: {len(data)} bytes, a header has {HEADER.size}")
    (_, major, minor, header, total, crc, flags, inputs, outputs, statistics, steps, tensor, step, behind) = HEADER.unpack_from(data)
    if (major, minor, flags) not in ((1, 0, 0), (1, 1 if behind else 0, 0)):
        raise Broken(f"version: {major}.{minor}, flags {flags}; this program reads 1.0, and 1.1 with a network, without flags")
    if total > len(data):
        raise Broken(f"short: {len(data)} bytes of {total}")
    if total < len(data):
        raise Broken(f"length: {len(data) - total} bytes behind the end")
    if (header, tensor, step) != (HEADER.size, TENSOR.size, STEP.size) or (behind and minor == 0):
        raise Broken("length: sizes of records are not those of 1.0")
    if HEADER.size + TENSOR.size * (inputs + outputs + statistics) + STEP.size * steps + behind != total:
        raise Broken("length: the records do not add up to all bytes")
    found = zlib.crc32(data[:CRC_OFFSET] + bytes(4) + data[CRC_OFFSET + 4:])
    if found != crc:
        raise Broken(f"CRC: {found:08x}, the header says {crc:08x}")
    return inputs, outputs, statistics, steps, behind


def unpack_tensor(data, offset, where, least):
    name, size, n, c, h, w, *rest = TENSOR.unpack_from(data, offset)
    kinds, zero, strides = rest[:5], rest[5], rest[6:]
    text = name.split(b"\0", 1)[0]
    if not 0 < len(text) <= NAME_MAX or name.strip(b"\0") != text:
        raise Broken(f"tensor: {where}: the name has not 1 to {NAME_MAX} bytes with zeros behind them")
    if not least <= size <= SIZE_MAX:
        raise Broken(f"tensor: {where}: the size is {size}, it may be {least} to {SIZE_MAX}")
    if any(zero):
        raise Broken(f"tensor: {where}: the padding is not zero")
    return Tensor(text.decode("utf-8", "surrogateescape"), size, (n, c, h, w), *kinds, tuple(strides))


def wrong_with_step(network, rule, fields):
    """What is wrong with a step before its tensors are looked at, or None."""
    output, inputs, number, task, scale, shift, zero = fields
    wrong = None
    if not rule.least <= bin(inputs).count("1") <= rule.most:
        wrong = "it has another number of inputs than its operation"
    elif inputs >> len(network.inputs):
        wrong = "it uses an input that there is not"
    elif output >= (len(network.outputs) if rule.output else 1):
        wrong = "it uses an output that there is not"
    elif number > rule.greatest or (rule.number == "status" and number not in STATUSES.values()):
        wrong = f"its number cannot be {number}"
    elif task and not rule.task:
        wrong = "it has a task"
    elif not rule.factor and (any(scale) or any(shift)):
        wrong = "it has scale or shift"
    elif not all(abs(FLOAT.unpack(value)[0]) < float("inf") for value in (scale, shift)):
        wrong = "scale or shift is not finite"
    elif any(zero):
        wrong = "the padding is not zero"
    return wrong


def unpack_step(data, offset, where, network, has_network):
    code, *fields = STEP.unpack_from(data, offset)
    if code not in OPERATIONS:
        raise Broken(f"step: {where}: there is no operation {code}")
    operation = OPERATIONS[code]
    wrong = wrong_with_step(network, RULES[operation], fields)
    if not wrong:
        output, inputs, number, task, scale, shift, _ = fields
        step = Step(operation, output, inputs, number, task, FLOAT.unpack(scale)[0], FLOAT.unpack(shift)[0])
        wrong = wrong_with_elements(network, step) if operation in ELEMENTWISE else None
        wrong = "there is no network" if operation == "network" and not has_network else wrong
    if wrong:
        raise Broken(f"step: {where} ({operation}): {wrong}")
    return step


def unpack(data):
    """The network of a loadable; raises Broken. Capacities of a library are not asked for."""
    inputs, outputs, statistics, steps, behind = check_header(data)
    network = Network()
    offset = HEADER.size
    if outputs == 0:
        raise Broken("tensor: there is no output")
    for kind, count, tensors, least in (("inputs", inputs, network.inputs, 1), ("outputs", outputs, network.outputs, 1),
                                        ("statistics", statistics, network.statistics, STATISTICS_MIN)):
        for index in range(count):
            tensors.append(unpack_tensor(data, offset, f"{kind}[{index}]", least))
            offset += TENSOR.size
    for index in range(steps):
        network.steps.append(unpack_step(data, offset, f"steps[{index}]", network, behind > 0))
        offset += STEP.size
    if behind:
        try:
            network.network = networks.unpack(data[offset:], (inputs, outputs), lambda value: tensor_fits(network, value))
        except networks.Unfit as error:
            raise Broken(f"network: {error}") from None
    return network
