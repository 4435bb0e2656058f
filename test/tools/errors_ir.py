# SPDX-License-Identifier: Apache-2.0
"""Which values the functions of a program can return, from the LLVM code that clang writes of its sources.

A value is a set of numbers: constants, those of each branch that can be taken, those of called functions, also through
pointers that a table has, and those that a field of a structure, a variable or what a pointer argument names was ever given.
Arguments stand for themselves until the call is known, and a constant of a branch that depends on one comes with what the
argument must be: a function that makes one code of another gives what those of the call lead to. What comes from elsewhere (the
system, arithmetic on what is not known) is TOP.
"""

import re
from collections import defaultdict, deque

TOP = "anything"
NO_LIMIT = (None, frozenset())
MOST = 48
OPENING, CLOSING = "([{<", ")]}>"
ATTRIBUTE = re.compile(r"(?:noundef|nonnull|nocapture|readonly|writeonly|readnone|noalias|zeroext|signext|immarg|returned|nofree|inbounds|"
                       r"align \d+|dereferenceable\(\d+\)|dereferenceable_or_null\(\d+\)|byval\([^)]*\)|sret\([^)]*\))\s+")
BINARY = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "or": lambda a, b: a | b,
          "and": lambda a, b: a & b, "xor": lambda a, b: a ^ b, "shl": lambda a, b: a << b if b < 64 else 0, "lshr": lambda a, b: a >> b}
CASTS = ("zext", "sext", "trunc", "freeze", "bitcast", "ptrtoint", "inttoptr")


