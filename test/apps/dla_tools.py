#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of src/dla/tools: the bytes that rfdla makes, what it refuses, and that the library and the recorder agree with it.

Usage: dla_tools.py BUILD [NAME]...   BUILD has the libraries; the recorder is built in BUILD/dla-tools. NAME: only these tests.
"""

import base64
import ctypes
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "src" / "dla" / "tools" / "rfdla"
OLD_BOARD = ROOT / "test" / "apps" / "dla" / "old_board"
CLIENT = ROOT / "test" / "apps" / "networks" / "client.c"
RECORDER = ROOT / "src" / "dla" / "tools" / "recorder.c"
EXAMPLE = ROOT / "docs" / "examples" / "network.json"

sys.dont_write_bytecode = True
sys.path.insert(0, str(TOOL.parent))

from rfdla_tool import layout, spec  # noqa: E402  pylint: disable=wrong-import-position

BUILD = ROOT / "build" / "gcc"
WORK = BUILD / "dla-tools"
STATUS_OUT_OF_RESOURCES, STATUS_UMD = 2, 7
FAULT_BAD_LOADABLE, FAULT_NO_NETWORKS, FAULT_NO_LAYER = 31, 36, 38
STANDALONE = 1


def rfdla(*words, data=None):
    """(exit status, standard output, standard error) of the tool."""
    done = subprocess.run([sys.executable, str(TOOL), *map(str, words)], cwd=WORK, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=300)
    return done.returncode, done.stdout, done.stderr.decode()


def small():
    """A specification that has each kind of tensor and each operation."""
    return {
        "inputs": [{"name": "a", "dims": [1, 3, 2, 5], "type": "HALF"}, {"name": "b", "dims": [1, 3, 2, 5], "type": "INT8", "format": "NHWC"}],
        "outputs": [{"name": "x", "dims": {"c": 3, "h": 2, "w": 5}, "type": "HALF", "format": "NCxHWx"}, {"name": "y", "size": 100}],
        "statistics": [{"name": "s", "size": 64}],
        "steps": [{"operation": "mix", "output": "y", "seed": 7}, {"operation": "stamp", "inputs": [], "output": "y"},
                  {"operation": "copy", "inputs": ["b"], "output": "y"}, {"operation": "fill", "output": "y", "byte": 255},
                  {"operation": "affine", "inputs": ["b"], "output": "x", "scale": 0.1, "shift": -0.0},
                  {"operation": "add", "inputs": ["a"], "output": "x"}, {"operation": "delay", "microseconds": 5},
                  {"operation": "fail", "status": "cudlaErrorDlaErrNoMem", "task": 3}, {"operation": "hang", "task": 9}],
    }


def networked():
    """A specification with a network of several kinds of layers, and a step before it."""
    def constant(kind, dims, data):
        return {"kind": "constant", "type": kind, "dims": dims, "data": base64.b64encode(data).decode()}

    values = [{"kind": "input", "type": "FLOAT", "dims": [1, 2, 4, 4], "tensor": 0}, constant("HALF", [3, 2, 2, 2], bytes(48)),
              constant("FLOAT", [3], bytes(12)), {"kind": "between", "type": "FLOAT", "dims": [1, 3, 3, 3]},
              {"kind": "between", "type": "FLOAT", "dims": [1, 3, 2, 2]}, {"kind": "between", "type": "FLOAT", "dims": [1, 12]},
              constant("FLOAT", [12, 5], bytes(240)), {"kind": "between", "type": "FLOAT", "dims": [1, 5]},
              {"kind": "between", "type": "FLOAT", "dims": [1, 5]}, {"kind": "output", "type": "FLOAT", "dims": [1, 5], "tensor": 0},
              {"kind": "between", "type": "UINT8", "dims": [1, 5]}, constant("INT8", [5, 2], bytes(10)), constant("FLOAT", [2], struct.pack("<2f", 1, 2)),
              {"kind": "output", "type": "INT8", "dims": [1, 2], "tensor": 1}]
    layers = [{"operation": "convolution", "inputs": [0, 1, 2], "output": 3, "numbers": [0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1]},
              {"operation": "pool", "variant": "average", "inputs": [3], "output": 4, "numbers": [2, 2, 1, 1, 0, 0, 0, 0, 1, 1]},
              {"operation": "reshape", "inputs": [4], "output": 5}, {"operation": "matmul", "inputs": [5, 6], "output": 7},
              {"operation": "eltwise", "variant": "clip", "inputs": [7], "output": 8, "alpha": -1.5, "beta": 2.0},
              {"operation": "softmax", "inputs": [8], "output": 9, "numbers": [1]},
              {"operation": "quantize", "inputs": [8], "output": 10, "numbers": [7], "alpha": 0.5},
              {"operation": "qmatmul", "inputs": [10, 11, 12], "output": 13, "numbers": [0] * 12 + [7, 4294967295]}]
    return {"rfdla": "1.1", "inputs": [{"name": "image", "dims": [1, 2, 4, 4], "type": "FLOAT", "format": "NHWC"}],
            "outputs": [{"name": "scores", "dims": [1, 5, 1, 1], "type": "FLOAT"}, {"name": "classes", "dims": [1, 2, 1, 1], "type": "INT8"}],
            "steps": [{"operation": "delay", "microseconds": 1}, {"operation": "network"}], "network": {"values": values, "layers": layers}}


def made(value):
    return layout.pack(spec.read(value))


def mended(data):
    """With the CRC of what it holds."""
    return data[:24] + struct.pack("<I", zlib.crc32(data[:24] + bytes(4) + data[28:])) + data[28:]


def changed(data, at, form, value):
    """With another number at a place, and the CRC that fits."""
    found = bytearray(data)
    struct.pack_into("<" + form, found, at, value)
    return mended(bytes(found))


class Bytes(unittest.TestCase):
    """What make writes, byte by byte, without the modules of the tool."""

    def test_a_loadable_is_what_the_page_says(self):
        value = {"inputs": [{"name": "in", "dims": [2, 3, 4, 5], "type": "HALF", "category": "IMAGE", "pixelFormat": "R16_F"}],
                 "outputs": [{"name": "out", "dims": [1, 40, 2, 3], "type": "HALF", "format": "NCxHWx", "size": 4096}],
                 "steps": [{"operation": "mix", "output": "out", "seed": 0x1122334455667788},
                           {"operation": "delay", "microseconds": 9, "task": 2}]}
        header = b"RFDLA\0\r\n" + struct.pack("<HHIQIIIIIIIIQ", 1, 0, 64, 64 + 2 * 168 + 2 * 64, 0, 0, 1, 1, 0, 2, 168, 64, 0)
        tensors = struct.pack("<88s5Q8B8I", b"in", 240, 2, 3, 4, 5, 1, 2, 0, 5, 0, 0, 0, 0, 2, 10, 40, 120, 0, 0, 0, 0)
        tensors += struct.pack("<88s5Q8B8I", b"out", 4096, 1, 40, 2, 3, 3, 2, 2, 36, 0, 0, 0, 0, 32, 96, 192, 576, 0, 0, 0, 0)
        steps = struct.pack("<IIQQQff24s", 1, 0, 1, 0x1122334455667788, 0, 0, 0, b"") + struct.pack("<IIQQQff24s", 7, 0, 0, 9, 2, 0, 0, b"")
        status, out, error = rfdla("make", "-", "-o", "-", data=json.dumps(value).encode())
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(out, mended(header + tensors + steps))

    def test_numbers_of_names_are_those_of_the_header(self):
        header = (ROOT / "inc" / "cudla.h").read_text(encoding="utf-8")
        macros = dict(line.split()[1:3] for line in header.splitlines() if line.startswith("#define CUDLA_") and len(line.split()) > 2)
        for start, names in (("DATA_FORMAT", layout.FORMATS), ("DATA_TYPE", layout.TYPES), ("DATA_CATEGORY", layout.CATEGORIES),
                             ("PIXEL_FORMAT", layout.PIXEL_FORMATS), ("PIXEL_MAPPING", layout.PIXEL_MAPPINGS)):
            found = {name[len(f"CUDLA_{start}_"):]: int(number.rstrip("U")) for name, number in macros.items() if name.startswith(f"CUDLA_{start}_")}
            self.assertEqual(found, names)
        for name, number in layout.STATUSES.items():
            self.assertRegex(header, rf"\b{name} = (0x0*{number:x}|{number})\b".replace("0x0*", "(?i:0x0*)"))

    def test_what_is_shown_makes_the_same_bytes(self):
        draw = random.Random(7)
        for value in [small(), networked(), json.loads(EXAMPLE.read_text(encoding="utf-8"))] + [random_spec(draw) for _ in range(200)]:
            data = made(value)
            shown = spec.text_of(spec.value_of(layout.unpack(data)))
            self.assertEqual(layout.pack(spec.parse(shown.encode())), data)
        path = WORK / "small.rfdla"
        path.write_bytes(made(small()))
        self.assertEqual(rfdla("show", path)[0], 0)
        self.assertEqual(rfdla("make", "-", "-o", "-", data=rfdla("show", "--json", path)[1])[1], made(small()))

    def test_names_keep_all_their_bytes(self):
        value = small()
        value["inputs"][0]["name"] = "\u00e9\udcff\x01\"\\" + "n" * 74
        value["steps"] = value["steps"][:2]
        data = made(value)
        self.assertEqual(data[64:144], b"\xc3\xa9\xff\x01\"\\" + b"n" * 74)
        self.assertEqual(layout.pack(spec.parse(spec.text_of(spec.value_of(layout.unpack(data))).encode())), data)
        path = WORK / "names.rfdla"
        path.write_bytes(data)
        self.assertEqual(rfdla("show", path)[0], 0)


def random_spec(draw):
    """Tensors and steps that may be there."""
    def tensor(name, least):
        value = {"name": name, "dims": [draw.randint(1, 9) for _ in range(4)], "type": draw.choice(list(layout.TYPES)[1:]),
                 "format": draw.choice(list(layout.FORMATS)[1:]), "category": draw.randint(0, 255), "pixelFormat": draw.randint(0, 255)}
        if draw.random() < 0.5 or least > 1:
            value["size"] = draw.randint(least, 1 << 48)
        if draw.random() < 0.3:
            value.update(strides=[draw.randint(0, layout.U32_MAX) for _ in range(draw.randint(0, 8))], size=draw.randint(least, 1 << 48))
        return value

    inputs = [tensor(f"i{k}", 1) for k in range(draw.randint(1, 5))]
    outputs = [tensor(f"o{k}", 1) for k in range(draw.randint(1, 5))]
    steps = []
    for _ in range(draw.randint(0, 6)):
        chosen = draw.choice(inputs)["name"]
        output = draw.choice(outputs)["name"]
        steps.append(draw.choice([
            {"operation": "mix", "inputs": [chosen], "output": output, "seed": draw.getrandbits(64)}, {"operation": "stamp", "output": output},
            {"operation": "copy", "inputs": [chosen], "output": output}, {"operation": "fill", "byte": draw.randint(0, 255), "output": output},
            {"operation": "delay", "microseconds": draw.getrandbits(64), "task": draw.getrandbits(64)},
            {"operation": "fail", "status": draw.choice(list(layout.STATUSES.values()))}, {"operation": "hang"}]))
    return {"inputs": inputs, "outputs": outputs, "statistics": [tensor("s", 32)] if draw.random() < 0.5 else [], "steps": steps}


# A change of small(), and the line that says what is wrong with it.
REFUSED = [
    (lambda v: v.update(more=1), "there is no key 'more'; keys are outputs, steps, rfdla, inputs, statistics, network"),
    (lambda v: v.pop("steps"), "lacks 'steps'"),
    (lambda v: v.update(rfdla="2.0"), 'rfdla: must be "1.0"'),
    (lambda v: v.update(outputs=[], steps=[]), "outputs: must have at least one"),
    (lambda v: v.update(outputs={}), "outputs: must be an array"),
    (lambda v: v.update(steps={}), "steps: must be an array"),
    (lambda v: v["outputs"].append(3), "outputs[2]: must be an object"),
    (lambda v: v["inputs"][0].update(typ="HALF"),
     "inputs[0]: there is no key 'typ'; keys are name, dims, type, format, category, pixelFormat, pixelMapping, strides, size"),
    (lambda v: v["inputs"][0].pop("name"), "inputs[0]: lacks 'name'"),
    (lambda v: v["inputs"][0].pop("type"), "inputs[0]: lacks 'type'"),
    (lambda v: v["outputs"][1].pop("size"), "outputs[1]: lacks 'dims' or 'size'"),
    (lambda v: v["inputs"][0].update(name=1), "inputs[0].name: must be text"),
    (lambda v: v["inputs"][0].update(name=""), "inputs[0].name: must be a text of UTF-8 that is not empty and has no zero"),
    (lambda v: v["inputs"][0].update(name="a\0"), "inputs[0].name: must be a text of UTF-8 that is not empty and has no zero"),
    (lambda v: v["inputs"][0].update(name="\ud800"), "inputs[0].name: must be a text of UTF-8 that is not empty and has no zero"),
    (lambda v: v["inputs"][0].update(name="\u00e9" * 41), "inputs[0].name: has 82 bytes, may have 80"),
    (lambda v: v["inputs"][1].update(name="a"), "inputs[1].name: 'a' is that of inputs[0] too"),
    (lambda v: v["outputs"][1].update(type="FLOAT64"), "outputs[1].type: 'FLOAT64' is none of UNKNOWN, FLOAT, HALF, INT16, INT8, UINT8, UINT16"),
    (lambda v: v["outputs"][1].update(type=[]), "outputs[1].type: must be one of UNKNOWN, FLOAT, HALF, INT16, INT8, UINT8, UINT16, or a number"),
    (lambda v: v["outputs"][1].update(type=True), "outputs[1].type: must be one of UNKNOWN, FLOAT, HALF, INT16, INT8, UINT8, UINT16, or a number"),
    (lambda v: v["outputs"][1].update(format=256), "outputs[1].format: must be 0 to 255"),
    (lambda v: v["outputs"][1].update(size=0), "outputs[1].size: must be 1 to 281474976710656"),
    (lambda v: v["outputs"][1].update(size=1.0), "outputs[1].size: must be a whole number"),
    (lambda v: v["statistics"][0].update(size=31), "statistics[0].size: must be 32 to 281474976710656"),
    (lambda v: v["inputs"][0].update(dims=[1, 2, 3]), "inputs[0].dims: must be [n, c, h, w] or an object of n, c, h, w"),
    (lambda v: v["inputs"][0].update(dims={"d": 1}), "inputs[0].dims: there is no key 'd'; keys are n, c, h, w"),
    (lambda v: v["inputs"][0].update(dims=[1, 2, 3, -1]), "inputs[0].dims[3]: must be 0 to 18446744073709551615"),
    (lambda v: v["inputs"][0].update(dims=[1, 2, 3, 0]), "inputs[0]: lacks 'size', which does not follow from type, format, dims and strides"),
    (lambda v: v["inputs"][0].update(dims=[1, 1, 1 << 20, 1 << 20]), "inputs[0].dims: give a stride over 4294967295 bytes"),
    (lambda v: v["inputs"][0].update(strides=[0] * 9), "inputs[0].strides: must be an array of at most 8 numbers"),
    (lambda v: v["inputs"][0].update(strides=[1 << 32]), "inputs[0].strides[0]: must be 0 to 4294967295"),
    (lambda v: v["inputs"][0].update(type="UNKNOWN"), "inputs[0]: lacks 'size', which does not follow from type, format, dims and strides"),
    (lambda v: v["steps"].append(1), "steps[9]: must be an object"),
    (lambda v: v["steps"][0].pop("operation"), "steps[0]: lacks 'operation'"),
    (lambda v: v["steps"][0].update(operation="mul"),
     "steps[0].operation: must be one of mix, stamp, copy, fill, affine, add, delay, fail, hang, network"),
    (lambda v: v["steps"][0].update(output="z"), "steps[0].output: there is no 'z' among the outputs"),
    (lambda v: v["steps"][0].update(output=0), "steps[0].output: must be the name of one of the outputs"),
    (lambda v: v["steps"][0].update(inputs=["a", "a"]), "steps[0].inputs: names an input twice"),
    (lambda v: v["steps"][0].update(inputs=["x"]), "steps[0].inputs[0]: there is no 'x' among the inputs"),
    (lambda v: v["steps"][0].update(inputs=[]), "steps[0].inputs: must be at least 1 of the inputs"),
    (lambda v: v["steps"][2].update(inputs=["a", "b"]), "steps[2].inputs: must be 1 of the inputs"),
    (lambda v: v["steps"][0].update(task=1), "steps[0]: there is no key 'task'; keys are operation, output, inputs, seed"),
    (lambda v: v["steps"][0].update(seed=1 << 64), "steps[0].seed: must be 0 to 18446744073709551615"),
    (lambda v: v["steps"][3].update(byte=256), "steps[3].byte: must be 0 to 255"),
    (lambda v: v["steps"][4].update(scale=1e39), "steps[4].scale: must be finite as a number of 32 bits"),
    (lambda v: v["steps"][4].update(shift=10 ** 400), "steps[4].shift: must be finite as a number of 32 bits"),
    (lambda v: v["steps"][4].update(shift="1"), "steps[4].shift: must be a number"),
    (lambda v: v["steps"][5].update(inputs=["b"]), "steps[5]: 'b' has another type than 'x'"),
    (lambda v: v["inputs"][1].update(dims=[1, 3, 2, 4]), "steps[4]: 'b' has other dims than 'x'"),
    (lambda v: v["outputs"][0].update(size=8), "steps[4]: the elements of 'x' have no place: type, format, dims, strides and size do not fit"),
    (lambda v: v["steps"][6].pop("microseconds"), "steps[6]: lacks 'microseconds'"),
    (lambda v: v["steps"][7].update(status="cudlaSuccess"), "steps[7].status: 'cudlaSuccess' is none of " + ", ".join(layout.STATUSES)),
    (lambda v: v["steps"][7].update(status=15), "steps[7].status: 15 is no status of an error"),
    (lambda v: v["steps"][7].update(task=-1), "steps[7].task: must be 0 to 18446744073709551615"),
]

NO_SPECIFICATIONS = [
    (b"[]", "must be an object"),
    (b"{", "line 1, column 2: Expecting property name enclosed in double quotes"),
    (b'{"a": 1, "a": 2}', "the key 'a' stands twice in an object"),
    (b'{"a": NaN}', "NaN is no number of JSON"),
    (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
    (b'{"\\n": 1}', "there is no key '\\n'; keys are outputs, steps, rfdla, inputs, statistics, network"),
]


class Refusals(unittest.TestCase):
    def test_a_wrong_specification_is_one_line(self):
        for change, line in REFUSED:
            value = small()
            change(value)
            with self.subTest(line), self.assertRaises(spec.Wrong) as caught:
                spec.parse(json.dumps(value).encode())
            self.assertEqual(str(caught.exception), line)

    def test_a_wrong_network_is_one_line(self):
        for change, line in (
                (lambda v: v.update(rfdla="1.0"), 'rfdla: must be "1.1"'),
                (lambda v: v["network"].update(more=1), "network: there is no key 'more'; keys are values, layers"),
                (lambda v: v["network"].pop("layers"), "network: lacks 'layers'"),
                (lambda v: v["network"].update(values={}), "network.values: must be an array"),
                (lambda v: v["network"]["values"][0].update(kind="in"), "network.values[0].kind: must be one of input, output, constant, between"),
                (lambda v: v["network"]["values"][1].update(data="?"), "network.values[1].data: must be text of base64"),
                (lambda v: v["network"]["values"][1].update(data="AAAA"), "values[1]: its bytes are not those of its type and dimensions"),
                (lambda v: v["network"]["values"][3].update(dims=[1, 3, 3, -1]), "network.values[3].dims[3]: must be a whole number, 0 to 4294967295"),
                (lambda v: v["network"]["values"][3].update(type="HALF"), "values[3]: its type is one of tensors and constants alone"),
                (lambda v: v["network"]["values"][0].update(tensor=1), "values[0]: there is no such tensor"),
                (lambda v: v["network"]["values"].append(v["network"]["values"][0]), "values[14]: its tensor is that of another value"),
                (lambda v: v["inputs"][0].update(format="NCxHWx"), "values[0]: its type, dimensions or format are not those of its tensor"),
                (lambda v: v["network"]["layers"][0].update(operation="lstm"),
                 "network.layers[0].operation: must be one of convolution, pool, matmul, eltwise, binary, concat, softmax, resample, reshape, transpose, "
                 "quantize, dequantize, qconvolution, qmatmul"),
                (lambda v: v["network"]["layers"][4].update(variant="sine"), "network.layers[4].variant: must be one of relu, sigmoid, tanh, elu, clip, exp, "
                 "sqrt, abs, log, hardswish, swish, gelu, softplus, linear"),
                (lambda v: v["network"]["layers"][4].update(alpha=1e39), "network.layers[4].alpha: must be a number of 32 bits"),
                (lambda v: v["network"]["layers"][2].update(inputs=[99]), "layers[2] (reshape): it uses a value that there is not"),
                (lambda v: v["network"]["layers"][2].update(inputs=[7]), "layers[2] (reshape): it reads what is not written yet"),
                (lambda v: v["network"]["layers"][2].update(output=4), "layers[2] (reshape): it writes what is there already"),
                (lambda v: v["network"]["layers"][1].update(numbers=[2, 2]), "layers[1] (pool): it does not fit the types and dimensions of its values"),
                (lambda v: v["network"]["values"].append({"kind": "between", "type": "FLOAT", "dims": [1]}), "a value is not written by a layer"),
                (lambda v: [v.pop("network"), v.pop("rfdla")], "steps[1]: there is no network")):
            value = networked()
            change(value)
            with self.assertRaises(spec.Wrong) as caught:
                spec.read(value)
            self.assertEqual(str(caught.exception), line)

    def test_what_is_no_specification_is_one_line(self):
        for data, line in NO_SPECIFICATIONS:
            with self.subTest(line), self.assertRaises(spec.Wrong) as caught:
                spec.parse(data)
            self.assertEqual(str(caught.exception), line)
        for data in (b"[" * 100000, b'{"steps": ' + b"9" * 5000 + b"}"):
            status, _, error = rfdla("make", "-", "-o", "none.rfdla", data=data)
            self.assertEqual((status, error.count("\n"), error[:23]), (1, 1, "-: is no specification:"))

    def test_a_refusal_leaves_no_file_and_touches_none(self):
        wrong = WORK / "wrong.json"
        value = small()
        value["outputs"][1]["type"] = "FLOAT64"
        wrong.write_text(json.dumps(value), encoding="utf-8")
        kept = WORK / "kept.rfdla"
        kept.write_bytes(b"kept")
        before = sorted(WORK.iterdir())
        status, out, error = rfdla("make", "wrong.json", "-o", kept)
        self.assertEqual((status, out), (1, b""))
        self.assertEqual(error, f"wrong.json: {REFUSED[17][1]}\n")
        self.assertEqual(rfdla("make", "wrong.json", "-o", "new.rfdla")[0], 1)
        self.assertEqual(rfdla("make", "no such.json", "-o", "new.rfdla"), (1, b"", "no such.json: No such file or directory\n"))
        # A folder is in the way of the last step.
        (WORK / "folder.rfdla").mkdir(exist_ok=True)
        before = sorted({*before, WORK / "folder.rfdla"})
        self.assertEqual(rfdla("make", EXAMPLE, "-o", "folder.rfdla")[0], 1)
        self.assertEqual((sorted(WORK.iterdir()), kept.read_bytes()), (before, b"kept"))

    def test_it_finds_its_modules_where_it_is_installed(self):
        for part in ("prefix/bin/rfdla", "prefix/share/ringfence/rfdla_tool"):
            shutil.rmtree(WORK / part, ignore_errors=True)
            (WORK / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOOL, WORK / "prefix/bin/rfdla")
        shutil.copytree(TOOL.parent / "rfdla_tool", WORK / "prefix/share/ringfence/rfdla_tool")
        link = WORK / "link"
        link.unlink(missing_ok=True)
        link.symlink_to("prefix/bin/rfdla")
        for program in (WORK / "prefix/bin/rfdla", link):
            done = subprocess.run([sys.executable, str(program), "make", str(EXAMPLE), "-o", "-"], cwd="/", stdout=subprocess.PIPE, check=True, timeout=300)
            self.assertEqual(done.stdout, made(json.loads(EXAMPLE.read_text(encoding="utf-8"))))

    def test_words_that_are_no_command_end_with_2(self):
        for words in ((), ("make",), ("make", EXAMPLE), ("burn", EXAMPLE), ("from-onnx", "n.onnx", "-o", "x", "--dim", "n"),
                      ("from-onnx", "n.onnx", "-o", "x", "--dim", "n=0")):
            self.assertEqual(rfdla(*words)[0], 2, words)

    def test_a_network_beyond_the_capacities_is_made_with_a_note(self):
        value = {"inputs": [{"name": f"i{k}", "size": 1} for k in range(40)], "outputs": [{"name": "o", "size": 1}], "steps": []}
        status, out, error = rfdla("make", "-", "-o", "-", data=json.dumps(value).encode())
        self.assertEqual((status, len(out)), (0, 64 + 41 * 168))
        self.assertEqual(error, "-: note: needs a library with RINGFENCE_CFG_DLA_TENSORS of 41, 32 by default\n")

    def test_a_pipe_that_is_closed_is_no_traceback(self):
        path = WORK / "pipe.rfdla"
        path.write_bytes(made(small()))
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([sys.executable, str(TOOL), "show", str(path)], stdout=writer, stderr=subprocess.PIPE, check=False, timeout=300)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (1, b""))


class Damage(unittest.TestCase):
    def setUp(self):
        value = small()
        value.update(inputs=value["inputs"][:1], statistics=[], steps=value["steps"][:1])
        self.data = made(value)

    def refused(self, data, word):
        with self.assertRaises(layout.Broken) as caught:
            layout.unpack(data)
        self.assertTrue(str(caught.exception).startswith(f"{word}: "), str(caught.exception))
        return str(caught.exception)

    def test_each_truncation_is_refused(self):
        for size in range(len(self.data)):
            self.refused(self.data[:size], "short")
        self.refused(self.data + b"\0", "length")
        path = WORK / "cut.rfdla"
        for size in (0, 7, 63, 64, 400):
            path.write_bytes(self.data[:size])
            status, out, error = rfdla("show", "--json", path)
            self.assertEqual((status, out, error.startswith(f"{path}: short: "), error.count("\n")), (1, b"", True, 1))

    def test_each_change_of_a_byte_is_refused(self):
        for at, byte in enumerate(self.data):
            for value in range(256):
                if value != byte:
                    with self.assertRaises(layout.Broken):
                        layout.unpack(self.data[:at] + bytes((value,)) + self.data[at + 1:])

    def test_what_is_wrong_is_said_as_on_the_page(self):
        steps = 64 + 3 * 168
        inf = 0x7F800000
        for at, form, value, word in (
                (0, "B", 0x53, "foreign"), (8, "H", 2, "version"), (10, "H", 1, "version"), (28, "I", 1, "version"), (12, "I", 65, "length"),
                (16, "Q", 1 << 40, "short"), (16, "Q", 5, "length"), (32, "I", 2, "length"), (44, "I", 0xFFFFFFFF, "length"), (48, "I", 167, "length"),
                (52, "I", 0, "length"), (56, "Q", 1, "length"), (64, "B", 0, "tensor"), (64 + 87, "B", 1, "tensor"), (64 + 88, "Q", 0, "tensor"),
                (64 + 88, "Q", (1 << 48) + 1, "tensor"), (64 + 133, "B", 1, "tensor"), (steps, "I", 0, "step"), (steps, "I", 10, "step"),
                (steps + 4, "I", 2, "step"), (steps + 8, "Q", 0, "step"), (steps + 8, "Q", 2, "step"), (steps + 24, "Q", 1, "step"),
                (steps + 32, "I", inf, "step"), (steps + 63, "B", 1, "step"), (steps, "I", 5, "step"), (steps, "I", 3, "step"), (steps, "I", 9, "step")):
            self.refused(changed(self.data, at, form, value), word)
        self.refused(self.data[:40] + b"\1" + self.data[41:], "length")
        self.refused(self.data[:70] + b"\1" + self.data[71:], "CRC")
        self.refused(changed(changed(self.data, 36, "I", 0), 40, "I", 2), "tensor")
        self.assertIn("record one on a board", self.refused(b"NVDLA" * 20, "foreign"))


def computable(draw):
    """A specification whose steps can be computed: elements of all types and formats, with gaps, and each operation."""
    dims = [draw.randint(1, 4), draw.randint(1, 9), draw.randint(1, 4), draw.randint(1, 5)]
    kinds = list(layout.TYPES)[1:]
    shared = draw.choice(kinds)

    def tensor(name, kind):
        value = {"name": name, "dims": dims, "type": kind, "format": draw.choice(list(layout.FORMATS)[1:])}
        if draw.random() < 0.5:
            value["size"] = layout.SIZE_MAX
            dense = spec.parse(json.dumps({"outputs": [value], "steps": []}).encode()).outputs[0].strides
            spread = [dense[0]]
            for place in range(1, 4):
                # Rows, planes and images with some bytes between them; elements stay where they may begin.
                spread.append(spread[-1] * (dense[place] // max(dense[place - 1], 1) or 1) + layout.TYPE_BYTES[layout.TYPES[kind]] * draw.randint(0, 3))
            value.update(strides=spread, size=spread[-1] * dims[0] + 1000)
        return value

    inputs = [tensor(f"i{k}", shared if k < 2 else draw.choice(kinds)) for k in range(3)]
    outputs = [tensor("o0", shared), tensor("o1", draw.choice(kinds)), {"name": "o2", "size": draw.randint(1, 99)}]
    scale = struct.unpack("<f", struct.pack("<f", draw.choice([1.0, -0.5, 0.1, 3e38, 1e-45, draw.uniform(-300, 300)])))[0]
    steps = [
        {"operation": "add", "inputs": ["i0", "i1"], "output": "o0"},
        {"operation": "affine", "inputs": [f"i{draw.randint(0, 2)}"], "output": "o1", "scale": scale, "shift": draw.choice([0.0, -0.0, 0.5, -7.25])},
        draw.choice([{"operation": "mix", "output": "o2", "seed": draw.getrandbits(64)}, {"operation": "stamp", "inputs": ["i2"], "output": "o2"},
                     {"operation": "copy", "inputs": ["i1"], "output": "o2"}, {"operation": "fill", "output": "o2", "byte": draw.randint(0, 255)}]),
        {"operation": "delay", "microseconds": 1}]
    return {"inputs": inputs, "outputs": outputs, "steps": steps}


class Expect(unittest.TestCase):
    """What rfdla expects is what the engine gives, byte for byte."""

    @classmethod
    def setUpClass(cls):
        lib = BUILD / "lib"
        subprocess.run(["gcc", "-std=gnu11", "-O2", "-Iinc", str(CLIENT), "-o", str(WORK / "client"), f"-L{lib}", "-lringfence_dla", "-lringfence",
                        f"-Wl,-rpath,{lib}", "-ldl", "-pthread"], cwd=ROOT, check=True)

    def files(self, draw, network):
        """Inputs of any bytes, so that there are NaN, infinities and numbers below the normal ones."""
        names = []
        for index, tensor in enumerate(network.inputs):
            names.append(WORK / f"in{index}")
            names[-1].write_bytes(draw.randbytes(tensor.size))
        return names

    def test_outputs_are_those_of_the_engine(self):
        draw = random.Random(12)
        for _ in range(60):
            value = computable(draw)
            (WORK / "expect.rfdla").write_bytes(made(value))
            network = spec.parse(json.dumps(value).encode())
            inputs = self.files(draw, network)
            outputs = [WORK / f"out{index}" for index in range(len(network.outputs))]
            task = draw.randint(1, 3)
            done = subprocess.run([str(WORK / "client"), "expect.rfdla", str(task), *map(str, inputs + outputs)], cwd=WORK, check=False, timeout=60,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(done.returncode, 0, done.stdout)
            status, text, error = rfdla("expect", "expect.rfdla", *inputs, "-o", "expected", "--task", task)
            self.assertEqual((status, error), (0, ""))
            self.assertEqual(text.splitlines()[-1], b"the task ends well")
            for index, one in enumerate(outputs):
                data = one.read_bytes()
                self.assertEqual((WORK / f"expected{index}").read_bytes(), data, json.dumps(value))
                self.assertIn(f"{len(data)} bytes, CRC {zlib.crc32(data):08x}", text.splitlines()[index].decode())

    def test_how_a_task_ends_is_said(self):
        for steps, end in (([{"operation": "fail", "status": "cudlaErrorDlaErrNoMem", "task": 2}], "step 0 fails: the task ends with cudlaErrorDlaErrNoMem"),
                           ([{"operation": "hang", "task": 2}], "step 0 hangs: the task ends with its time-out")):
            (WORK / "ends.rfdla").write_bytes(made({"outputs": [{"name": "o", "size": 3}], "steps": steps}))
            self.assertEqual(rfdla("expect", "ends.rfdla", "--task", 2)[1].decode().splitlines(), ["output 0: o: 3 bytes, CRC ff41d912: 00 00 00", end])
            self.assertEqual(rfdla("expect", "ends.rfdla")[1].decode().splitlines()[-1], "the task ends well")

    def test_what_is_not_computed_is_one_line(self):
        (WORK / "net.rfdla").write_bytes(made(networked()))
        (WORK / "ends.rfdla").write_bytes(made({"inputs": [{"name": "i", "size": 4}], "outputs": [{"name": "o", "size": 3}], "steps": []}))
        (WORK / "three").write_bytes(b"abc")
        network = spec.parse(json.dumps(networked()).encode())
        inputs = self.files(random.Random(1), network)
        for words, why in ((("net.rfdla", *inputs), "what layers give is computed by the engine alone"),
                           (("ends.rfdla",), "has 1 inputs, and 0 files are named"),
                           (("ends.rfdla", "three"), "input 0 has 4 bytes, and its file has 3"), (("three",), "foreign")):
            status, text, error = rfdla("expect", *words)
            self.assertEqual((status, text, error.count("\n")), (1, b"", 1))
            self.assertIn(why, error)


class Library(unittest.TestCase):
    """The library reads what the tool reads, and no other bytes."""

    @classmethod
    def setUpClass(cls):
        cls.dla = ctypes.CDLL(str(BUILD / "lib" / "libringfence_dla.so"))
        cls.device = ctypes.c_void_p()
        for name, kinds in (("cudlaCreateDevice", (ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint32)), ("cudlaDestroyDevice", (ctypes.c_void_p,)),
                            ("cudlaModuleLoadFromMemory", (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_uint32)),
                            ("cudlaModuleUnload", (ctypes.c_void_p, ctypes.c_uint32))):
            getattr(cls.dla, name).argtypes = kinds
        if cls.dla.cudlaCreateDevice(0, ctypes.byref(cls.device), STANDALONE) != 0:
            raise AssertionError("there is no device")

    @classmethod
    def tearDownClass(cls):
        cls.dla.cudlaDestroyDevice(cls.device)

    def load(self, data):
        module = ctypes.c_void_p()
        status = self.dla.cudlaModuleLoadFromMemory(self.device, data, len(data), ctypes.byref(module), 0)
        if status == 0:
            self.assertEqual(self.dla.cudlaModuleUnload(module, 0), 0)
        return status

    def agree(self, data):
        """Whether both take the bytes."""
        try:
            layout.unpack(data)
            expected = 0
        except layout.Broken:
            expected = STATUS_UMD
        self.assertEqual(self.load(data), expected, data.hex())
        return expected == 0

    def test_the_library_loads_what_is_made(self):
        draw = random.Random(11)
        for value in [small(), json.loads(EXAMPLE.read_text(encoding="utf-8"))] + [random_spec(draw) for _ in range(100)]:
            self.assertEqual(self.load(made(value)), 0)

    def test_more_than_a_table_holds_is_out_of_resources(self):
        value = {"inputs": [{"name": f"i{k}", "size": 1} for k in range(64)], "outputs": [{"name": "o", "size": 1}], "steps": []}
        self.assertEqual(self.load(made(value)), STATUS_OUT_OF_RESOURCES)

    def test_both_refuse_the_same_damage(self):
        """Each field of the records with numbers of the edges, and the CRC that fits."""
        data = made(small())
        taken = 0
        places = [(8, "H"), (10, "H")] + [(at, "I") for at in range(12, len(data), 4) if at != 24]
        # More tensors and steps than a table holds are refused by the library alone; their bytes are not there.
        for at, form in places:
            for number in (0, 1, 2, 3, 5, 9, 10, 0x7F800000, 0xFF, 0xFFFF):
                taken += self.agree(changed(data, at, form, number & (0xFFFF if form == "H" else 0xFFFFFFFF)))
        self.assertGreater(taken, 100)

    def test_both_refuse_the_same_elements(self):
        """Strides, sizes and kinds of the tensors of an elementwise step."""
        draw = random.Random(13)
        taken = 0
        for _ in range(4000):
            dims = [draw.choice((1, 1, 2, 3, 5)) for _ in range(4)]
            tensors = [{"name": name, "dims": dims, "type": draw.randint(1, 2), "format": draw.randint(1, 3)} for name in "ab"]
            value = {"inputs": tensors[:1], "outputs": tensors[1:], "steps": [{"operation": "mix", "output": "b"}]}
            data = bytearray(made(value))
            for start in (64, 64 + 168):
                for _ in range(draw.randint(0, 2)):
                    at = start + draw.choice((88, 136, 140, 144, 148))
                    number = struct.unpack_from("<I", data, at)[0]
                    struct.pack_into("<I", data, at, max(0, number + draw.choice((-2, -1, 1, 2, number, 64))))
            struct.pack_into("<I", data, 64 + 2 * 168, draw.choice((5, 6)))
            taken += self.agree(mended(bytes(data)))
        self.assertGreater(taken, 400)
        self.assertLess(taken, 3600)


    def test_both_refuse_the_same_damage_of_a_network(self):
        """Each field of its records. What both take goes on to the library of networks, where it is there."""
        data = made(networked())
        start = len(data) - struct.unpack_from("<Q", data, 56)[0]
        end = start + 32 + 64 * 14 + 112 * 8
        places = [(10, "H"), (56, "I")] + [(at, "I") for at in range(start, end, 4)]
        taken = refused = 0
        for at, form in places:
            for number in (0, 1, 2, 3, 4, 5, 7, 12, 13, 0x7FC00000, 0x3F800000, 0xFFFF, 0x40000000, 0xFFFFFFFF):
                one = changed(data, at, form, number & (0xFFFF if form == "H" else 0xFFFFFFFF))
                try:
                    layout.unpack(one)
                    is_whole = True
                except layout.Broken:
                    is_whole = False
                status = self.load(one)
                where = f"{at - start} {number:x}: {status}"
                if is_whole:
                    self.assertTrue(status == 0 or self.fault() in (FAULT_NO_NETWORKS, FAULT_NO_LAYER), where)
                    taken += 1
                else:
                    self.assertIn(status, (STATUS_UMD, STATUS_OUT_OF_RESOURCES), where)
                    self.assertEqual(self.fault(), FAULT_BAD_LOADABLE, where)
                    refused += 1
        self.assertGreater(taken, 500)
        self.assertGreater(refused, 3000)

    def fault(self):
        """The kind of the last fault, the first member of RingfenceFault."""
        fault = (ctypes.c_uint32 * 256)()
        self.assertEqual(self.dla.RingfenceGetLastFault(fault), 0)
        return fault[0]


class Recorder(unittest.TestCase):
    def record(self, *words, program="recorder"):
        done = subprocess.run([str(WORK / program), *map(str, words)], cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, timeout=300)
        return done.returncode, done.stdout

    def test_what_is_recorded_has_the_same_tensors(self):
        named = small()
        named["inputs"][0]["name"] = "\u00e9\udcff\x01\"\\"
        named["steps"] = []
        for value in (small(), json.loads(EXAMPLE.read_text(encoding="utf-8")), named, random_spec(random.Random(3))):
            (WORK / "real.rfdla").write_bytes(made(value))
            self.assertEqual(self.record("real.rfdla", "real.json"), (0, ""))
            found = spec.parse((WORK / "real.json").read_bytes())
            real = spec.read(value)
            self.assertEqual((found.inputs, found.outputs, found.statistics), (real.inputs, real.outputs, real.statistics))
            self.assertEqual([(step.operation, step.output) for step in found.steps], [("mix", index) for index in range(len(real.outputs))])
            self.assertTrue(all(step.inputs == (1 << len(real.inputs)) - 1 for step in found.steps))

    def test_a_network_without_inputs_is_stamped(self):
        (WORK / "alone.rfdla").write_bytes(made({"outputs": [{"name": "o", "size": 9}], "steps": []}))
        self.assertEqual(self.record("alone.rfdla", "alone.json"), (0, ""))
        self.assertEqual([step.operation for step in spec.parse((WORK / "alone.json").read_bytes()).steps], ["stamp"])

    def test_a_board_before_12_4_has_no_statistics(self):
        value = small()
        value["statistics"] = [{"name": "s", "size": 64}]
        (WORK / "stats.rfdla").write_bytes(made(value))
        real = spec.read(value)
        self.assertEqual(len(real.statistics), 1)
        for program, statistics in (("recorder", real.statistics), ("old-header", real.statistics), ("old-board", type(real.statistics)())):
            self.assertEqual(self.record("stats.rfdla", "stats.json", program=program), (0, ""))
            found = spec.parse((WORK / "stats.json").read_bytes())
            self.assertEqual((found.inputs, found.outputs, found.statistics), (real.inputs, real.outputs, statistics))

    def test_what_fails_leaves_no_file(self):
        (WORK / "foreign").write_bytes(b"no loadable")
        (WORK / "good.rfdla").write_bytes(made(small()))
        (WORK / "folder").mkdir(exist_ok=True)
        before = sorted(WORK.iterdir())
        self.assertEqual(self.record("foreign", "none.json"), (1, "recorder: cudlaModuleLoadFromMemory gives 7\n"))
        self.assertEqual(self.record("no such", "none.json"), (1, "recorder: the loadable cannot be read, or is empty\n"))
        self.assertEqual(self.record("good.rfdla", "folder"), (1, "recorder: the specification cannot be written\n"))
        if not has_cuda():
            self.assertEqual(self.record("--hybrid", "good.rfdla", "none.json"),
                             (1, "recorder: there is no GPU that CUDA can use, and hybrid mode needs one\n"))
        self.assertEqual(self.record("good.rfdla"), (2, "usage: recorder [--hybrid] LOADABLE SPECIFICATION\n"))
        self.assertEqual(sorted(WORK.iterdir()), before)


def has_cuda():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


# ---------------------------------------------------------------- ONNX


def number(value):
    out = bytearray()
    value &= layout.U64_MAX
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes((value,))


def message(*fields):
    """A message of protocol buffers: (number of the field, int, bytes or text)."""
    out = b""
    for place, value in fields:
        if isinstance(value, int):
            out += number(place << 3) + number(value)
        else:
            value = value.encode() if isinstance(value, str) else value
            out += number(place << 3 | 2) + number(len(value)) + value
    return out


def value_info(name, element, *dims):
    shape = message(*((1, message((1, one) if isinstance(one, int) else (2, one))) for one in dims))
    return message((1, name), (2, message((1, message((1, element), (2, shape))))))


def model(*fields):
    """Of a graph with a node, between fields that are not read."""
    return message((1, 8), (2, "maker"), (7, message((1, message((1, "x"), (4, "Conv"))), (2, "graph"), *fields)), (8, message((2, 17)))) + \
        number(99 << 3 | 1) + bytes(8) + number(100 << 3 | 5) + bytes(4)


class Onnx(unittest.TestCase):
    def spec(self, data, *words):
        status, out, error = rfdla("from-onnx", "-", "-o", "-", *words, data=data)
        return (json.loads(out), error) if status == 0 else (status, error)

    def test_inputs_and_outputs_become_tensors(self):
        data = model((5, message((1, 4), (2, 1), (8, "weight"), (9, bytes(400)))), (15, message((1, message((8, "sparse"))))),
                     (11, value_info("image", 10, 1, 3, 224, 224)), (11, value_info("weight", 1, 4)), (11, value_info("sparse", 1, 4)),
                     (11, value_info("row", 3, 7)), (12, value_info("scores", 1, 1, 1000)), (12, value_info("one", 2)))
        value, error = self.spec(data)
        self.assertEqual(error, "")
        self.assertEqual(value["inputs"], [dict(rest_of("image", [1, 3, 224, 224], "HALF")), dict(rest_of("row", [1, 7, 1, 1], "INT8"))])
        self.assertEqual(value["outputs"], [dict(rest_of("scores", [1, 1000, 1, 1], "FLOAT")), dict(rest_of("one", [1, 1, 1, 1], "UINT8"))])
        self.assertEqual(value["steps"], [{"operation": "mix", "inputs": ["image", "row"], "output": name} for name in ("scores", "one")])
        (WORK / "net.onnx").write_bytes(data)
        self.assertEqual(rfdla("from-onnx", "net.onnx", "-o", "onnx.json"), (0, b"", ""))
        self.assertEqual(rfdla("make", "onnx.json", "-o", "onnx.rfdla"), (0, b"", ""))

    def test_type_format_and_dimensions_can_be_given(self):
        data = model((11, value_info("ids", 7, "batch", 3, 4, 5)), (12, value_info("out", 11, "batch", "")))
        value, _ = self.spec(data, "--type", "INT8", "--format", "NCxHWx", "--dim", "batch=2", "--dim", "?=9")
        self.assertEqual(value["inputs"], [dict(rest_of("ids", [2, 3, 4, 5], "INT8"), format="NCxHWx")])
        self.assertEqual(value["outputs"][0]["dims"], [2, 9, 1, 1])

    def test_what_has_no_tensor_is_one_line(self):
        out = (12, value_info("out", 1, 1))
        for data, line in (
                (b"", "is no ONNX file: it has no graph"), (b"\x3a\x05", "is no ONNX file: a field is cut, or of a kind that there is not"),
                (b"\xff" * 20, "is no ONNX file: a number is cut"), (b"\x0b", "is no ONNX file: a field is cut, or of a kind that there is not"),
                (model(), "the graph has no outputs"),
                (model((11, value_info("ids", 7, 1)), out), "input 'ids': INT64 is no type of the engine; --type gives all tensors another one"),
                (model((11, value_info("ids", 77, 1)), out), "input 'ids': type 77 is no type of the engine; --type gives all tensors another one"),
                (model((11, value_info("i", 1, "batch")), out), "input 'i': the dimension 'batch' has no size; --dim batch=NUMBER gives it one"),
                (model((11, value_info("i", 1, -1)), out), "input 'i': a dimension is 18446744073709551615"),
                (model((11, value_info("i", 1, 1, 1, 1, 1, 1)), out), "input 'i': has 5 dimensions, an engine has four"),
                (model((11, message((1, "i"))), out), "input 'i': is no tensor, or has no type"),
                (model((11, message((1, "i"), (2, message((1, message((1, 1))))))), out), "input 'i': has no shape; run the shape inference of ONNX first"),
                (model((11, message((1, b"\xff"))), out), "is no ONNX file: a name is not UTF-8"),
                (model((11, value_info("n" * 81, 1, 1)), out), "inputs[0].name: has 81 bytes, may have 80"),
                (model(out, out), "outputs[1].name: 'out' is that of outputs[0] too")):
            self.assertEqual(self.spec(data), (1, f"-: {line}\n"))

    def test_cut_files_are_refused_or_read(self):
        """No cut and no change of a byte is anything but a specification or one line."""
        from types import SimpleNamespace  # pylint: disable=import-outside-toplevel

        from rfdla_tool import onnx  # pylint: disable=import-outside-toplevel
        data = model((11, value_info("image", 10, 1, 3, 8, 8)), (12, value_info("out", 1, 5)))
        options = SimpleNamespace(type=None, format="NCHW", dims={})
        changes = [data[:size] for size in range(len(data))]
        changes += [data[:at] + bytes((value,)) + data[at + 1:] for at in range(len(data)) for value in range(256)]
        refused = 0
        for one in changes:
            try:
                spec.read(onnx.spec_of(one, options))
            except spec.Wrong:
                refused += 1
        self.assertGreater(refused, len(data))


def rest_of(name, dims, kind):
    return {"name": name, "dims": dims, "type": kind, "format": "NCHW"}


# ---------------------------------------------------------------- program


def build_recorder():
    """With the strictest warnings, by gcc and, where it is there, clang; what gcc makes is run. With the header of the library, with one
    as boards before CUDA 12.4 have it, and with a cuDLA besides that knows no statistics."""
    warnings = "-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wcast-qual -Wvla -Werror".split()
    lib = BUILD / "lib"
    old = f"-I{OLD_BOARD}"
    for compiler in ("clang", "gcc"):
        if subprocess.run(["sh", "-c", f"command -v {compiler}"], stdout=subprocess.DEVNULL, check=False).returncode == 0:
            for program, words in (("recorder", ["-Iinc"]), ("old-header", [old]),
                                   ("old-board", [old, str(OLD_BOARD / "attributes.c"), "-Wl,--wrap=cudlaModuleGetAttributes"])):
                subprocess.run([compiler, *warnings, str(RECORDER), *words, "-o", str(WORK / program), str(lib / "libringfence_dla.a"),
                                str(lib / "libringfence.a"), "-ldl", "-pthread"], cwd=ROOT, check=True)


def main():
    global BUILD, WORK  # pylint: disable=global-statement
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BUILD = Path(sys.argv[1]).resolve()
    WORK = BUILD / "dla-tools"
    WORK.mkdir(parents=True, exist_ok=True)
    build_recorder()
    loader = unittest.TestLoader()
    here = sys.modules[__name__]
    suite = loader.loadTestsFromNames(sys.argv[2:], here) if len(sys.argv) > 2 else loader.loadTestsFromModule(here)
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    print(f"dla tools: {result.testsRun - failed - len(result.skipped)} passed, {failed} failed, {len(result.skipped)} skipped")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
