#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""MISRA C:2012 gate.

Checks the plan (misra/guidelines.csv, misra/recategorisation.csv, misra/deviations/), proves with seeded
violations (misra/canaries/) that the checkers see what the plan says they see, and then checks inc, src,
cfg and docs/examples in every configuration: each finding fails unless an inline suppression names a deviation record
for it, and each record has uses, and not more than it says.

Usage: misra.py [plan|mechanisms|canaries|tree|recall|counts]...    the first four by default
"""

import csv
import fnmatch
import os
import re
import subprocess
import sys
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor

import gates
import lock
from ctext import OF_NVMEDIA_6, ROOT, declared_cuda_functions, declared_dla_functions, declared_functions, declared_media_functions, functions_of, without_comments
from misra_tools import (MISRA, WORK, check_branches, configurations, cuda_options, options_of_cppcheck,
                         prepare, read_table, rule_of, run_compiler, run_cppcheck, run_queries)

CATEGORIES = ("Mandatory", "Required", "Advisory")
RULE_COUNT = 200
DIRECTIVE_COUNT = 21
RECORD_FIELDS = ("Guidelines", "Scope", "Found by", "Uses", "Reason", "Mitigation")

Record = namedtuple("Record", "name fields")

class Problems:
    """What is wrong, in the order in which it was found."""

    def __init__(self):
        self.lines = []

    def add(self, text):
        self.lines.append(text)


# ------------------------------------------------------------------ plan


def read_records(problems):
    records = {}
    for path in sorted((MISRA / "deviations").glob("*.md")):
        fields = dict(re.findall(r"^- \*\*([A-Z][A-Za-z ]*):\*\* +(.+?)(?=\n- \*\*|\n*\Z)",
                                 path.read_text(encoding="utf-8"), re.M | re.S))
        if not re.fullmatch(r"DEV-\d{3}", path.stem):
            problems.add(f"{path.name}: the name of a record is DEV-NNN.md")
        for field in RECORD_FIELDS:
            if not fields.get(field, "").strip():
                problems.add(f"{path.name}: field '{field}' is missing")
        records[path.stem] = Record(path.stem, fields)
    return records


def names_in(text):
    return {re.sub(r"^(?:Rule|Dir) ", "", name.strip()) for name in text.replace("\n", " ").split(",")}


def check_plan(problems):
    guidelines = read_table(MISRA / "guidelines.csv")
    known = {row["guideline"]: row["category"] for row in guidelines}
    phrases = {row["phrase"] for row in guidelines}
    rules = [name for name in known if name.startswith("Rule ")]
    if len(rules) != RULE_COUNT or len(known) - len(rules) != DIRECTIVE_COUNT:
        problems.add(f"guidelines.csv: {len(rules)} rules and {len(known) - len(rules)} directives")
    if len(known) != len(guidelines) or len(phrases) != len(guidelines):
        problems.add("guidelines.csv: a guideline or a phrase stands there twice")
    for row in guidelines:
        if row["category"] not in CATEGORIES:
            problems.add(f"guidelines.csv: {row['guideline']}: unknown category")
        if not re.match(r"[A-Z][^\n]*$", row["phrase"]):
            problems.add(f"guidelines.csv: {row['guideline']}: the phrase must start with a capital")
    for row in read_table(MISRA / "recategorisation.csv"):
        allowed = {"Advisory": ("Required", "Mandatory", "Disapplied"), "Required": ("Mandatory",)}
        before = known.get(row["guideline"])
        if row["category"] not in allowed.get(before, ()) or not (row["scope"] and row["reason"]):
            problems.add(f"recategorisation.csv: {row['guideline']}: {before} cannot become "
                         f"{row['category']}, or scope or reason is missing")
    for record in read_records(problems).values():
        for name in record.fields.get("Guidelines", "").replace("\n", " ").split(","):
            if known.get(name.strip()) == "Mandatory":
                problems.add(f"{record.name}: no deviation from a mandatory guideline")
            if name.strip().startswith(("Rule ", "Dir ")) and name.strip() not in known:
                problems.add(f"{record.name}: {name.strip()} is no guideline of the plan")


# ------------------------------------------------------------------ checker


def write_texts(path):
    lines = ["Appendix A Summary of guidelines"]
    for row in read_table(MISRA / "guidelines.csv"):
        if row["guideline"].startswith("Rule "):
            lines += [f"{row['guideline']} {row['category']}", row["phrase"]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# ------------------------------------------------------------------ canaries


def expectations(sources):
    """Yields (file, line, what must be found there)."""
    for source in sources:
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            match = re.search(r"\bexpect((?: \d+\.\d+| -W[\w-]+| [a-z]\w+)+)", line)
            for name in match.group(1).split() if match else ():
                yield os.path.relpath(source, ROOT), number, name


def found_by_cppcheck(sources, texts, problems, plain=False):
    options = ["-I", str(MISRA / "canaries")]
    return {finding[:3] for finding in run_cppcheck("cppcheck", "canaries", sources, options, texts, problems, plain)}


def found_by_compiler(source):
    """A warning without an option's name is one of -Wpedantic."""
    warnings = re.search(r"^WARNINGS := (.*)$", (ROOT / "mk/flags.mk").read_text(encoding="utf-8"), re.M)
    flags = [flag for flag in warnings.group(1).split() if flag != "-Werror"]
    result = subprocess.run(["gcc", "-O2", "-std=c11", *flags, "-c", "-o", os.devnull, str(source)],
                            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return {(os.path.relpath(source, ROOT), int(line), option or "-Wpedantic")
            for line, option in re.findall(r":(\d+):\d+: warning: .*?(?: \[(-W[\w-]+)\])?$", result.stdout, re.M)}


def check_enforcement(expected, problems):
    """Whatever the plan gives to a tool has a seeded violation, and gates exist."""
    recalled = {row["rule"] for row in read_table(MISRA / "recall.csv") if int(row["found"]) > 0}
    reviewed = {row["guideline"] for row in read_table(MISRA / "reviews.csv") if re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])}
    for row in read_table(MISRA / "guidelines.csv"):
        rule = row["guideline"].replace("Rule ", "")
        for means in row["enforcement"].split(" + "):
            kind, _, name = means.partition(" ")
            if kind == "addon":
                proven = rule in expected
            elif kind == "cppcheck" or (kind == "compiler" and name):
                proven = name in expected or name in SHOWN_BY_SEEDS
            elif kind == "gate":
                proven = name in gates.names()
            elif kind == "query":
                proven = rule in recalled
            elif kind == "review":
                proven = row["guideline"] in reviewed
            else:
                proven = means in ("compiler", "not checked")
            if not proven:
                problems.add(f"guidelines.csv: {row['guideline']}: '{means}' is not shown to work")


