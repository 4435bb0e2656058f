# SPDX-License-Identifier: Apache-2.0
"""What an ONNX file says of the tensors of a network. The few fields of its protocol buffers that this needs are read here:
no package is needed. Nodes and weights are skipped."""

from . import layout
from .spec import Wrong, printable

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
# TensorProto.DataType
ELEMENTS = {0: "UNDEFINED", 1: "FLOAT", 2: "UINT8", 3: "INT8", 4: "UINT16", 5: "INT16", 6: "INT32", 7: "INT64", 8: "STRING", 9: "BOOL", 10: "FLOAT16",
            11: "DOUBLE", 12: "UINT32", 13: "UINT64", 14: "COMPLEX64", 15: "COMPLEX128", 16: "BFLOAT16"}
TYPES = {"FLOAT": "FLOAT", "FLOAT16": "HALF", "UINT8": "UINT8", "INT8": "INT8", "UINT16": "UINT16", "INT16": "INT16"}


def varint(data, at):
    """(number, position behind it)."""
    number = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Wrong("is no ONNX file: a number is cut")
        number |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return number & layout.U64_MAX, at


def fields(data):
    """Yields (number, value) of each field of a message: an int or bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == VARINT:
            value, at = varint(data, at)
        else:
            if kind == BYTES:
                size, at = varint(data, at)
            else:
                size = {FIXED64: 8, FIXED32: 4}.get(kind)
            if size is None or key >> 3 == 0 or size > len(data) - at:
                raise Wrong("is no ONNX file: a field is cut, or of a kind that there is not")
            value = data[at:at + size]
            at += size
        yield key >> 3, value


def all_of(data, number, kind=bytes):
    return [value for found, value in fields(data) if found == number and isinstance(value, kind)]


def last_of(data, number, kind, default):
    found = all_of(data, number, kind)
    return found[-1] if found else default


def text(data):
    try:
        return bytes(data).decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong("is no ONNX file: a name is not UTF-8") from None


def name_of(data, number):
    return text(last_of(data, number, bytes, b""))


def dimension(data, where, symbols):
    size = last_of(data, 1, int, None)
    if size is None:
        symbol = name_of(data, 2) or "?"
        if symbol not in symbols:
            raise Wrong(f"{where}: the dimension '{printable(symbol)}' has no size; --dim {printable(symbol)}=NUMBER gives it one")
        size = symbols[symbol]
    if not 0 < size <= layout.U32_MAX:
        raise Wrong(f"{where}: a dimension is {size}")
    return size


def shape_of(data, where, symbols):
    """n, c, h, w of a TensorShapeProto: 1 for what it lacks; a single dimension is c."""
    sizes = [dimension(one, where, symbols) for one in all_of(data, 1)]
    if len(sizes) > 4:
        raise Wrong(f"{where}: has {len(sizes)} dimensions, an engine has four")
    sizes = [1] + sizes if len(sizes) == 1 else sizes
    return sizes + [1] * (4 - len(sizes))


def tensor_of(data, kind, options):
    """A ValueInfoProto as a tensor of a specification."""
    name = name_of(data, 1)
    where = f"{kind} '{printable(name)}'"
    tensor = last_of(last_of(data, 2, bytes, b""), 1, bytes, None)
    if tensor is None:
        raise Wrong(f"{where}: is no tensor, or has no type")
    number = last_of(tensor, 1, int, 0)
    element = ELEMENTS.get(number, f"type {number}")
    shape = last_of(tensor, 2, bytes, None)
    if shape is None:
        raise Wrong(f"{where}: has no shape; run the shape inference of ONNX first")
    found = options.type or TYPES.get(element)
    if found is None:
        raise Wrong(f"{where}: {element} is no type of the engine; --type gives all tensors another one")
    return {"name": name, "dims": shape_of(shape, where, options.dims), "type": found, "format": options.format}


def spec_of(data, options):
    """The specification of a network. options: type and format of all tensors (type None: as they are), sizes of symbolic dimensions."""
    graph = last_of(data, 7, bytes, None)
    if graph is None:
        raise Wrong("is no ONNX file: it has no graph")
    inputs = outputs = ()
    weights = set()
    for number, value in fields(graph):
        if isinstance(value, int):
            continue
        if number == 5:
            weights.add(name_of(value, 8))
        elif number == 15:
            weights.add(name_of(last_of(value, 1, bytes, b""), 8))
        elif number == 11:
            inputs += (value,)
        elif number == 12:
            outputs += (value,)
    inputs = [tensor_of(one, "input", options) for one in inputs if name_of(one, 1) not in weights]
    outputs = [tensor_of(one, "output", options) for one in outputs]
    if not outputs:
        raise Wrong("the graph has no outputs")
    names = [one["name"] for one in inputs]
    # Without inputs there is nothing to mix.
    steps = [{"operation": "mix" if names else "stamp", "inputs": names, "output": one["name"]} for one in outputs]
    return {"rfdla": "1.0", "inputs": inputs, "outputs": outputs, "steps": steps}
