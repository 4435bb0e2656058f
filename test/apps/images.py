#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Images for test_pipeline.sh, and a second opinion on the results.

images.py make DIR          writes good-* with good-*.raw (what a reader must make of it), and bad-*
images.py check DIR RAW     compares the results in DIR with the formulas, computed here
images.py kill 1|2|both COMMAND  runs a command in two processes, ends one or both; prints their statuses
images.py terminal COMMAND  runs a command with a terminal as standard error; prints what came out there
"""
import ctypes
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import time
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def pack_row(samples, depth):
    """Packs the samples of a row, the first in the highest bits."""
    value = 0
    for sample in samples:
        value = (value << depth) | sample
    bits = len(samples) * depth
    padding = -bits % 8
    return (value << padding).to_bytes((bits + padding) // 8, "big")


def png(width, height, colour, depth, pixel, interlaced=False, extra=b""):
    """A PNG of any colour type; pixel(x, y) gives its samples."""
    rows = b""
    for x0, y0, dx, dy in PASSES if interlaced else [(0, 0, 1, 1)]:
        for y in range(y0, height, dy):
            row = [s for x in range(x0, width, dx) for s in pixel(x, y)]
            if row:
                rows += b"\0" + pack_row(row, depth)
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    return (SIGNATURE + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def sample(x, y, channel, top):
    """A value that differs from pixel to pixel and reaches 0 and the top."""
    return (x * 7 + y * 13 + channel * 5 + x * y * 3) % (top + 1)


def to_8(value, top):
    """PNG's scaling of a sample to 8 bits."""
    return (value * 255 + top // 2) // top


def palette(size):
    return [((i * 40) % 256, 255 - i, (i * 91) % 256) for i in range(size)]


def png_case(colour, depth, width, height, interlaced, transparent):
    """A PNG and the RGBA that must be read from it."""
    top = (1 << depth) - 1

    def pixel(x, y):
        return [sample(x, y, c, top) for c in range(CHANNELS[colour])]

    extra = b""
    colours = palette(top + 1) if colour == 3 else []
    alphas = [255 - 20 * (i % 4) for i in range(len(colours))] if transparent else []
    key = pixel(0, 0)
    if colour == 3:
        extra = chunk(b"PLTE", bytes(v for rgb in colours for v in rgb))
    if transparent:
        extra += chunk(b"tRNS", bytes(alphas) if colour == 3 else b"".join(struct.pack(">H", s) for s in key))

    def rgba(x, y):
        s = pixel(x, y)
        if colour == 3:
            return list(colours[s[0]]) + [alphas[s[0]] if transparent else 255]
        v = [to_8(i, top) for i in s]
        grey = colour in (0, 4)
        rgb = [v[0]] * 3 if grey else v[:3]
        if colour in (4, 6):
            return rgb + [v[-1]]
        return rgb + [0 if transparent and s == key else 255]

    raw = bytes(v for y in range(height) for x in range(width) for v in rgba(x, y))
    return png(width, height, colour, depth, pixel, interlaced, extra), raw


def save(folder, name, data, raw=None, size=None):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    if raw is not None:
        with open(os.path.join(folder, name + ".raw"), "wb") as file:
            file.write(struct.pack("<II", *size) + raw)


def make_good_png(folder):
    for colour, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (3, (1, 2, 4, 8)), (4, (8, 16)), (6, (8, 16))):
        for depth in depths:
            for name, interlaced, transparent in (("", False, False), ("i", True, False), ("t", False, True)):
                if transparent and colour in (4, 6):
                    continue
                width, height = 17, 9
                data, raw = png_case(colour, depth, width, height, interlaced, transparent)
                save(folder, f"good-png-{colour}-{depth}{name}.png", data, raw, (width, height))
    for width, height in ((1, 1), (3, 5), (2, 1), (1, 2), (1, 67), (255, 1), (64, 64), (301, 203)):
        data, raw = png_case(6, 8, width, height, False, False)
        save(folder, f"good-size-{width}x{height}.png", data, raw, (width, height))


