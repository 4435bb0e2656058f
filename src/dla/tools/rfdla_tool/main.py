# SPDX-License-Identifier: Apache-2.0
"""The commands of rfdla. A file that is written is whole or not there."""

import argparse
import os
import sys
import zlib
from pathlib import Path

from . import expect, layout, onnx, onnx_network, spec
from . import network as networks
from .layout import Broken
from .spec import Wrong

# Rows of a library as it is configured by default.
TENSORS, STEPS = 32, 32
# Bytes of an output that 'expect' shows.
SHOWN = 16


def save(path, data):
    """Writes under another name in the same folder, then renames."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    other = f"{path}.{os.getpid()}.tmp"
    try:
        with open(other, "xb") as file:
            file.write(data)
        os.replace(other, path)
    except BaseException:
        Path(other).unlink(missing_ok=True)
        raise


def load(path):
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def make(options):
    network = spec.parse(load(options.spec))
    save(options.output, layout.pack(network))
    tensors = len(network.inputs) + len(network.outputs) + len(network.statistics)
    for count, most, macro in ((tensors, TENSORS, "TENSORS"), (len(network.steps), STEPS, "STEPS")):
        if count > most:
            print(f"{options.spec}: note: needs a library with RINGFENCE_CFG_DLA_{macro} of {count}, {most} by default", file=sys.stderr)


def line_of_tensor(kind, index, tensor):
    value = spec.tensor_value(tensor)
    used = max((place for place, stride in enumerate(tensor.strides, 1) if stride), default=1)
    strides = " ".join(str(stride) for stride in tensor.strides[:used])
    return (f"{kind} {index}: {spec.printable(tensor.name)}: n {tensor.dims[0]}, c {tensor.dims[1]}, h {tensor.dims[2]}, w {tensor.dims[3]}; "
            f"{value['type']} {value['format']} {value['category']}; pixels {value['pixelFormat']}; strides {strides}; {tensor.size} bytes")


def line_of_step(index, step, network):
    value = spec.step_value(step, network)
    words = []
    for key, one in value.items():
        if key == "inputs":
            words.append("of " + (" ".join(spec.printable(name) for name in one) or "no input"))
        elif key == "output":
            words.append(f"to {spec.printable(one)}")
        elif key == "task":
            words.append("in each task" if one == 0 else f"in task {one}")
        elif key != "operation":
            words.append(f"{key} {one}")
    return f"step {index}: {' '.join([step.operation, *words])}"


def show(options):
    data = load(options.loadable)
    network = layout.unpack(data)
    if options.json:
        text = spec.text_of(spec.value_of(network))
    else:
        lines = [f"rfdla {data[8]}.{data[10]}: {len(data)} bytes, CRC {int.from_bytes(data[layout.CRC_OFFSET:layout.CRC_OFFSET + 4], 'little'):08x}"]
        for kind, tensors in (("input", network.inputs), ("output", network.outputs), ("statistics", network.statistics)):
            lines += [line_of_tensor(kind, index, tensor) for index, tensor in enumerate(tensors)]
        lines += [line_of_step(index, step, network) for index, step in enumerate(network.steps)]
        lines += networks.lines_of(network.network) if network.network else []
        text = "".join(f"{line}\n" for line in lines)
    save("-", text.encode("utf-8", "backslashreplace"))


def what_it_gives(options):
    network = layout.unpack(load(options.loadable))
    outputs, end = expect.outputs_of(network, [load(path) for path in options.inputs], options.task)
    lines = []
    for index, (tensor, data) in enumerate(zip(network.outputs, outputs)):
        begin = bytes(data[:SHOWN]).hex(" ") + (" ..." if len(data) > SHOWN else "")
        lines.append(f"output {index}: {spec.printable(tensor.name)}: {len(data)} bytes, CRC {zlib.crc32(data):08x}: {begin}")
        if options.output is not None:
            save(f"{options.output}{index}", bytes(data))
    save("-", "".join(f"{line}\n" for line in [*lines, end]).encode("utf-8", "backslashreplace"))


def from_onnx(options):
    data = load(options.onnx)
    value = onnx_network.spec_of(data, options) if options.network else onnx.spec_of(data, options)
    spec.read(value)
    save(options.output, spec.text_of(value).encode("ascii"))


def named_size(text):
    name, _, size = text.rpartition("=")
    if not name or not size.isascii() or not size.isdigit() or not 0 < int(size[:12]) <= layout.U32_MAX:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=NUMBER")
    return name, int(size)


def positive(text):
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:20]) <= layout.U64_MAX:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of a task")
    return int(text)


def arguments(words):
    parser = argparse.ArgumentParser(prog="rfdla", description="Makes and shows loadables of the software engine behind cudla.h.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("make", help="makes a loadable of a specification in JSON")
    one.add_argument("spec", metavar="SPEC", help="the specification; - is standard input")
    one.add_argument("-o", "--output", required=True, metavar="FILE", help="the loadable; - is standard output")
    one.set_defaults(run=make, file="spec")
    one = commands.add_parser("show", help="says what is in a loadable, or what is wrong with it")
    one.add_argument("loadable", metavar="LOADABLE")
    one.add_argument("--json", action="store_true", help="as a specification, of which 'make' makes the same bytes")
    one.set_defaults(run=show, file="loadable")
    one = commands.add_parser("expect", help="says what a task gives for these inputs, computed without the engine")
    one.add_argument("loadable", metavar="LOADABLE")
    one.add_argument("inputs", metavar="INPUT", nargs="*", help="bytes of each input, in their order")
    one.add_argument("-o", "--output", metavar="PREFIX", help="writes the bytes of each output to PREFIX0, PREFIX1 and so on")
    one.add_argument("--task", type=positive, default=1, metavar="NUMBER", help="number of the task since the module was loaded, from 1")
    one.set_defaults(run=what_it_gives, file="loadable")
    one = commands.add_parser("from-onnx", help="writes the specification of a network with the tensors of an ONNX file")
    one.add_argument("onnx", metavar="ONNX")
    one.add_argument("-o", "--output", required=True, metavar="FILE", help="the specification; - is standard output")
    one.add_argument("--network", action="store_true", help="with its layers and weights: the engine computes the network, not a mix of all inputs")
    one.add_argument("--type", choices=[name for name in layout.TYPES if name != "UNKNOWN"], help="type of all tensors")
    one.add_argument("--format", choices=[name for name in layout.FORMATS if name != "UNKNOWN"], default="NCHW", help="format of all tensors")
    one.add_argument("--dim", action="append", type=named_size, default=[], metavar="NAME=NUMBER", help="size of a dimension that has a name; ? is one without")
    one.set_defaults(run=from_onnx, file="onnx")
    found = parser.parse_args(words)
    found.dims = dict(getattr(found, "dim", []))
    return found


def main(words):
    """0; 1: what is wrong was said in one line; 2: the command is not as it should be."""
    options = arguments(words)
    path = getattr(options, options.file)
    try:
        options.run(options)
    except (Broken, Wrong, expect.Unknown) as error:
        text = f"{path}: {error}"
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        text = f"{error.filename or path}: {error.strerror or error}"
    else:
        return 0
    print(spec.printable_line(text), file=sys.stderr)
    return 1
