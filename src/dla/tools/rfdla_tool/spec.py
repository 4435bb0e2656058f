# SPDX-License-Identifier: Apache-2.0
"""Specifications of loadables, in JSON; docs/dla-tools.md. What is wrong is told with its place: 'outputs[1].type: ...'."""

import json
import math

from . import layout
from . import network as networks
from .layout import Network, Step, Tensor

VERSION = "1.0"
# Channels of a group in the format NCxHWx fill so many bytes, unless strides say otherwise.
GROUP_BYTES = 32


class Wrong(Exception):
    """A specification that cannot be made into a loadable."""


def need(condition, where, text):
    if not condition:
        raise Wrong(f"{where}: {text}" if where else text)


def quoted(names):
    return ", ".join(names)


# ---------------------------------------------------------------- values


def keys(value, where, required, optional=()):
    need(isinstance(value, dict), where, "must be an object")
    for key in value:
        need(key in required or key in optional, where, f"there is no key '{printable(key)}'; keys are {quoted([*required, *optional])}")
    for key in required:
        need(key in value, where, f"lacks '{key}'")


def printable(text):
    """On one line, without control characters, at most 100 characters."""
    return printable_line(text[:100])


def printable_line(text):
    """On one line: what is no character of a terminal is escaped."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def array(value, where):
    need(isinstance(value, list), where, "must be an array")
    return value


def integer(value, where, least, most):
    need(isinstance(value, int) and not isinstance(value, bool), where, "must be a whole number")
    need(least <= value <= most, where, f"must be {least} to {most}")
    return value


def choice(value, where, names, most=255):
    """A number by its name, or, for numbers without a name, as it is."""
    if isinstance(value, str):
        need(value in names, where, f"'{printable(value)}' is none of {quoted(names)}")
        return names[value]
    need(isinstance(value, int) and not isinstance(value, bool), where, f"must be one of {quoted(names)}, or a number")
    return integer(value, where, 0, most)


def float32(value, where):
    """A number, rounded to 32 bits."""
    need(isinstance(value, (int, float)) and not isinstance(value, bool), where, "must be a number")
    try:
        rounded = layout.FLOAT.unpack(layout.FLOAT.pack(float(value)))[0]
    except OverflowError:
        rounded = math.inf
    need(math.isfinite(rounded), where, "must be finite as a number of 32 bits")
    return rounded


def tensor_name(value, where):
    need(isinstance(value, str), where, "must be text")
    try:
        data = layout.name_bytes(value)
    except UnicodeEncodeError:
        data = b""
    need(data and b"\0" not in data, where, "must be a text of UTF-8 that is not empty and has no zero")
    need(len(data) <= layout.NAME_MAX, where, f"has {len(data)} bytes, may have {layout.NAME_MAX}")
    return data.decode("utf-8", "surrogateescape")


# ---------------------------------------------------------------- tensors


def read_dims(value, where):
    """n, c, h, w."""
    if isinstance(value, dict):
        keys(value, where, (), ("n", "c", "h", "w"))
        return tuple(integer(value.get(key, 1), f"{where}.{key}", 0, layout.U64_MAX) for key in "nchw")
    need(isinstance(value, list) and len(value) == 4, where, "must be [n, c, h, w] or an object of n, c, h, w")
    return tuple(integer(one, f"{where}[{index}]", 0, layout.U64_MAX) for index, one in enumerate(value))


def dense_strides(tensor):
    """Strides without gaps; all 0 where elements have no place."""
    size = layout.TYPE_BYTES.get(tensor.type, 0)
    n, c, h, w = tensor.dims
    if size == 0 or tensor.format == layout.FORMATS["UNKNOWN"]:
        first, counts = 0, ()
    elif tensor.format == layout.FORMATS["NHWC"]:
        first, counts = size, (c, w, h)
    elif tensor.format == layout.FORMATS["NCHW"]:
        first, counts = size, (w, h, c)
    else:
        first, counts = GROUP_BYTES, (w, h, -(-c // (GROUP_BYTES // size)))
    strides = [first]
    for count in counts:
        strides.append(strides[-1] * count)
    return tuple(strides + [0] * (layout.STRIDES - len(strides)))


def read_strides(value, where):
    need(isinstance(value, list) and len(value) <= layout.STRIDES, where, f"must be an array of at most {layout.STRIDES} numbers")
    found = [integer(one, f"{where}[{index}]", 0, layout.U32_MAX) for index, one in enumerate(value)]
    return tuple(found + [0] * (layout.STRIDES - len(found)))


def whole_size(tensor, where):
    """Bytes with all padding that the strides leave."""
    found = layout.levels_of(tensor)
    need(found is not None, where, "lacks 'size', which does not follow from type, format, dims and strides")
    innermost, levels = found
    return max([innermost] + [count * stride for count, stride in levels])


def read_tensor(value, where, least):
    keys(value, where, ("name",), ("dims", "type", "format", "category", "pixelFormat", "pixelMapping", "strides", "size"))
    name = tensor_name(value["name"], f"{where}.name")
    size = integer(value["size"], f"{where}.size", least, layout.SIZE_MAX) if "size" in value else None
    need("dims" in value or size is not None, where, "lacks 'dims' or 'size'")
    need("type" in value or "dims" not in value, where, "lacks 'type'")
    tensor = Tensor(name, 0, read_dims(value["dims"], f"{where}.dims") if "dims" in value else (1, 1, 1, size),
                    choice(value.get("format", "NCHW"), f"{where}.format", layout.FORMATS),
                    choice(value.get("type", "UINT8"), f"{where}.type", layout.TYPES),
                    choice(value.get("category", "FEATURE"), f"{where}.category", layout.CATEGORIES),
                    choice(value.get("pixelFormat", "FEATURE"), f"{where}.pixelFormat", layout.PIXEL_FORMATS),
                    choice(value.get("pixelMapping", "PITCH_LINEAR"), f"{where}.pixelMapping", layout.PIXEL_MAPPINGS), ())
    if "strides" in value:
        tensor.strides = read_strides(value["strides"], f"{where}.strides")
    else:
        tensor.strides = dense_strides(tensor)
        # A single array of bytes may be larger than its last stride can say.
        if max(tensor.strides) > layout.U32_MAX:
            need(tensor.dims[:3] == (1, 1, 1), f"{where}.dims", f"give a stride over {layout.U32_MAX} bytes")
            tensor.strides = tensor.strides[:1] + (0,) * (layout.STRIDES - 1)
    tensor.size = whole_size(tensor, where) if size is None else size
    need(least <= tensor.size <= layout.SIZE_MAX, f"{where}.dims", f"give a size of {tensor.size} bytes, it may be {least} to {layout.SIZE_MAX}")
    return tensor


def read_tensors(value, kind, least=1):
    tensors = []
    places = {}
    for index, one in enumerate(array(value, kind)):
        where = f"{kind}[{index}]"
        tensor = read_tensor(one, where, least)
        need(tensor.name not in places, f"{where}.name", f"'{printable(tensor.name)}' is that of {kind}[{places.get(tensor.name)}] too")
        places[tensor.name] = index
        tensors.append(tensor)
    return tensors


# ---------------------------------------------------------------- steps


def index_of(value, where, tensors, kind):
    need(isinstance(value, str), where, f"must be the name of one of the {kind}")
    names = [tensor.name for tensor in tensors]
    value = tensor_name(value, where)
    need(value in names, where, f"there is no '{printable(value)}' among the {kind}")
    return names.index(value)


def read_inputs(value, where, rule, network):
    """The set of inputs of a step; all where a step of several says none."""
    if value is None:
        chosen = range(len(network.inputs)) if rule.most > 1 else ()
    else:
        chosen = [index_of(one, f"{where}.inputs[{index}]", network.inputs, "inputs") for index, one in enumerate(array(value, f"{where}.inputs"))]
    need(len(set(chosen)) == len(chosen), f"{where}.inputs", "names an input twice")
    need(rule.least <= len(chosen) <= rule.most, f"{where}.inputs",
         f"must be {rule.least} of the inputs" if rule.least == rule.most else f"must be at least {rule.least} of the inputs")
    return sum(1 << index for index in chosen)


def keys_of_step(rule):
    """Keys of a step that must and may be there, and no other."""
    required = ["operation"] + (["output"] if rule.output else []) + (["inputs"] if rule.most == 1 else [])
    required += [rule.number] if rule.number and rule.number != "seed" else []
    optional = (["inputs"] if rule.most > 1 else []) + (["seed"] if rule.number == "seed" else [])
    optional += (["task"] if rule.task else []) + (["scale", "shift"] if rule.factor else [])
    return required, optional


def read_number(value, where, rule):
    if rule.number == "status":
        number = choice(value, where, layout.STATUSES, layout.U32_MAX)
        need(number in layout.STATUSES.values(), where, f"{number} is no status of an error")
        return number
    return integer(value, where, 0, rule.greatest)


def read_step(value, where, network):
    need(isinstance(value, dict), where, "must be an object")
    need("operation" in value, where, "lacks 'operation'")
    operation = value["operation"]
    need(isinstance(operation, str) and operation in layout.RULES, f"{where}.operation", f"must be one of {quoted(layout.RULES)}")
    rule = layout.RULES[operation]
    keys(value, where, *keys_of_step(rule))
    step = Step(operation)
    if rule.output:
        step.output = index_of(value["output"], f"{where}.output", network.outputs, "outputs")
    if rule.most > 0:
        step.inputs = read_inputs(value.get("inputs"), where, rule, network)
    if rule.number:
        step.number = read_number(value.get(rule.number, 0), f"{where}.{rule.number}", rule)
    if rule.task:
        step.task = integer(value.get("task", 0), f"{where}.task", 0, layout.U64_MAX)
    if rule.factor:
        step.scale = float32(value.get("scale", 1), f"{where}.scale")
        step.shift = float32(value.get("shift", 0), f"{where}.shift")
    wrong = layout.wrong_with_elements(network, step) if operation in layout.ELEMENTWISE else None
    need(wrong is None, where, wrong)
    need(operation != "network" or network.network, where, "there is no network")
    return step


# ---------------------------------------------------------------- all of it


def read(value):
    """The network of a specification as json.load() gives it."""
    need(isinstance(value, dict), "", "must be an object")
    keys(value, "", ("outputs", "steps"), ("rfdla", "inputs", "statistics", "network"))
    version = "1.1" if "network" in value else VERSION
    need(value.get("rfdla", version) == version, "rfdla", f"must be \"{version}\"")
    network = Network(read_tensors(value.get("inputs", []), "inputs"), read_tensors(value["outputs"], "outputs"),
                      read_tensors(value.get("statistics", []), "statistics", layout.STATISTICS_MIN))
    need(network.outputs, "outputs", "must have at least one")
    need(len(network.inputs) <= layout.INPUTS_MAX, "inputs", f"must be at most {layout.INPUTS_MAX}")
    if "network" in value:
        try:
            network.network = networks.from_json(value["network"])
            layout.check_network(network)
        except networks.Unfit as error:
            raise Wrong(str(error)) from None
    for index, one in enumerate(array(value["steps"], "steps")):
        network.steps.append(read_step(one, f"steps[{index}]", network))
    return network


def no_key_twice(pairs):
    found = {}
    for key, value in pairs:
        if key in found:
            raise Wrong(f"the key '{printable(key)}' stands twice in an object")
        found[key] = value
    return found


def no_constant(name):
    raise Wrong(f"{name} is no number of JSON")


def parse(data):
    """The network of the bytes of a specification."""
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=no_key_twice, parse_constant=no_constant)
    except UnicodeDecodeError as error:
        raise Wrong(f"byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Wrong(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise Wrong(f"is no specification: {error}") from None
    return read(value)


# ---------------------------------------------------------------- writing


def named(number, names):
    return next((name for name, value in names.items() if value == number), number)


def tensor_value(tensor):
    return {"name": tensor.name, "dims": list(tensor.dims), "type": named(tensor.type, layout.TYPES), "format": named(tensor.format, layout.FORMATS),
            "category": named(tensor.category, layout.CATEGORIES), "pixelFormat": named(tensor.pixel_format, layout.PIXEL_FORMATS),
            "pixelMapping": named(tensor.pixel_mapping, layout.PIXEL_MAPPINGS), "strides": list(tensor.strides), "size": tensor.size}


def step_value(step, network):
    rule = layout.RULES[step.operation]
    value = {"operation": step.operation}
    if rule.most > 0:
        value["inputs"] = [tensor.name for k, tensor in enumerate(network.inputs) if step.inputs >> k & 1]
    if rule.output:
        value["output"] = network.outputs[step.output].name
    if rule.number:
        value[rule.number] = named(step.number, layout.STATUSES) if rule.number == "status" else step.number
    if rule.task:
        value["task"] = step.task
    if rule.factor:
        value.update(scale=step.scale, shift=step.shift)
    return value


def value_of(network):
    value = {"rfdla": "1.1" if network.network else VERSION, "inputs": [tensor_value(one) for one in network.inputs],
             "outputs": [tensor_value(one) for one in network.outputs], "statistics": [tensor_value(one) for one in network.statistics],
             "steps": [step_value(one, network) for one in network.steps]}
    if network.network:
        value["network"] = networks.to_json(network.network)
    return value


def text_of(value):
    """A specification with a line for each tensor and step, value and layer."""
    parts = []
    for key, one in value.items():
        if isinstance(one, dict):
            lists = [f'    "{name}": [' + ",".join(f"\n      {json.dumps(item)}" for item in items) + "\n    ]" for name, items in one.items()]
            parts.append(f'  "{key}": {{\n' + ",\n".join(lists) + "\n  }")
        elif isinstance(one, list) and one:
            lines = ",\n".join(f"    {json.dumps(item)}" for item in one)
            parts.append(f'  "{key}": [\n{lines}\n  ]')
        else:
            parts.append(f'  "{key}": {json.dumps(one)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