def make_good_ppm(folder):
    width, height = 5, 4
    for maxval in (1, 7, 100, 255, 256, 1000, 65535):
        values = [sample(x, y, c, maxval) for y in range(height) for x in range(width) for c in range(3)]
        raw = b""
        for i in range(0, len(values), 3):
            raw += bytes((v * 255 + maxval // 2) // maxval for v in values[i:i + 3]) + b"\xff"
        wide = 2 if maxval > 255 else 1
        binary = b"".join(v.to_bytes(wide, "big") for v in values)
        save(folder, f"good-p6-{maxval}.ppm", b"P6\n%d %d\n%d\n" % (width, height, maxval) + binary, raw, (width, height))
        text = "P3 # kind\n#\n# a comment\n%d#width\n%d\r\n%d\n" % (width, height, maxval)
        text += " \n".join(str(v) + ("#c\n" if i == 3 else "") for i, v in enumerate(values)) + "\n"
        save(folder, f"good-p3-{maxval}.ppm", text.encode(), raw, (width, height))
    save(folder, "good-p6-comment.ppm", b"P6 # x\n#y\n2 # z\n1\n255\n" + bytes(range(6)),
         bytes([0, 1, 2, 255, 3, 4, 5, 255]), (2, 1))


def make_bad(folder):
    whole, _ = png_case(6, 8, 64, 64, False, False)
    for part in (4, 8, 20, 40, len(whole) // 2, len(whole) - 20, len(whole) - 6):
        save(folder, f"bad-png-cut-{part}.png", whole[:part])
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0x55
    save(folder, "bad-png-damaged.png", bytes(damaged))

    def with_size(width, height):
        header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
        return SIGNATURE + chunk(b"IHDR", header) + whole[33:]

    save(folder, "bad-png-width-0.png", with_size(0, 5))
    save(folder, "bad-png-side-20000.png", with_size(20000, 1))
    save(folder, "bad-png-16384x16384.png", with_size(16384, 16384))
    save(folder, "bad-png-huge.png", with_size(0x7FFFFFFF, 0x7FFFFFFF))
    save(folder, "bad-png-rows-missing.png", with_size(64, 65))
    save(folder, "bad-png-no-palette.png", png(4, 4, 3, 8, lambda x, y: [0]))
    save(folder, "bad-png-depth.png", SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 3, 6, 0, 0, 0)))
    save(folder, "bad-empty", b"")
    save(folder, "bad-text", b"This is no image.\n")
    save(folder, "bad-zeros", b"\0" * 100)
    save(folder, "bad-jpeg-magic", b"\xff\xd8\xff\xe0\0\x10JFIF\0")
    save(folder, "bad-pgm", b"P5 1 1 255 \0")
    for name, data in (
            ("p6-cut", b"P6 4 4 255\n" + b"\0" * 47), ("p6-cut-wide", b"P6 1 1 256\n" + b"\0" * 5),
            ("p6-no-pixels", b"P6 8192 8192 255\n"), ("p6-header-only", b"P6"), ("p6-no-height", b"P6 4"),
            ("p6-width-0", b"P6 0 4 255\n"), ("p6-negative", b"P6 -1 4 255\nxxxx"),
            ("p6-huge", b"P6 99999999 99999999 255\n"), ("p6-overflow", b"P6 4294967297 1 255\nabc"),
            ("p6-long-number", b"P6 " + b"9" * 4000 + b" 1 255\n"), ("p6-maxval-0", b"P6 1 1 0\nabc"),
            ("p6-maxval-65536", b"P6 1 1 65536\nabcdef"), ("p6-sample", b"P6 1 1 9\n\x0a\x00\x00"),
            ("p6-letters", b"P6 one 1 255\nabc"), ("p6-endless-comment", b"P6 #" + b"x" * 100000),
            ("p3-cut", b"P3 2 1 255 1 2 3 4 5"), ("p3-sample", b"P3 1 1 255 1 2 256"),
            ("p3-letters", b"P3 1 1 255 1 2 x"), ("p3-joined", b"P3 1 1 255 1 2 3x"),
            ("p3-negative", b"P3 1 1 255 1 2 -3")):
        save(folder, f"bad-{name}.ppm", data)


def read_png(path):
    """Reads an 8-bit gray or RGBA PNG without interlacing."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == SIGNATURE
    at, packed = 8, b""
    while at < len(data):
        (length,), name = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + length]
        if name == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        elif name == b"IDAT":
            packed += body
        at += 12 + length
    assert depth == 8 and interlaced == 0
    step = CHANNELS[colour]
    rows, before = zlib.decompress(packed), bytearray(width * step)
    out, stride = bytearray(), width * step + 1
    for y in range(height):
        kind, row = rows[y * stride], bytearray(rows[y * stride + 1:(y + 1) * stride])
        for i in range(len(row)):
            a = row[i - step] if i >= step else 0
            b, c = before[i], before[i - step] if i >= step else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = (row[i] + (0, a, b, (a + b) // 2, nearest)[kind]) % 256
        out += row
        before = row
    return width, height, step, bytes(out)


def read_ppm(path):
    """Reads a P6 with samples up to 255 as this project writes it."""
    with open(path, "rb") as file:
        kind, size, most, pixels = file.read().split(b"\n", 3)
    assert (kind, most) == (b"P6", b"255")
    width, height = (int(word) for word in size.split())
    assert len(pixels) == 3 * width * height
    return width, height, pixels


def same(folder, plain):
    """Compares the PNG files of a folder with the PPM files of another one, which have no alpha; exits 1 at the first difference."""
    names = sorted(name[:-4] for name in os.listdir(folder))
    if names != sorted(name[:-4] for name in os.listdir(plain)) or "strip" not in names:
        sys.exit("not the same pictures")
    for name in names:
        width, height, step, pixels = read_png(os.path.join(folder, name + ".png"))
        samples = pixels if step == 4 else bytes(byte for byte in pixels for _ in range(4))
        del step, pixels
        found = read_ppm(os.path.join(plain, name + ".ppm"))
        if found[:2] != (width, height) or found[2] != bytes(byte for at, byte in enumerate(samples) if at % 4 != 3):
            sys.exit(f"{name}: not the same pixels")


def check(folder, raw_path):
    """Compares input.png, luma.png, gray.png and the size of chroma.png; exits 1 at the first difference."""
    with open(raw_path, "rb") as file:
        data = file.read()
    width, height = struct.unpack("<II", data[:8])
    rgba = data[8:]

    def expect(name, size, step, pixels):
        found = read_png(os.path.join(folder, name))
        if found[:3] != (size[0], size[1], step):
            sys.exit(f"{name}: {found[:3]}")
        for i, (is_, must) in enumerate(zip(found[3], pixels)):
            if is_ != must:
                sys.exit(f"{name}: byte {i} is {is_}, not {must}")

    def rgb(x, y):
        at = 4 * (min(y, height - 1) * width + min(x, width - 1))
        return rgba[at:at + 3]

    luma = [16 + ((66 * rgba[i] + 129 * rgba[i + 1] + 25 * rgba[i + 2] + 128) >> 8) for i in range(0, len(rgba), 4)]
    gray = [min(255, max(0, (298 * (y - 16) + 128) >> 8)) for y in luma]
    view = []
    for y in range((height + 1) // 2):
        for x in range((width + 1) // 2):
            block = [rgb(2 * x + i, 2 * y + j) for i in (0, 1) for j in (0, 1)]
            r, g, b = ((sum(p[c] for p in block) + 2) >> 2 for c in range(3))
            u = (-38 * r - 74 * g + 112 * b + 128) >> 8
            v = (112 * r - 94 * g - 18 * b + 128) >> 8
            colour = (128 + int(409 * v / 256), 128 - int((100 * u + 208 * v) / 256), 128 + int(516 * u / 256))
            view += [min(255, max(0, c)) for c in colour] + [255]
    expect("input.png", (width, height), 4, rgba)
    expect("luma.png", (width, height), 1, luma)
    expect("gray.png", (width, height), 1, gray)
    expect("chroma.png", ((width + 1) // 2, (height + 1) // 2), 4, view)


def terminal(command):
    """Runs a command whose standard error is a terminal, and prints what it wrote there."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                part = b""
            if not part:
                break
            text += part
        status = process.wait()
    sys.stdout.buffer.write(text)
    sys.exit(status)


def adopt_orphans():
    """Makes processes whose parent ends children of this one, so that their exit status can be had."""
    pr_set_child_subreaper = 36
    ctypes.CDLL(None, use_errno=True).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def statuses(limit):
    """Waits for all children; exit statuses by process, less than 0 for a signal. None: it took too long."""
    found, end = {}, time.monotonic() + limit
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid != 0:
            found[pid] = os.waitstatus_to_exitcode(status)
        elif time.monotonic() > end:
            return None
        else:
            time.sleep(0.05)


def kill(which, command):
    """Runs a command in two processes, kills one of them, 1 or 2, or interrupts both, and prints how they end."""
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
        pids = None
        while pids is None:
            line = process.stdout.readline().decode()
            if not line:
                sys.exit("no line with the two processes")
            pids = re.match(r"process +1 is (\d+): .*; 2 is (\d+): ", line)
        first, second = (int(pid) for pid in pids.groups())
        time.sleep(0.5)
        if which == "both":
            os.killpg(first, signal.SIGINT)
        else:
            os.kill(first if which == "1" else second, signal.SIGKILL)
        found = statuses(60)
        if found is None:
            os.killpg(first, signal.SIGKILL)
            sys.exit("a process hangs")
        process.returncode = found[first]
    print(f"1 ended with {found[first]}")
    if second in found:
        print(f"2 ended with {found[second]}")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make_good_png(sys.argv[2])
        make_good_ppm(sys.argv[2])
        make_bad(sys.argv[2])
    elif sys.argv[1] == "check":
        check(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "same":
        same(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "kill":
        kill(sys.argv[2], sys.argv[3:])
    else:
        terminal(sys.argv[2:])