SHOWN_BY_SEEDS = ("resourceLeak", "doubleFree", "shadowArgument", "arrayIndexOutOfBoundsCond", "-Wunused-variable")


def check_canaries(problems):
    headers = sorted((MISRA / "canaries").glob("*.h"))
    sources = sorted((MISRA / "canaries").glob("*.c"))
    compiled = MISRA / "canaries" / "compiler" / "warnings.c"
    expected = list(expectations(sources + headers))
    found = found_by_cppcheck(sources, WORK / "rules.txt", problems)
    without_texts = found_by_cppcheck(sources, WORK / "no_such_file.txt", problems)
    if all(place in without_texts for place in expected):
        problems.add("canaries: a missing file of rule texts goes unnoticed")
    for file, line, name in found ^ found_by_cppcheck(sources, WORK / "rules.txt", problems, True):
        problems.add(f"{file}:{line}: {name} is found by one of misra_addon.py and the addon of cppcheck alone")
    expected += list(expectations([compiled]))
    found |= found_by_compiler(compiled)
    for file, line, name in expected:
        if (file, line, name) not in found:
            problems.add(f"{file}:{line}: the seeded violation of {name} is not found")
    check_enforcement({name for _, _, name in expected}, problems)
    return len(expected)


# ------------------------------------------------------------------ recall