def closing(text, start):
    """Position behind what closes the bracket at start."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] in OPENING:
            depth += 1
        elif text[position] in CLOSING:
            depth -= 1
            if depth == 0:
                return position + 1
    return len(text)


def split(text):
    """Parts between commas that no bracket has."""
    parts, depth, start = [], 0, 0
    for position, letter in enumerate(text):
        if letter in OPENING:
            depth += 1
        elif letter in CLOSING:
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def typed(text):
    """(type, value) of an operand."""
    text = text.strip()
    end = closing(text, 0) if text[:1] in ("[", "{", "<") else re.match(r"[%\w.\"]+", text).end()
    while True:
        rest = text[end:]
        if rest.startswith("*"):
            end += 1
        elif rest.startswith(" ("):
            end = closing(text, end + 1)
        else:
            break
    value = text[end:].strip()
    found = ATTRIBUTE.match(value + " ")
    while found:
        value = value[found.end():].strip()
        found = ATTRIBUTE.match(value + " ")
    return text[:end], value


class Function:
    """A function: its parameters, and its blocks of (result, operation, rest of the line)."""

    def __init__(self, file, name, text):
        self.file, self.name = file, name
        start = text.index("(", text.index("@" + name))
        parts = split(text[start + 1:closing(text, start) - 1])
        self.params = {value: number for number, (_, value) in enumerate(typed(part) for part in parts if part != "...")}
        self.numbers = [value for kind, value in (typed(part) for part in parts if part != "...") if kind == "i32"]
        self.blocks, self.where, self.made = {}, {}, {}
        self.before, self.ends = defaultdict(set), {}
        self.block = str(len(self.params))
        self.blocks[self.block] = []

    def add(self, line):
        result, _, rest = line.partition(" = ") if line.startswith("%") else ("", "", line)
        rest = re.sub(r"^(?:tail|musttail|notail) ", "", re.sub(r", ![\w.]+ !\d+|, align \d+| #\d+$", "", rest))
        # How an atomic access is ordered.
        rest = re.sub(r"^((?:load |store )?atomic .*?) (?:unordered|monotonic|acquire|release|seq_cst)$", r"\1", rest)
        op, _, rest = rest.partition(" ")
        self.blocks[self.block].append((result, op, rest))
        if result:
            self.made[result] = (op, rest, self.block)
        if op in ("br", "switch"):
            for target in re.findall(r"label %([\w.]+)", rest):
                self.before[target].add(self.block)
            self.ends[self.block] = (op, rest)

    def condition(self, name, truth, value):
        """What `value` is where the condition has this truth: (only, without)."""
        op, rest, _ = self.made.get(name, ("", "", ""))
        limit = NO_LIMIT
        if op == "icmp":
            kind, _, operands = rest.partition(" ")
            left, right = split(operands)
            equal = self.where_true(kind, typed(left)[1], right, value)
            if equal is not None:
                limit = (equal, frozenset()) if (kind != "ne") == truth else (None, equal)
        elif op in ("and", "or") and rest.startswith("i1"):
            limit = (both if truth == (op == "and") else either)(*(self.condition(part, truth, value) for part in split(rest[3:])))
        elif op == "select" and rest.startswith("i1 %"):
            first, yes, no = (typed(part)[1] for part in split(rest))
            if no == "false":
                limit = (both if truth else either)(*(self.condition(part, truth, value) for part in (first, yes)))
            elif yes == "true":
                limit = (either if truth else both)(*(self.condition(part, truth, value) for part in (first, no)))
        elif op == "xor" and rest.endswith(", true"):
            limit = self.condition(typed(split(rest)[0])[1], not truth, value)
        return limit

    def where_true(self, kind, left, right, value):
        """The values with which a comparison is true, of != those with which it is not; None: too many, or it is of another value."""
        found, number = None, int(right) if re.fullmatch(r"-?\d+", right) else None
        op, rest, _ = self.made.get(left, ("", "", ""))
        inner = re.fullmatch(r"(?:(?:nuw|nsw) )*i32 (\S+), (-?\d+)", rest) if op in ("and", "or", "add") else None
        if number is None:
            found = None
        elif left == value and kind in ("eq", "ne"):
            found = [number]
        elif left == value and kind == "ult" and 0 <= number < MOST:
            found = range(number)
        elif inner and inner.group(1) == value and op == "add" and kind == "ult" and 0 <= number < MOST:
            found = [one - int(inner.group(2)) for one in range(number)]
        elif inner and inner.group(1) == value and op in ("and", "or") and kind in ("eq", "ne"):
            # Clang compares with two or four values at once.
            free = int(inner.group(2)) & 0xFFFFFFFF if op == "or" else ~int(inner.group(2)) & 0xFFFFFFFF
            bits = [1 << bit for bit in range(32) if free >> bit & 1]
            if len(bits) < 6:
                found = [number & ~free | sum(bit for place, bit in enumerate(bits) if one >> place & 1) for one in range(1 << len(bits))]
        return None if found is None else frozenset(one & 0xFFFFFFFF for one in found)

    def edge(self, source, target, value):
        """What the branch from a block to another says of a value."""
        op, rest = self.ends.get(source, ("", ""))
        limit = NO_LIMIT
        if op == "br" and rest.startswith("i1"):
            name, yes, no = re.match(r"i1 ([^,]+), label %([\w.]+), label %([\w.]+)", rest).groups()
            if yes != no:
                limit = self.condition(name, target == yes, value)
        elif op == "switch":
            name, default, cases = re.match(r"i\d+ ([^,]+), label %([\w.]+) \[(.*)\]", rest).groups()
            if name == value:
                found = [(int(number), label) for number, label in re.findall(r"i\d+ (-?\d+), label %([\w.]+)", cases)]
                limit = (None, frozenset(number for number, label in found if label != target)) if target == default else \
                    (frozenset(number for number, label in found if label == target), frozenset())
        return limit

    def limit(self, block, value, target=None):
        """What is known of a value in a block, or on the way from there to the next."""
        limit = self.edge(block, target, value) if target is not None else NO_LIMIT
        made = self.made[value][2] if value in self.made else str(len(self.params))
        # Before the block that makes it there is an earlier value of this name, of a loop.
        while len(self.before[block]) == 1 and block != made:
            source = next(iter(self.before[block]))
            limit = both(limit, self.edge(source, block, value))
            block = source
        return limit


def guards_of(function, limits):
    """What arguments must be, of (argument, limit)."""
    return tuple((function.params[name], limit) for name, limit in limits if limit != NO_LIMIT)


def guarded(value, guards):
    """A value that comes iff arguments are what the guards say, too."""
    if value == TOP or isinstance(value, tuple) and value[0] != "when":
        return value
    known = dict(value[2]) if isinstance(value, tuple) else {}
    for number, limit in guards:
        known[number] = both(known[number], limit) if number in known else limit
    return ("when", value[1] if isinstance(value, tuple) else value, tuple(sorted(known.items(), key=lambda item: item[0])))


def both(one, other):
    only = one[0] if other[0] is None else other[0] if one[0] is None else one[0] & other[0]
    return only, one[1] | other[1]


def either(one, other):
    if one[0] is None:
        one, other = other, one
    if other[0] is not None:
        found = ((one[0] - one[1]) | (other[0] - other[1]), frozenset())
    else:
        found = (None, one[1] & other[1] if one[0] is None else other[1] - (one[0] - one[1]))
    return found


def limited(values, limit):
    only, without = limit
    if limit == NO_LIMIT:
        return values
    found = set()
    for value in values:
        if isinstance(value, tuple) and value[0] == "when":
            found |= {value} if (only is None or value[1] in only) and value[1] not in without else set()
        elif isinstance(value, tuple):
            found.add(("argument", value[1], both(value[2], limit)))
        elif value == TOP:
            found |= {TOP} if only is None else set(only) - without
        elif (only is None or value in only) and value not in without:
            found.add(value)
    return found


class Program:
    """All functions, and from where each place has its values."""

    def __init__(self):
        self.functions, self.own, self.sizes = {}, {}, {}
        self.sources = defaultdict(list)      # place: [(kind, ...)]
        self.calls_of = defaultdict(list)     # function: [(caller, arguments, block)]
        self.pointed = defaultdict(set)       # place in memory: functions
        self.twice = []
        self.values, self.full, self.open = {}, set(), set()
        self.indirect = []
        self.unresolved = set()

    # ------------------------------------------------------------ reading

    def read(self, file, text):
        function = None
        globals_ = []
        pending = ""
        for line in text.split("\n"):
            if line.startswith("define "):
                name = re.search(r"@([\w.$]+)\(", line).group(1)
                function = Function(file, name, line)
                if name in self.functions and " internal " not in line:
                    self.twice.append(f"{file}: {name} is in {self.functions[name].file} too")
                self.functions[self.key(file, name, " internal " in line)] = function
            elif line.startswith("}"):
                function = None
            elif function is None:
                if line.startswith("%") and " = type {" in line:
                    name, _, body = line.partition(" = type ")
                    self.sizes[(file, name)] = split(body[1:-1].strip("{ }"))
                elif line.startswith("@"):
                    globals_.append(line)
            elif line[:1] not in (" ", ""):
                function.block = line.split(":")[0]
                function.blocks[function.block] = []
            elif line.strip():
                pending = (pending + " " + line.strip()).strip()
                if not pending.startswith("switch") or pending.endswith("]"):
                    function.add(pending)
                    pending = ""
        for line in globals_:
            found = re.match(r"@([\w.$]+) = (.*?)\b(?:global|constant) (.*)", line)
            if found and "external " not in found.group(2):
                self.initial(file, re.sub(r", align \d+$", "", found.group(3)), ("global", self.key(file, found.group(1), "internal" in found.group(2)
                                                                                                    or "private" in found.group(2))))

    def key(self, file, name, is_own):
        if is_own:
            self.own[(file, name)] = f"{file}:{name}"
        return f"{file}:{name}" if is_own else name

    def symbol(self, file, name):
        return self.own.get((file, name), name)

    def initial(self, file, text, place):
        """Values that a variable begins with."""
        kind, value = typed(text)
        if value.startswith("{") or value.startswith("<{"):
            inner = value.strip("<>{} ") if value.startswith("<") else value[1:-1]
            for number, part in enumerate(split(inner)):
                self.initial(file, part, self.field(file, kind, number))
        elif value.startswith("[") and value.endswith("]"):
            for part in split(value[1:-1]):
                self.initial(file, part, place)
        elif re.fullmatch(r"-?\d+|true|false", value):
            self.sources[place].append(("constant", number_of(value)))
        else:
            found = re.search(r"@([\w.$]+)", value)
            if found and "(" in kind:
                self.pointed[place].add((file, found.group(1)))

    def field(self, file, struct, number):
        name = struct if re.fullmatch(r"%struct\.[A-Za-z_]\w*", struct) and "anon" not in struct else f"{file}:{struct}"
        return ("field", name, number)

    # ------------------------------------------------------------ places

    def places(self, function, value, kind="", seen=()):
        """Places in memory that a pointer can name."""
        if value in seen:
            return set()
        seen = (*seen, value)
        if value in function.params:
            return {("through", function, function.params[value])}
        if value.startswith("@"):
            return {("global", self.symbol(function.file, value[1:]))}
        op, rest, _ = function.made.get(value, ("", "", ""))
        if value.startswith("getelementptr"):
            op, rest = "getelementptr", re.sub(r"^inbounds ", "", value[13:].strip())
            rest = rest[1:closing(rest, 0) - 1]
        elif value.startswith("bitcast"):
            op, rest = "bitcast", value[value.index("(") + 1:-1]
        found = set()
        if op == "alloca":
            found = {("local", function, value)}
        elif op == "getelementptr":
            found = self.element(function, re.sub(r"^inbounds ", "", rest), seen)
        elif op in ("bitcast", "freeze"):
            inner, target = typed(rest.rpartition(" to ")[0] or rest), rest.rpartition(" to ")[2]
            found = self.places(function, inner[1], inner[0], seen)
            if found and inner[0].startswith("%struct") and inner[0].count("*") == 1 and re.fullmatch(r"i\d+\*", target):
                found = {self.field(function.file, inner[0][:-1], 0)}
        elif op == "select":
            for part in split(rest)[1:]:
                found |= self.places(function, typed(part)[1], kind, seen)
        elif op == "phi":
            for part in re.findall(r"\[ ([^\]]*), %[\w.]+ \]", typed(rest)[1] if not rest.endswith("]") else rest):
                found |= self.places(function, part, kind, seen)
        return found

    def element(self, function, rest, seen):
        parts = split(rest)
        kind, (_, base) = parts[0], typed(parts[1])
        place, above = None, None
        for part in parts[3:]:
            if kind.startswith("["):
                kind = re.match(r"\[\d+ x (.*)\]$", kind).group(1)
            elif kind.startswith("%") or kind.startswith("{"):
                number = int(typed(part)[1])
                inside = self.sizes.get((function.file, kind), []) if kind.startswith("%") else split(kind[1:-1])
                if "%struct.PortAtomic" in kind:
                    place = ("field", above, number) if above else None
                else:
                    place = self.field(function.file, kind, number)
                    above = place
                kind = inside[number] if number < len(inside) else "?"
        return {place} if place else self.places(function, base, "", seen)

    # ------------------------------------------------------------ functions behind pointers

    def targets(self, function, value, seen=frozenset()):
        """Functions that a value can name."""
        found = set()
        if (function, value) in seen:
            return found
        seen = seen | {(function, value)}
        if value.startswith("@"):
            return {self.symbol(function.file, value[1:])}
        if value in function.params:
            for caller, arguments, _ in self.calls_of[self.symbol(function.file, function.name)]:
                if function.params[value] < len(arguments):
                    found |= self.targets(caller, arguments[function.params[value]][1], seen)
            return found
        op, rest, _ = function.made.get(value, ("", "", ""))
        if op in ("load",):
            for place in self.places(function, typed(split(rest.replace("atomic ", ""))[1])[1]):
                found |= {self.symbol(file, name) for file, name in self.pointed[place]}
        elif op == "select":
            for part in split(rest)[1:]:
                found |= self.targets(function, typed(part)[1], seen)
        elif op == "phi":
            for part in re.findall(r"\[ ([^\]]*), %[\w.]+ \]", rest):
                found |= self.targets(function, part, seen)
        elif op in ("bitcast", "freeze"):
            found = self.targets(function, typed(rest)[1].split(" to ")[0], seen)
        return found

    # ------------------------------------------------------------ from where values come

    def connect(self):
        """Writes down, for each place, from where it has its values."""
        for function in self.functions.values():
            for block, lines in function.blocks.items():
                for result, op, rest in lines:
                    self.instruction(function, block, result, op, rest)
        for function, block, result, callee, arguments in self.indirect:
            targets = self.targets(function, callee)
            if not targets:
                self.unresolved.add((function.name, result, callee))
                if result:
                    self.sources[("value", function, result)].append(("constant", TOP))
            for target in sorted(targets):
                self.call(function, block, result, target, arguments)

    def instruction(self, function, block, result, op, rest):
        into = self.sources[("value", function, result)] if result else []
        if op == "ret" and rest != "void":
            self.sources[("result", function)].append(self.use(function, block, typed(rest)[1]))
        elif op == "phi":
            for value, source in re.findall(r"\[ ([^\[\]]*), %([\w.]+) \]", rest):
                into.append(self.use(function, source, value, block))
        elif op == "select":
            condition, yes, no = (typed(part)[1] for part in split(rest))
            for value, truth in ((yes, True), (no, False)):
                source = self.use(function, block, value)
                guards = guards_of(function, ((name, function.condition(condition, truth, name)) for name in function.numbers))
                into.append((*source[:2], both(source[2], function.condition(condition, truth, value)), guards) if source[0] == "copy" else
                            ("when", source[1], guards) if guards and source[0] == "constant" else source)
        elif op in BINARY:
            found = re.match(r"(?:(?:nuw|nsw|exact) )*(i\d+) (\S+), (\S+)$", rest)
            into.append(("constant", TOP) if not found else
                        ("binary", op, width_of(found.group(1)), *(self.use(function, block, found.group(part)) for part in (2, 3))))
        elif op in CASTS:
            source = rest.rpartition(" to ")[0] or rest
            into.append(("cast", op, width_of(typed(source)[0]), width_of(rest.rpartition(" to ")[2]), self.use(function, block, typed(source)[1])))
        elif op == "icmp":
            into += [("constant", 0), ("constant", 1)]
        elif op == "load":
            self.load(function, into, split(re.sub(r"^(?:atomic |volatile )+", "", rest)))
        elif op == "store":
            parts = split(re.sub(r"^(?:atomic |volatile )+", "", rest))
            self.store(function, block, typed(parts[0]), typed(parts[1])[1])
        elif op == "cmpxchg":
            parts = split(re.sub(r"^(?:weak |volatile )+", "", rest))
            self.store(function, block, typed(re.sub(r" (?:acquire|acq_rel|release|monotonic|seq_cst).*", "", parts[2])), typed(parts[0])[1])
            into.append(("constant", TOP))
        elif op == "atomicrmw":
            for place in self.places(function, typed(split(re.sub(r"^(?:volatile )?\w+ ", "", rest))[0])[1]):
                self.sources[("given", *place[1:]) if place[0] == "through" else place].append(("constant", TOP))
            into.append(("constant", TOP))
        elif op == "call":
            self.called(function, block, result, rest)
        elif result and op not in ("getelementptr", "alloca"):
            into.append(("constant", TOP))

    def use(self, function, block, value, target=None):
        if number_like(value):
            guards = guards_of(function, ((name, function.limit(block, name, target)) for name in function.numbers))
            return ("when", number_of(value), guards) if guards else ("constant", number_of(value))
        if value in ("undef", "poison"):
            return ("constant", 0)
        if value in function.params or value in function.made:
            return ("copy", ("value", function, value), function.limit(block, value, target))
        return ("constant", TOP)

    def load(self, function, into, parts):
        places = self.places(function, typed(parts[1])[1])
        if not places:
            into.append(("constant", TOP))
        for place in places:
            if parts[0] == "i64" and self.is_pair(function, place):
                into.append(("pair", place, (*place[:2], place[2] + 1)))
            elif place[0] == "through":
                into.append(("copy", ("seen", *place[1:]), NO_LIMIT))
                into.append(("copy", ("given", *place[1:]), NO_LIMIT))
            else:
                into.append(("copy", place, NO_LIMIT) if place[0] == "local" else ("expand", None, place))
                if place[0] != "local":
                    into.append(("constant", 0))

    def is_pair(self, function, place):
        """Whether 64 bits there are two fields."""
        fields = self.sizes.get((function.file, place[1].split(":")[-1]), []) if place[0] == "field" and isinstance(place[1], str) else []
        return bool(fields) and place[2] + 1 < len(fields) and fields[place[2]] == "i32"

    def store(self, function, block, operand, pointer):
        kind, value = operand
        if "(" in kind and value.startswith("@"):
            for place in self.places(function, pointer):
                self.pointed[place].add((function.file, value[1:]))
        if not re.fullmatch(r"i\d+", kind):
            return
        for place in self.places(function, pointer):
            source = self.use(function, block, value)
            if kind == "i64" and self.is_pair(function, place):
                self.sources[place].append(("expand", function, ("cast", "trunc", 64, 32, source)))
                self.sources[(*place[:2], place[2] + 1)].append(("expand", function, ("binary", "lshr", 64, source, ("constant", 32))))
            elif place[0] == "through":
                self.sources[("given", *place[1:])].append(source)
            elif place[0] == "local":
                self.sources[place].append(source)
            else:
                self.sources[place].append(("expand", function, source))

    def called(self, function, block, result, rest):
        rest = re.sub(r"^(?:(?:fastcc|ccc|coldcc) )+", "", rest)
        rest = ATTRIBUTE.sub("", rest) if ATTRIBUTE.match(rest) else rest
        found = re.search(r"(@[\w.$]+|%[\w.]+)\((?!\*)", rest)
        if not found or " asm " in f" {rest}":
            if result:
                self.sources[("value", function, result)].append(("constant", TOP))
            return
        # The name of a structure before a list of parameters is a type.
        while found.group(1).startswith("%struct") or found.group(1).startswith("%union"):
            found = re.compile(r"(@[\w.$]+|%[\w.]+)\((?!\*)").search(rest, found.end())
        arguments = [typed(part) if part[:1] != "m" else ("", "") for part in split(rest[found.end():closing(rest, found.end() - 1) - 1])]
        if found.group(1).startswith("@"):
            self.call(function, block, result, self.symbol(function.file, found.group(1)[1:]), arguments)
        else:
            self.indirect.append((function, block, result, found.group(1), arguments))

    def call(self, function, block, result, name, arguments):
        target = self.functions.get(name)
        if target is None:
            if result:
                self.sources[("value", function, result)].append(("constant", TOP))
            return
        self.calls_of[name].append((function, arguments, block))
        uses = [self.use(function, block, value) if re.fullmatch(r"i\d+", kind) else ("constant", TOP) for kind, value in arguments]
        if result:
            self.sources[("value", function, result)].append(("call", ("result", target), uses))
        for number, (kind, value) in enumerate(arguments):
            if re.fullmatch(r"i\d+", kind) and number < len(target.params):
                self.sources[("any", target, number)].append(("expand", function, uses[number]))
            if not re.fullmatch(r"i(?:8|16|32|64)\*", kind):
                continue
            for place in self.places(function, value):
                own = place if place[0] != "through" else ("given", *place[1:])
                if place[0] in ("through", "local"):
                    self.sources[own].append(("call", ("given", target, number), uses))
                else:
                    self.sources[own].append(("expand", function, ("call", ("given", target, number), uses)))
                self.sources[("seen", target, number)].append(("expand", function, ("copy", own, NO_LIMIT)))
                if place[0] == "through":
                    self.sources[("seen", target, number)].append(("expand", function, ("copy", ("seen", *place[1:]), NO_LIMIT)))

    # ------------------------------------------------------------ values

    def solve(self, names):
        """Values that these functions return, and of all places that they come from."""
        goals = [("result", self.functions[name]) for name in names]
        self.open = {place[1] for place in goals}
        users, order, queue = defaultdict(set), [], list(goals)
        known = set(queue)
        while queue:
            place = queue.pop()
            order.append(place)
            for other in self.needs(place):
                users[other].add(place)
                if other not in known:
                    known.add(other)
                    queue.append(other)
        self.values = {place: frozenset() for place in order}
        queue, waiting = deque(reversed(order)), set(order)
        while queue:
            place = queue.popleft()
            waiting.discard(place)
            found = self.evaluate(place)
            if found != self.values[place]:
                self.values[place] = found
                for user in users[place] - waiting:
                    waiting.add(user)
                    queue.append(user)

    def needs(self, place):
        found = set()

        def of_source(function, source):
            if source[0] == "copy":
                found.add(source[1])
            elif source[0] == "pair":
                found.update(source[1:])
            elif source[0] == "call":
                found.add(source[1])
                for use in source[2]:
                    of_source(function, use)
            elif source[0] in ("binary", "cast"):
                for one in source[3:]:
                    if isinstance(one, tuple):
                        of_source(function, one)
                expanded(function)
            elif source[0] == "expand" and source[1] is None:
                found.add(source[2])
            elif source[0] == "expand":
                of_source(source[1], source[2])
                expanded(source[1])

        def expanded(function):
            found.update(("any", function, number) for number in range(len(function.params)))

        for source in self.sources[place]:
            of_source(place[1], source)
        return found

    def evaluate(self, place):
        if place[0] == "value" and place[2] in place[1].params:
            return frozenset([("argument", place[1].params[place[2]], NO_LIMIT)])
        found = set()
        for source in self.sources[place]:
            found |= self.of_source(place[1], source)
        if place[0] == "any" and (place[1] in self.open or not self.calls_of[self.symbol(place[1].file, place[1].name)]):
            found.add(TOP)
        found |= self.values[place]
        if len(found) >= MOST:
            self.full.add(place)
        return frozenset({TOP} if place in self.full else found)

    def expand(self, function, values):
        found = set()
        for value in values:
            if isinstance(value, tuple) and value[0] == "when":
                if all(limited(self.values.get(("any", function, number), frozenset()), limit) for number, limit in value[2]):
                    found.add(value[1])
            elif isinstance(value, tuple):
                found |= limited(self.values.get(("any", function, value[1]), frozenset()), value[2])
            else:
                found.add(value)
        return found

    def of_source(self, function, source):
        kind = source[0]
        if kind == "constant":
            found = {source[1]}
        elif kind == "when":
            found = {source}
        elif kind == "copy":
            found = limited(self.values[source[1]], source[2])
            if len(source) > 3 and source[3]:
                found = {guarded(value, source[3]) for value in found}
        elif kind == "call":
            found = set()
            for value in self.values[source[1]]:
                if isinstance(value, tuple) and value[0] == "when":
                    if all(number >= len(source[2]) or limited(self.of_source(function, source[2][number]), limit) for number, limit in value[2]):
                        found.add(value[1])
                elif isinstance(value, tuple):
                    found |= limited(self.of_source(function, source[2][value[1]]), value[2]) if value[1] < len(source[2]) else {TOP}
                else:
                    found.add(value)
        elif kind == "pair":
            low, high = ({0, *self.values[one]} for one in source[1:])
            found = {TOP} if TOP in low or TOP in high or len(low) * len(high) > MOST else {one | other << 32 for one in low for other in high}
        elif kind == "expand":
            found = set(self.values[source[2]]) if source[1] is None else self.expand(source[1], self.of_source(source[1], source[2]))
        elif kind == "cast":
            found = self.expand(function, self.of_source(function, source[4]))
            if source[2] == 1 and TOP in found:
                found = {0, 1}
            if source[1] == "sext":
                found = {value if value == TOP or not value >> (source[2] - 1) else value - (1 << source[2]) for value in found}
            found = {value if value == TOP else value & ((1 << source[3]) - 1) for value in found}
        else:
            left, right = (self.expand(function, self.of_source(function, source[number])) for number in (3, 4))
            if TOP in left or TOP in right or len(left) * len(right) > MOST:
                found = {TOP}
            else:
                found = {BINARY[source[1]](one, other) & ((1 << source[2]) - 1) for one in left for other in right}
        return found

    def results(self, name):
        """Values that a public function can return."""
        function = self.functions[name]
        found = set()
        for value in self.values[("result", function)]:
            if isinstance(value, tuple) and value[0] == "when":
                found |= {value[1]} if all(limited({TOP}, limit) for _, limit in value[2]) else set()
            else:
                found |= limited({TOP}, value[2]) if isinstance(value, tuple) else {value}
        return found

    def way(self, name, value):
        """Names of functions through which a value comes, the last one writes it."""
        place, names, seen = ("result", self.functions[name]), [], set()
        while place is not None and place not in seen:
            seen.add(place)
            if len(place) > 1 and isinstance(place[1], Function) and (not names or names[-1] != place[1].name):
                names.append(place[1].name)
            elif place[0] in ("field", "global"):
                names.append(f"{place[1]}[{place[-1]}]")
            place = next((other for other in sorted(self.needs(place), key=str) if other not in seen and other[0] != "any"
                          and value in self.values.get(other, ())), None)
        return names


def number_like(value):
    return re.fullmatch(r"-?\d+|true|false|null|zeroinitializer", value) is not None


def number_of(value):
    return {"true": 1, "false": 0, "null": 0, "zeroinitializer": 0}[value] if value[:1] in "tfnz" else int(value) & 0xFFFFFFFFFFFFFFFF


def width_of(kind):
    found = re.fullmatch(r"i(\d+)", kind)
    return int(found.group(1)) if found else 64

