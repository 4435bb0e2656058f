#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/performance.md and performance-streams.md, and the charts docs/performance.svg and capacities.svg, from what the measurements of
test/bench printed.

Usage: bench_doc.py FILE...   takes BUILD/bench/*.json into docs/results, and writes tables and chart
       bench_doc.py --check   whether the tables are those of docs/results

A line '<!-- bench: NAME -->' stands before a table of a page. What a file lacks stays as it is. The table of the counts of streams is of
test/bench/counts.tsv.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ctext import ROOT

PAGES = (ROOT / "docs" / "performance.md", ROOT / "docs" / "performance-streams.md")
COUNTS = ROOT / "test" / "bench" / "counts.tsv"
HOPS_CHART = ROOT / "docs" / "performance.svg"
CAPACITIES_CHART = ROOT / "docs" / "capacities.svg"
RESULTS = {name: ROOT / "docs" / "results" / name for name in ("bench.json", "capacities.json", "streams.json")}
TABLE = re.compile(r"(<!-- bench: ([\w, ]+) -->\n\n)((?:\|.*\n)+)")
GROUPS = ("spinning", "asleep, one CPU", "asleep, two CPUs")
WAYS = ("threads", "processes")
COLOURS = {"bare cache line": "#000000", "futex": "#000000", "eventfd": "#009e73", "POSIX semaphore": "#cc79a7", "pipe": "#56b4e9",
           "condition variable": "#999999", "iceoryx, polling": "#e69f00", "iceoryx, WaitSet": "#e69f00", "Cyclone DDS, loopback": "#8c564b",
           "Ringfence": "#0072b2"}
# A Ringfence that makes and clears fences in each hop; over a channel.
COLOUR_FENCES = "#d55e00"
COLOUR_CHANNEL = "#6a3d9a"
# What the chart of capacities has a line for.
LINES = ("NvSciSyncObjGenerateFence, cleared fence", "NvSciSyncObjSignal", "NvSciSyncFenceWait, expired", "NvSciSyncFenceDup", "NvSciSyncFenceClear",
         "NvSciSyncIpcExportFence", "NvSciSyncIpcImportFence", "NvSciIpcWriteSafe, 64 bytes", "NvSciIpcReadSafe, 64 bytes",
         "NvSciIpcGetEventSafe, frame to read", "NvSciLocalEvent.Signal", "NvSciEventLoopService.WaitForEvent, there")
# What gnuplot writes beside what it draws.
EMPTY = re.compile(r"<g [^>]*>\s*</g>\n?")
NEEDLESS = re.compile(r"<defs>.*?</defs>\n?| stroke-linecap=\"butt\" stroke-linejoin=\"miter\"| class=\"gridline\"|(?<=>)\s*\n(?=</g>)", re.S)
# Columns of the tables of `many`: what they count.
COUNTED = {"waiters": "waiters", "objects": "objects", "fences": "fences alive", "threads": "threads"}


def table_of(head, rows):
    return "".join(["| " + " | ".join(head) + " |\n", "|" + "---|" * len(head) + "\n", *("| " + " | ".join(cells) + " |\n" for cells in rows)])


def microseconds(ns):
    return f"{ns / 1000:.2f}" if ns < 100000 else f"{ns / 1000:.0f}"


def hops_table(result, group):
    """A row for each way of a group."""
    nanoseconds = group == "spinning"
    unit = "ns" if nanoseconds else "us"
    shown = (lambda ns: f"{ns:.0f}") if nanoseconds else microseconds
    rows = [[cell["by"], cell["name"], *(shown(cell[name]) for name in ("p50", "p99", "p99.9", "max")), f"{cell['ratio']:.2f}"]
            for cell in result["hops"]["cells"] if cell["group"] == group]
    return table_of(["between", "way", f"p50 {unit}", "p99", "p99.9", "max", "p50 / limit"], rows) if rows else None


def many_table(result, name):
    cells = [cell for cell in result["many"] if cell["table"] == name]
    columns = list(dict.fromkeys(cell["column"] for cell in cells))
    rows = [[row, *(f"{cell['ns']:.0f}" for cell in cells if cell["row"] == row)] for row in dict.fromkeys(cell["row"] for cell in cells)]
    return table_of([f"ns; {COUNTED[name]}:", *(str(column) for column in columns)], rows) if rows else None


def machine_table(result):
    machine, hops = result["machine"], result["hops"]
    near = "one last level of cache" if hops["same_cache"] else "different last levels of cache"
    rows = [["processor", f"{machine['processor']}, {machine['cpus']} CPUs{', a virtual machine' if machine['virtual'] else ''}"],
            ["system", f"{machine['system']}, Linux {machine['kernel']}, {machine['compiler']}"],
            ["CPUs of the sides", f"{hops['cpus'][0]} and {hops['cpus'][1]}: {'one core' if hops['same_core'] else 'two cores'}, {near}"],
            ["clock", f"{hops['clock']}; a call takes {hops['clock_ns']:.0f} ns"],
            ["date, version", ", ".join(filter(None, (result["date"], result["version"])))]]
    rows += [["left out", f"{name}: {why}"] for name, why in hops["left_out"].items()]
    rows += [["samples", "those of a quick run: three rounds, and fewer payloads"]] if result["quick"] else []
    return table_of(["what", "is"], rows)


def capacities_table(result):
    """A row for each line of the chart, and one for each case that is not flat."""
    columns = [str(capacity) for capacity in result["capacities"]]
    # A case is a function, and what it finds; or several functions.
    shown = re.compile(r"^(Nv[\w.]+)")
    rows = [[shown.sub(r"`\1`", name), *(str(count) for count in counts)]
            for name, counts in result["instructions"].items() if name in LINES or len(set(counts)) > 1]
    return table_of(["instructions; rows of each table:", *columns], rows)


def flows_machine_table(result):
    """What the figures of streams are of."""
    machine = result["machine"]
    rows = [["processor", f"{machine['processor']}, {machine['cpus']} CPUs{', a virtual machine' if machine['virtual'] else ''}"],
            ["system", f"{machine['system']}, Linux {machine['kernel']}, {machine['compiler']}"],
            ["CPUs of producer and consumers", ", ".join(str(cpu) for cpu in result["cpus"])],
            ["clock", f"{result['clock']}; a call takes {result['clock_ns']:.0f} ns; those of two CPUs differ by {result['clocks_differ_ns']:.0f} ns, "
                      f"give or take {result['within_ns']:.0f}"],
            ["date, version", ", ".join(filter(None, (result["date"], result["version"])))]]
    rows += [["left out", f"{name}: {why}"] for name, why in result["left_out"].items()]
    rows += [["CPUs are fewer than ends", "four consumers share; who polls lets others run between two looks"]] if result["yields"] else []
    rows += [["samples", "those of a quick run: three rounds, and fewer payloads"]] if result["quick"] else []
    return table_of(["what", "is"], rows)


def flows_table(result, what, asleep):
    """A row for each cell of a kind: times, or payloads in a second."""
    cells = [cell for cell in result["cells"] if cell["what"] == what and cell["asleep"] == asleep and "failed" not in cell]
    ratio = [f"{cell['ratio']:.2f}" if "ratio" in cell else "-" for cell in cells]
    if what == "latency":
        unit, shown = ("us", microseconds) if asleep else ("ns", lambda ns: f"{ns:.0f}")
        size = {4096: "4 KiB", 1 << 20: "1 MiB"}
        rows = [[cell["by"], str(cell["consumers"]), size[cell["bytes"]], cell["way"], *(shown(cell[name]) for name in ("p50", "p99", "p99.9", "max")), one]
                for cell, one in zip(cells, ratio)]
        return table_of(["between", "consumers", "payload", "way", f"p50 {unit}", "p99", "p99.9", "max", "p50 / iceoryx"], rows)
    rows = [[cell["by"], str(cell["consumers"]), cell["way"], *(f"{cell[name] / 1000:.0f}" for name in ("per_second", "least", "most")), one]
            for cell, one in zip(cells, ratio)]
    return table_of(["between", "consumers", "way", "thousands in a second", "least", "most", "/ iceoryx"], rows)


def stream_counts_table():
    """Instructions of the functions of streams, and of whole payloads, as they are committed."""
    rows = [line.split("\t") for line in COUNTS.read_text(encoding="utf-8").splitlines() if line.startswith(("NvSciStream", "payload:"))]
    shown = re.compile(r"^(NvSci\w+)")
    return table_of(["case", "instructions", "system calls"], [[shown.sub(r"`\1`", row[0]), row[1], row[4]] for row in rows]) if rows else None


def made_of_streams(name, result):
    """The table of streams of that name; None: there is none."""
    if name == "streams counts":
        return stream_counts_table()
    if not result:
        return None
    if name == "streams machine":
        return flows_machine_table(result)
    what, waits = name.removeprefix("streams ").split(", ")
    return flows_table(result, what, waits == "asleep")


def made_of(name, results):
    """The table of that name; None: no file has it."""
    bench, capacities = results.get("bench.json"), results.get("capacities.json")
    if name in GROUPS and bench:
        return hops_table(bench, name)
    if name in COUNTED and bench:
        return many_table(bench, name)
    if name == "machine" and bench:
        return machine_table(bench)
    if name.startswith("streams "):
        return made_of_streams(name, results.get("streams.json"))
    if name == "capacities" and capacities:
        return capacities_table(capacities)
    return None


def page_with(page, results):
    return TABLE.sub(lambda found: found.group(1) + (made_of(found.group(2), results) or found.group(3)), page.read_text(encoding="utf-8"))


def panel(result, group, way):
    """What gnuplot draws of a group: its data, and the command."""
    cells = [cell for cell in result["hops"]["cells"] if (cell["group"], cell["by"]) == (group, way)]
    if not cells:
        return "", "set multiplot next\n"
    data, curves = "", []
    for number, cell in enumerate(cells):
        fences = COLOUR_CHANNEL if cell["name"].endswith("channel") else COLOUR_FENCES
        block = f"$d{GROUPS.index(group)}{WAYS.index(way)}{number}"
        points = "".join(f"{1 / (1 - share):.4g} {ns:.4g}\n" for share, ns in cell["curve"])
        data += f"{block} << EOD\n{points}EOD\n"
        width = 2.5 if cell["name"].startswith("Ringfence") else 1
        curves.append(f"{block} with lines lw {width} lc rgb '{COLOURS.get(cell['name'], fences)}' title '{cell['name']}'")
    return data, f"set title '{group}, {way}'\nplot {', '.join(curves)}\n"


def plot(path, script):
    """Lets gnuplot draw, and takes out what it writes beside that."""
    subprocess.run(["gnuplot"], input=f"set output '{path}'\n{script}", text=True, check=True)
    text = NEEDLESS.sub("", path.read_text(encoding="utf-8"))
    text = re.sub(r'<tspan font-family="sans" >(.*?)</tspan>', r"\1", re.sub(r"(\d\.\d)\d\b(?! %)", r"\1", text))
    text = re.sub(' fill="none"| color="(black|gray)"| font-family="sans"', "", text)
    text = text.replace('<g id="gnuplot_canvas"', '<g id="gnuplot_canvas" fill="none" color="black" font-family="sans"')
    while EMPTY.search(text):
        text = EMPTY.sub("", text)
    path.write_text("\n".join(line.strip() for line in text.split("\n") if line.strip()) + "\n", encoding="utf-8")


def terminal(width, height):
    return f"set terminal svg size {width},{height} fixed font 'sans,11' background rgb 'white'\n"


def draw_hops(result):
    """Nanoseconds by quantile, a panel for each group."""
    panels = [panel(result, group, way) for group in GROUPS for way in WAYS]
    return terminal(1000, 1400) + "".join(data for data, _ in panels) + f"""
set multiplot layout {len(GROUPS)},{len(WAYS)}
set logscale xy
set xrange [1:10000]
set xtics ('0' 1, '50 %%' 2, '90 %%' 10, '99 %%' 100, '99.9 %%' 1000, '99.99 %%' 10000)
set ytics ('100 ns' 1e2, '1 us' 1e3, '10 us' 1e4, '100 us' 1e5, '1 ms' 1e6, '10 ms' 1e7)
unset mxtics
unset mytics
set grid lc rgb '#dddddd'
set yrange [50:1e7]
set key below Left reverse maxrows 5 font ',9' samplen 2
""" + "".join(drawn for _, drawn in panels) + "unset multiplot\n"


def draw_capacities(result):
    """Instructions by the rows of each table."""
    data, curves = "", []
    for number, name in enumerate(name for name in LINES if name in result["instructions"]):
        points = "".join(f"{rows} {count}\n" for rows, count in zip(result["capacities"], result["instructions"][name]))
        data += f"$d{number} << EOD\n{points}EOD\n"
        curves.append(f"$d{number} with linespoints pt {number % 7 + 4} ps 0.5 title '{name}'")
    ticks = ", ".join(f"'{rows}' {rows}" for rows in result["capacities"])
    return terminal(800, 420) + data + f"""
set logscale xy
set xrange [{result["capacities"][0] / 1.2}:{result["capacities"][-1] * 1.2}]
set yrange [10:10000]
set xtics ({ticks})
unset mxtics
unset mytics
set xlabel 'rows of each table'
set ylabel 'instructions of a call'
set grid lc rgb '#dddddd'
set key outside right Left reverse font ',9' samplen 2
plot {", ".join(curves)}
"""


def main():
    words = sys.argv[1:]
    if words != ["--check"]:
        for word in words:
            shutil.copyfile(word, RESULTS[Path(word).name])
    results = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in RESULTS.items() if path.exists()}
    pages = {page: page_with(page, results) for page in PAGES}
    names = [found.group(2) for page in pages.values() for found in TABLE.finditer(page)]
    if words == ["--check"]:
        old = [str(page.relative_to(ROOT)) for page, text in pages.items() if text != page.read_text(encoding="utf-8")]
        print(f"bench_doc: {len(names)} tables " + (f"are out of date: {', '.join(old)}" if old else "are those of docs/results"))
        return 0 if not old and len(names) > 0 else 1
    for page, text in pages.items():
        page.write_text(text, encoding="utf-8")
    for name, path, draw in (("bench.json", HOPS_CHART, draw_hops), ("capacities.json", CAPACITIES_CHART, draw_capacities)):
        if name in results:
            plot(path, draw(results[name]))
            print(f"bench_doc: {path.relative_to(ROOT)}, {path.stat().st_size} bytes")
    print(f"bench_doc: {len(names)} tables")
    return 0


if __name__ == "__main__":
    sys.exit(main())