SEEDS = MISRA / "seeds"
LEAST = 95


def seeds():
    """Yields (file, line, rule) of every seeded violation."""
    for path in sorted(SEEDS.glob("*.[ch]")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = re.search(r"\bseed((?: \d+\.\d+)+)", line)
            for rule in match.group(1).split() if match else ():
                yield os.path.relpath(path, ROOT), number, rule


def names_of_rules():
    """What a finding of a rule may be called: the rule, and the checks that the plan names for it."""
    names = {}
    for row in read_table(MISRA / "guidelines.csv"):
        rule = row["guideline"].replace("Rule ", "")
        names[rule] = {rule, rule + " interface"} | {means.partition(" ")[2] for means in row["enforcement"].split(" + ")
                                                     if means.startswith(("cppcheck ", "compiler "))}
    return names


def find_in_seeds(problems):
    """What the checkers of the tree say of the seeds, all in one call each."""
    prepare()
    sources = sorted(SEEDS.glob("*.c"))
    options = ["-std=c11", "-trigraphs", "-Imisra/seeds"]
    texts = WORK / "rules.txt"
    quiet = Problems()
    jobs = [(run_cppcheck, ("cppcheck", "seeds", sources, ["-Imisra/seeds"], texts, problems), ()),
            (run_queries, (sources, options, quiet, sources + sorted(SEEDS.glob("*.h")), True), ()),
            (run_compiler, (sources, options, False), ())]
    with ThreadPoolExecutor(2) as pool:
        return {found[:3] for result in pool.map(lambda job: [found for found in job[0](*job[1]) if found.id not in job[2]], jobs)
                for found in result}


def recall_table(problems):
    """(rows of misra/recall.csv, lines that were missed)."""
    found = find_in_seeds(problems)
    names = names_of_rules()
    rows, missed = {}, []
    for file, line, rule in seeds():
        row = rows.setdefault(rule, [0, 0])
        row[0] += 1
        if any((file, line, name) in found for name in names.get(rule, {rule})):
            row[1] += 1
        else:
            missed.append(f"{file}:{line}: {rule}")
    return rows, missed


def version_key(rule):
    return tuple(int(part) for part in rule.split("."))


def check_recall(problems, writes=False):
    rows, missed = recall_table(problems)
    categories = {row["guideline"].replace("Rule ", ""): row["category"] for row in read_table(MISRA / "guidelines.csv")}
    lines = ["rule,category,seeds,found"]
    for rule in sorted(rows, key=version_key):
        lines.append(f"{rule},{categories.get(rule, '')},{rows[rule][0]},{rows[rule][1]}")
    seeded, found = sum(row[0] for row in rows.values()), sum(row[1] for row in rows.values())
    lines.append(f"all,,{seeded},{found}")
    text = "\n".join(lines) + "\n"
    table = MISRA / "recall.csv"
    missing = MISRA / "recall_missed.txt"
    if writes:
        table.write_text(text, encoding="utf-8")
        missing.write_text("".join(line + "\n" for line in missed), encoding="utf-8")
    else:
        if not table.exists() or table.read_text(encoding="utf-8") != text:
            problems.add("misra/recall.csv: the recall is another one (WRITE=1 misra.py recall)")
        if not missing.exists() or missing.read_text(encoding="utf-8").splitlines() != missed:
            problems.add("misra/recall_missed.txt: other seeds are missed (WRITE=1 misra.py recall)")
    if found * 100 < seeded * LEAST:
        problems.add(f"recall: {found} of {seeded} seeds are found, less than {LEAST} %")
    for rule, category in categories.items():
        enforced = any(row["guideline"] == f"Rule {rule}" and not row["enforcement"].startswith(("review", "not checked"))
                       for row in read_table(MISRA / "guidelines.csv"))
        seeds_of, found_of = rows.get(rule, (0, 0))
        if enforced and not rule.startswith("Dir") and seeds_of < 3 and rule not in WITHOUT_SEEDS:
            problems.add(f"recall: Rule {rule} has {seeds_of} seeds, and needs three")
        if category == "Mandatory" and found_of < seeds_of:
            problems.add(f"recall: Rule {rule} is mandatory, and {found_of} of {seeds_of} seeds are found")
    for rule in WITHOUT_SEEDS:
        if rule in rows or rule not in categories:
            problems.add(f"recall: Rule {rule} counts as one without seeds")
    named = f"Enforced rules without seeds are {', '.join(WITHOUT_SEEDS[:-1])} and {WITHOUT_SEEDS[-1]};"
    if named not in (MISRA / "README.md").read_text(encoding="utf-8"):
        problems.add(f"misra/README.md: does not say: {named}")
    return f"{found} of {seeded} seeds of {len(rows)} rules found by their rule ({found * 1000 // seeded / 10} %)"


# 1.1 asks for a program that the compiler takes: every build shows it.
WITHOUT_SEEDS = ("1.1", "1.3", "2.8", "18.10")


# ------------------------------------------------------------------ tree


SUPPRESSION = re.compile(r"cppcheck-suppress\s*(\[[^\]]*\]|[\w.-]+)([^*\n]*)")
# Other programs have the functions of the port once more: who uses them is seen in the first one alone.
OF_FIRST_PROGRAM = ("2.3", "2.4", "2.5", "8.6", "8.7")


def all_headers():
    return [path for folder in ("inc", "cfg", "src") for path in sorted((ROOT / folder).rglob("*.h"))]


def program_of(name, headers, functions):
    """A program that uses these functions, so that none seems to be used by one file alone."""
    everything = WORK / name
    everything.write_text("".join(f'#include "{path.relative_to(OF_NVMEDIA_6.parent) if OF_NVMEDIA_6 in path.parents else path.name}"\n'
                                  for path in headers) + "void program(void)\n{\n" +
                          "".join(f"    (void){name};\n" for name in functions) + "}\n", encoding="utf-8")
    return everything


def whole_interface():
    # A source of RUNTIME alone has the one that is left out: what it refuses cannot be used.
    headers = sorted({*(ROOT / "inc").glob("*.h")} - {ROOT / "inc" / "ringfence_mission.h"}) + sorted((ROOT / "cfg").glob("*.h"))
    of_media = [name for name, header in declared_media_functions().items() if not header.startswith(OF_NVMEDIA_6.name)]
    return program_of("headers.c", headers, [*declared_functions(), *declared_cuda_functions(), *declared_dla_functions(), *of_media])


def second_interface():
    """The same for the second generation of NvMedia, which a program has instead of the first."""
    of_media = [name for name, header in declared_media_functions().items() if header.startswith(OF_NVMEDIA_6.name)]
    return program_of("headers6.c", sorted(OF_NVMEDIA_6.glob("*.h")), of_media)


# What an application includes with headers of CUDA, for older spellings, or for phase RUNTIME alone.
NOT_OF_APPLICATIONS = ("ringfence_cuda.h", "ringfence_compat.h", "ringfence_mission.h")


def interface_of_applications():
    """The hooks among it: the library calls them."""
    headers = [path for path in sorted((ROOT / "inc").glob("*.h")) if path.name not in NOT_OF_APPLICATIONS]
    return program_of("applications.c", headers, [name for path in headers for name in functions_of(path)])


# Configurations of the examples, which are programs beside the library.
EXAMPLES = "example"
OF_EXAMPLES = "docs/examples/"


def headers_beside(sources):
    return [path for folder in sorted({source.parent for source in sources}) for path in sorted(folder.glob("*.h"))]


def find_all(all_configurations, problems):
    """What all checkers say of all configurations. The examples are read with the interface, and are checked alone."""
    texts = WORK / "rules.txt"
    jobs = []
    for configuration in all_configurations:
        first = configuration.name == "linux"
        example = configuration.name.startswith(EXAMPLES)
        sources = ([whole_interface(), second_interface()] if first else [interface_of_applications()] if example else []) + configuration.sources
        skipped = () if first or example else OF_FIRST_PROGRAM
        places = (OF_EXAMPLES,) if example else ("inc/", "src/", "cfg/")
        for checker in configuration.checkers:
            if checker == "cppcheck":
                jobs.append((places, run_cppcheck, ("cppcheck", configuration.name, sources, options_of_cppcheck(configuration),
                                                    texts, problems), skipped))
            elif checker == "queries":
                text = configuration.sources + (all_headers() if first else headers_beside(configuration.sources) if example else [])
                jobs.append((places, run_queries, (configuration.sources, configuration.options, problems, text), ()))
            elif checker == "compiler":
                jobs.append((places, run_compiler, (configuration.sources, configuration.options, False), ()))
    with ThreadPoolExecutor(int(os.environ.get("JOBS", 2))) as pool:
        results = list(pool.map(lambda job: [found for found in job[1](*job[2]) if found.id not in job[3] and found.file.startswith(job[0])],
                                jobs))
    return sorted({finding for result in results for finding in result})


class Suppression:
    """A comment that names rules and a record; it stands for its own line if that has code, else for the next that has."""

    def __init__(self, file, number, line, names, record):
        self.file, self.number, self.line, self.names, self.record = file, number, line, names, record
        self.used = set()


def read_suppressions(path, problems):
    name = os.path.relpath(path, ROOT)
    text = path.read_text(encoding="utf-8")
    lines, code = text.splitlines(), without_comments(text).splitlines()
    for number, line in enumerate(lines, 1):
        match = SUPPRESSION.search(line)
        if match:
            target = number
            while target < len(code) and not code[target - 1].strip():
                target += 1
            reason = re.match(r"\s*;\s*(DEV-\d{3})\s+\S", match.group(2))
            if reason is None:
                problems.add(f"{name}:{number}: a suppression ends with '; DEV-NNN reason'")
            else:
                yield Suppression(name, number, target, [rule_of(word) for word in
                                                         re.split(r"[\s,]+", match.group(1).strip("[] "))], reason.group(1))


def check_suppression(suppression, records, problems):
    where = f"{suppression.file}:{suppression.number}"
    record = records.get(suppression.record)
    if record is None:
        problems.add(f"{where}: there is no record {suppression.record}")
        return
    for name in suppression.names:
        if name not in names_in(record.fields.get("Guidelines", "")):
            problems.add(f"{where}: {record.name} does not cover {name}")
        if name not in suppression.used:
            problems.add(f"{where}: nothing of {name} is found here any more")
    if not any(fnmatch.fnmatch(suppression.file, pattern) for pattern in names_in(record.fields.get("Scope", ""))):
        problems.add(f"{where}: {record.name} does not cover this file")


def record_of(scoped, file, name):
    """The record that covers a rule in all lines of its scope."""
    return next((record for record, found in sorted(scoped.items()) if name in names_in(found.fields["Guidelines"]) and
                 any(fnmatch.fnmatch(file, pattern) for pattern in names_in(found.fields["Scope"]))), None)


def object_of(finding):
    """What a finding of Rule 9.1 is about: (file, function, object)."""
    match = re.match(r"(\w+) of (\w+)\(\) ", finding.message)
    return (finding.file, match.group(2), match.group(1)) if match and finding.id == "9.1" else None


def objects_reviewed():
    """misra/set.csv: the objects of which a reader found that they are set before they are read."""
    return {(row["file"], row["function"], row["object"]) for row in read_table(MISRA / "set.csv") if row["why"].strip()}


def check_objects(findings, problems):
    """A review stands as long as the queries cannot show the same by themselves."""
    for file, function, name in sorted(objects_reviewed() - {object_of(finding) for finding in findings}):
        problems.add(f"misra/set.csv: {name} of {function}() in {file} needs no review any more, or is not there")


def sort_out(findings, suppressions, records, rows, problems, listed=None):
    """Counts the uses of records and what is disapplied; what nobody covers is a problem. listed: what covers each."""
    uses, disapplied = Counter(), Counter()
    by_line = {}
    for suppression in suppressions:
        by_line.setdefault((suppression.file, suppression.line), []).append(suppression)
    scoped = {name: record for name, record in records.items() if record.fields.get("Lines", "").startswith("any")}
    open_rows = {row["finding"] for row in read_table(MISRA / "open.csv")}
    open_found = Counter()
    reviewed = objects_reviewed()
    places = {}
    for finding in findings:
        places.setdefault((finding.file, finding.line, finding.id), finding)
    for (file, line, name), finding in sorted(places.items()):
        covering = [one for one in by_line.get((file, line), ()) if name in one.names]
        row = next((row for row in rows if row["category"] == "Disapplied" and row["guideline"] == f"Rule {name}" and
                    fnmatch.fnmatch(file, row["scope"])), None)
        if covering:
            covered_by = covering[0].record
            covering[0].used.add(name)
            uses[covered_by] += 1
        elif record_of(scoped, file, name):
            covered_by = record_of(scoped, file, name)
            uses[covered_by] += 1
        elif row is not None:
            covered_by = "disapplied"
            disapplied[row["guideline"], row["scope"]] += 1
        elif object_of(finding) in reviewed:
            covered_by = "reviewed"
        elif name in open_rows:
            covered_by = "open"
            open_found[name] += 1
        else:
            covered_by = "nothing"
            problems.add(f"{file}:{line}: {name}: {finding.message}")
        if listed is not None:
            listed.append(f"{name}\t{covered_by}\t{file}:{line}\t{finding.message}\n")
    return uses, disapplied, open_found


def with_room(found):
    """The most uses that a record of so many admits: a quarter more, and one."""
    return found + found // 4 + 1


def wrong_most(most, found):
    """What is wrong with a record that admits 'at most N' uses, or None: it has more, none, or less than half of them."""
    number = re.fullmatch(r"at most (\d+)", most)
    if number is None:
        return f"'{most}' is not 'at most N' uses"
    if found == 0:
        return "nothing uses it any more"
    if found > int(number.group(1)):
        return f"{most} uses are recorded, {found} are there"
    if int(number.group(1)) > with_room(2 * found):
        return f"{most} uses are recorded, and no more than {found} are there"
    return None


def counted(uses, disapplied, records, rows):
    """(where, record or row, what it admits, what is there) of each record and each disapplied row that is counted."""
    for name, record in records.items():
        if "review" not in record.fields.get("Found by", ""):
            yield f"misra/deviations/{name}.md", record, record.fields.get("Uses", "").strip(), uses[name]
    for row in rows:
        if row["category"] == "Disapplied":
            where = f"misra/recategorisation.csv: {row['guideline']} in {row['scope']}"
            yield where, row, row["count"], disapplied[row["guideline"], row["scope"]]


def check_counts(uses, disapplied, records, rows, problems):
    """More uses than a record admits, and it is to be looked at again."""
    for where, _, most, found in counted(uses, disapplied, records, rows):
        wrong = wrong_most(most, found)
        if wrong:
            problems.add(f"{where}: {wrong} (misra.py counts)")


def check_open(open_found, problems, writes):
    """Findings that nobody has looked at yet: exactly as many as are written down."""
    rows = read_table(MISRA / "open.csv")
    for row in rows:
        if row["count"] != str(open_found[row["finding"]]) and not writes:
            problems.add(f"misra/open.csv: {row['finding']}: {row['count']} are recorded, {open_found[row['finding']]} are "
                         "there (misra.py counts)")
        row["count"] = str(open_found[row["finding"]])
    if writes:
        with open(MISRA / "open.csv", "w", newline="", encoding="utf-8") as table:
            writer = csv.DictWriter(table, ["finding", "count", "what is known of them"], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def write_counts(uses, disapplied, records, rows):
    """Puts new numbers into the records that the gate would refuse. The change is for a review."""
    for where, record, most, found in counted(uses, disapplied, records, rows):
        if not wrong_most(most, found):
            continue
        if isinstance(record, dict):
            record["count"] = f"at most {with_room(found)}"
        else:
            text = (ROOT / where).read_text(encoding="utf-8")
            text = re.sub(r"^(- \*\*Uses:\*\*) .*$", rf"\1 at most {with_room(found)}", text, flags=re.M)
            (ROOT / where).write_text(text, encoding="utf-8")
    with open(MISRA / "recategorisation.csv", "w", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def of_library():
    """The sources of libraries: not of programs that users build on a board."""
    return {path for path in (ROOT / "src").rglob("*.c") if path.parent != ROOT / "src" / "dla" / "tools"}


def check_tree(problems, writes=False):
    prepare()
    everything = list(configurations(cuda_options(problems)))
    records = read_records(Problems())
    rows = read_table(MISRA / "recategorisation.csv")
    findings = find_all(everything, problems)
    suppressions = [one for path in sorted(of_library()) + all_headers() + sorted((ROOT / OF_EXAMPLES).rglob("*.[ch]"))
                    for one in read_suppressions(path, problems)]
    listed = []
    uses, disapplied, open_found = sort_out(findings, suppressions, records, rows, problems, listed)
    (WORK / "findings.tsv").write_text("".join(sorted(listed)), encoding="utf-8")
    for suppression in suppressions:
        check_suppression(suppression, records, problems)
    check_open(open_found, problems, writes)
    check_objects(findings, problems)
    if writes:
        write_counts(uses, disapplied, records, rows)
    else:
        check_counts(uses, disapplied, records, rows, problems)
    analysed = {source for configuration in everything for source in configuration.sources}
    for source in sorted({*of_library(), *(ROOT / OF_EXAMPLES).rglob("*.c")} - analysed):
        problems.add(f"{os.path.relpath(source, ROOT)}: no configuration analyses this file")
    count = check_branches(everything, problems)
    return (f"{len(analysed)} sources in {len(everything)} configurations, {count} conditional branches, "
            f"{sum(uses.values())} recorded uses, {sum(disapplied.values())} disapplied, "
            f"{len(objects_reviewed())} objects reviewed, {sum(open_found.values())} open")


def place(line):
    """Sorts by file and line number."""
    file, _, rest = line.partition(":")
    number = rest.partition(":")[0]
    return file, int(number) if number.isdigit() else 0, rest


def main():
    parts = sys.argv[1:] or ["plan", "mechanisms", "canaries", "tree"]
    problems = Problems()
    summary = []
    lock.hold(WORK)
    WORK.mkdir(parents=True, exist_ok=True)
    write_texts(WORK / "rules.txt")
    if "plan" in parts:
        check_plan(problems)
    if "mechanisms" in parts:
        import misra_mechanisms
        summary.append(misra_mechanisms.check(problems))
    if "canaries" in parts:
        summary.append(f"{check_canaries(problems)} seeded violations found")
    if "tree" in parts or "counts" in parts:
        summary.append(check_tree(problems, "counts" in parts))
    if "recall" in parts:
        summary.append(check_recall(problems, bool(os.environ.get("WRITE"))))
    for line in sorted(problems.lines, key=place):
        print(line)
    print(f"misra: {len(problems.lines)} problems" if problems.lines
          else "misra: " + (", ".join(summary) or "plan is complete"))
    return 1 if problems.lines else 0


if __name__ == "__main__":
    sys.exit(main())
