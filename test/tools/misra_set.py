# SPDX-License-Identifier: Apache-2.0
"""Rule 9.1: follows each path of a function, and those of the functions that it calls, to the reads of objects without an initialiser.

A place is (root, path): the root is the ID of an object of the function, or ("behind", N) for what parameter N points to;
the path names members and elements. A value is ("is", N), ("not", N), ("to", ROOT, PATH, KIND) or None for any. KIND is "one" for
a pointer to an object, "row" for one to the elements of an array, "raw" if its type is not that of the object.

What is not followed errs to the side of a finding: a store to an element whose number is not known sets nothing, a read of such an
element asks for the whole array, a function that is not known reads all that its arguments point to, and an address that is stored
asks for all of the object. The other end is trusted: what a function reads through a pointer that it has found in memory is set,
since the address of an object gets there only when the object is set. So is the number of turns of a loop that cannot be counted
here: a loop may have none.
"""

from collections import Counter, namedtuple

from misra_ast import is_pointer, pointee
from misra_effects import FOREIGN
from misra_shape import plain

# Functions that copy as many bytes as the last argument says: to the first, from the second.
COPIES = ("memcpy", "memmove", "bytes_copy")
FILLS = ("memset",)
# Functions of the system: (argument that they set whole, what they return then). None: always.
SETS = {"sigemptyset": (0, None), "sigfillset": (0, None), "pthread_attr_init": (0, 0), "pthread_sigmask": (2, 0), "fstat": (1, 0),
        "sigpending": (0, 0), "clock_gettime": (1, 0)}
STATES = 40      # paths that are kept apart; more are brought together
ROUNDS = 6       # of a loop, until what is known of values in it is given up

# init: places that are set; facts: {place: value}.
State = namedtuple("State", "init facts")
# What a call comes to: value, places behind parameters that are set, and what held for the parameters.
Outcome = namedtuple("Outcome", "value sets given")
# What a function reads behind a parameter before it sets it, if this held for the parameters.
Need = namedtuple("Need", "place given")
# kept: the parameters whose pointers are stored beyond the call, or may be.
Summary = namedtuple("Summary", "outcomes needs kept")
Flow = namedtuple("Flow", "next breaks continues returns")


def fact(state, place):
    return next((value for known, value in state.facts if known == place), None)


def overlaps(one, other):
    least = min(len(one[1]), len(other[1]))
    return one[0] == other[0] and one[1][:least] == other[1][:least]


def learn(state, place, value):
    """Another fact about a place; None: it can be anything."""
    kept = frozenset(item for item in state.facts if not overlaps(item[0], place))
    return State(state.init, kept if value is None else kept | {(place, value)})


def agree(one, other):
    """Whether a value can be both."""
    if one is None or other is None:
        return True
    if one[0] == "to" or other[0] == "to":
        return ("is", 0) not in (one, other)
    if "not" in (one[0], other[0]):
        return one[0] == other[0] or one[1] != other[1]
    return one[1] == other[1]


class Body:
    """One function, followed from its start."""

    def __init__(self, shape, program):
        self.shape = shape
        self.program = program
        self.found = set()
        self.needs = set()
        self.places = {identity: at for at, identity in enumerate(shape.parameters)}
        self.changed = set()
        self.kept = set()

    def run(self):
        flow = self.statement(self.shape.body, [State(frozenset(), frozenset())])
        ends = [(state, None) for state in flow.next] + flow.returns
        return Summary(self.outcomes(ends), frozenset(self.needs), frozenset(self.kept))

    def given(self, state):
        """What is known of the parameters, which keep their values."""
        return frozenset((self.places[place[0]], value) for place, value in state.facts
                         if place[0] in self.places and place[0] not in self.changed and not place[1] and value[0] != "to")

    def outcomes(self, ends):
        groups = {}
        for state, value in ends:
            sets = frozenset(place for place in state.init if isinstance(place[0], tuple))
            key = (value if value and value[0] in ("is", "not") else None, self.given(state))
            groups[key] = groups[key] & sets if key in groups else sets
        if len(groups) > STATES:
            fewer = {}
            for (value, _), sets in groups.items():
                fewer[value, frozenset()] = fewer[value, frozenset()] & sets if (value, frozenset()) in fewer else sets
            groups = fewer
        return tuple(Outcome(value, sets, given) for (value, given), sets in groups.items())

    # -------------------------------------------------- states

    def joined(self, states):
        """Few states: those that have set the same become one, and in the end all do."""
        states = list(dict.fromkeys(states))
        if len(states) > STATES:
            groups = {}
            for state in states:
                groups.setdefault(state.init, []).append(state)
            states = [self.merged(group) for group in groups.values()]
        return [self.merged(states)] if len(states) > STATES else states

    def merged(self, states):
        """What holds in all of some states."""
        state = State(frozenset.intersection(*(state.init for state in states)),
                      frozenset.intersection(*(state.facts for state in states)))
        return self.lose(state, {item for before in states for item in before.facts} - state.facts)

    def lose(self, state, facts):
        """A pointer that is followed no longer: what it points to must be set."""
        for _, value in sorted(facts, key=str):
            if value[0] == "to":
                state = self.give_away(state, value)
        return state

    def pointers_in(self, state, place):
        """Facts of the pointers that lie in a place: whoever has its address has these too."""
        found = {item for item in state.facts if overlaps(item[0], place) and item[1][0] == "to" and item[1][1] != place[0]}
        at = self.places.get(place[0])
        if at is not None and place[0] not in self.changed and is_pointer(self.shape.types[place[0]]):
            found.add((place, ("to", ("behind", at), (), "one")))
        return found

    def forget(self, state, value):
        """Somebody has the address of a place: it can have another value."""
        place = (value[1], value[2])
        return self.lose(learn(state, place, None), self.pointers_in(state, place))

    # -------------------------------------------------- places

    def type_of(self, place):
        root, path = place
        text = self.shape.types.get(root, "")
        if isinstance(root, tuple):
            text = plain(pointee(self.shape.types.get(self.shape.parameters[root[1]], "")))
        for step in path:
            if step.startswith("["):
                inner, _, rest = text.partition("[")
                text = inner.strip() + rest.partition("]")[2] if rest else "?"
            else:
                fields = dict(self.shape.records.get(text, (False, ()))[1])
                text = fields.get(step, "?")
        return text

    def is_set(self, state, place):
        root, path = place
        if any((root, path[:length]) in state.init for length in range(len(path) + 1)):
            return True
        if any(step == "[?]" for step in path) or not any(overlaps(known, place) for known in state.init):
            return False
        text = self.type_of(place)
        is_union, fields = self.shape.records.get(text, (False, ()))
        if fields:
            test = any if is_union else all
            return test(self.is_set(state, (root, path + (name,))) for name, _ in fields)
        count = text.partition("[")[2].partition("]")[0]
        return count.isdigit() and 0 < int(count) <= 16 and \
            all(self.is_set(state, (root, path + (f"[{at}]",))) for at in range(int(count)))

    def read(self, state, place):
        if place is None or (not isinstance(place[0], tuple) and place[0] not in self.shape.candidates):
            return state
        if self.is_set(state, place):
            return state
        if isinstance(place[0], tuple):
            self.needs.add(Need(place, self.given(state)))
        else:
            self.found.add(place[0])
        return State(state.init | {place}, state.facts) if "[?]" not in place[1] else state

    def write(self, state, place, value=None):
        if place is None:
            return state
        known = isinstance(place[0], tuple) or place[0] in self.shape.candidates
        if known and "[?]" not in place[1] and not self.is_set(state, place):
            state = State(state.init | {place}, state.facts)
        at = next((at for at, step in enumerate(place[1]) if step == "[?]" or self.is_union(place[0], place[1][:at])), None)
        if at is not None:
            # Another element or member may be the same.
            return learn(state, (place[0], place[1][:at]), None)
        return learn(state, place, value if self.is_known(place) else None)

    def is_union(self, root, path):
        return self.shape.records.get(self.type_of((root, path)), (False, ()))[0]

    def is_known(self, place):
        """Whether nobody else changes a place."""
        return place is not None and not isinstance(place[0], tuple) and place[0] not in self.kept and "[?]" not in place[1]

    @staticmethod
    def target(value, step=None):
        """The place that a pointer leads to; step: the number of an element, or "?"."""
        if value is None or value[0] != "to":
            return None
        _, root, path, kind = value
        if kind == "raw":
            return root, path + ("[?]",)
        if kind == "row":
            return root, path + (f"[{0 if step is None else step}]",)
        return (root, path) if step in (None, 0) else (root, path + (f"[{step}]",))

    def place(self, shape, state):
        """[(state, place or None)]."""
        kind = shape[0]
        if kind == "var":
            return [(state, (shape[1], ()))]
        if kind == "member":
            return [(after, inner and (inner[0], inner[1] + (shape[2],))) for after, inner in self.place(shape[1], state)]
        if kind == "deref":
            return [(after, self.target(value)) for after, value, _ in self.value(shape[1], state)]
        if kind == "index":
            found = []
            for after, value, _ in self.value(shape[1], state):
                for last, at, _ in self.value(shape[2], after):
                    found.append((last, self.target(value, at[1] if at and at[0] == "is" else "?")))
            return found
        return [(after, None) for after, _, _ in self.values(shape[1], state)]

    # -------------------------------------------------- expressions: [(state, value, the place it was read from)]

    def value(self, shape, state):
        return getattr(self, "of_" + shape[0])(shape, state)

    def values(self, shapes, state):
        """[(state, [values], [places])] of expressions one after the other."""
        found = [(state, (), ())]
        for shape in shapes:
            found = [(after, values + (value,), places + (place,)) for before, values, places in found
                     for after, value, place in self.value(shape, before)]
        return found

    @staticmethod
    def of_number(shape, state):
        return [(state, ("is", shape[1]), None)]

    @staticmethod
    def of_sizeof(_, state):
        return [(state, None, None)]

    def of_load(self, shape, state):
        found = []
        for after, place in self.place(shape[1], state):
            after = self.read(after, place)
            value = fact(after, place) if place else None
            if place and not place[1] and place[0] in self.places and place[0] not in self.changed and \
                    value != ("is", 0) and is_pointer(self.shape.types[place[0]]):
                value = ("to", ("behind", self.places[place[0]]), (), "one")
            found.append((after, value, place))
        return found

    def of_address(self, shape, state):
        return [(after, place and ("to", *place, "one"), None) for after, place in self.place(shape[1], state)]

    def of_decay(self, shape, state):
        return [(after, place and ("to", *place, "row"), None) for after, place in self.place(shape[1], state)]

    def of_recast(self, shape, state):
        return [(after, value and (("to", *value[1:3], "raw") if value[0] == "to" else value), place)
                for after, value, place in self.value(shape[1], state)]

    def of_step(self, shape, state):
        found = []
        for after, values, _ in self.values(shape[1:], state):
            found.append((after, self.stepped(values[0]), None))
        return found

    @staticmethod
    def stepped(pointer):
        """A pointer to another element."""
        to = pointer is not None and pointer[0] == "to"
        return ("to", pointer[1], pointer[2] + (() if pointer[2][-1:] == ("[?]",) else ("[?]",)), "one") if to else None

    def of_assign(self, shape, state):
        found = []
        for middle, value, _ in self.value(shape[2], state):
            for after, place in self.place(shape[1], middle):
                if shape[3]:
                    after = self.read(after, place)
                    value = self.stepped(fact(after, place)) if place is not None else None
                if value is not None and value[0] == "to" and not self.keeps_pointers(place):
                    after = self.give_away(after, value, True)
                    value = None
                if place is not None and place[0] in self.places:
                    self.changed.add(place[0])
                found.append((self.write(after, place, value), value, None))
        return found

    def keeps_pointers(self, place):
        """Whether a pointer is followed through this place: a local variable."""
        return self.is_known(place) and not place[1]

    def give_away(self, state, value, stores=False):
        """An address that is not followed further: all of its object must be set. stores: others may change the object later."""
        place = (value[1], value[2][:-1] if value[2][-1:] == ("[?]",) else value[2])
        state = self.lose(self.read(state, place), self.pointers_in(state, place))
        if stores:
            self.kept.add(value[1])
            state = learn(state, place, None)
        return state

    def of_parts(self, shape, state):
        found = []
        for after, values, places in self.values(shape[1], state):
            for value in values:
                if value is not None and value[0] == "to":
                    after = self.give_away(after, value, True)
            found.append((after, None, None))
        return found

    def of_choose(self, shape, state):
        yes, no = self.branch(shape[1], [state])
        return [item for after in yes for item in self.value(shape[2], after)] + \
            [item for after in no for item in self.value(shape[3], after)]

    def truth(self, shape, state):
        yes, no = self.branch(shape, [state])
        return [(after, ("is", 1), None) for after in yes] + [(after, ("is", 0), None) for after in no]

    of_and = of_or = of_not = of_compare = truth

    # -------------------------------------------------- conditions

    def branch(self, shape, states):
        """(states in which a condition holds, those in which it does not)."""
        yes, no = [], []
        for state in states:
            more = self.branch_one(shape, state)
            yes += more[0]
            no += more[1]
        return self.joined(yes), self.joined(no)

    def branch_one(self, shape, state):
        if shape[0] == "not":
            return self.branch_one(shape[1], state)[::-1]
        if shape[0] in ("and", "or"):
            yes, no = self.branch(shape[1], [state])
            more_yes, more_no = self.branch(shape[2], yes if shape[0] == "and" else no)
            return (more_yes, no + more_no) if shape[0] == "and" else (yes + more_yes, more_no)
        if shape[0] == "compare":
            return self.compare(shape, state)
        yes, no = [], []
        for after, value, place in self.value(shape, state):
            self.divide(after, value, place, 0, no, yes)
        return yes, no

    def compare(self, shape, state):
        yes, no = [], []
        _, operator, left, right, unsigned = shape
        for after, values, places in self.values((left, right), state):
            at = 0 if values[1] and values[1][0] == "is" else 1
            number = values[1 - at]
            if number is None or number[0] != "is":
                yes.append(after)
                no.append(after)
            elif operator in ("==", "!="):
                self.divide(after, values[at], places[at], number[1], *((yes, no) if operator == "==" else (no, yes)))
            elif values[at] and values[at][0] == "is":
                one, other = values[0][1], values[1][1]
                holds = {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[operator]
                (yes if holds else no).append(after)
            elif number[1] == 0 and unsigned and operator == ("<", ">")[1 - at]:
                self.divide(after, values[at], places[at], 0, no, yes)
            else:
                yes.append(after)
                no.append(after)
        return yes, no

    def divide(self, state, value, place, number, same, other):
        """Puts a state where its value is the number, where it is another, or in both, with what is then known of the place."""
        known = self.is_known(place)
        if value is not None and value[0] == "to":
            sure = not isinstance(value[1], tuple) or value[2]
            if known and not sure and fact(state, place) == ("not", 0):
                sure = True
            if sure or number != 0 or not known:
                other.append(state)
            else:
                same.append(learn(state, place, ("is", 0)))
                other.append(learn(state, place, ("not", 0)) if fact(state, place) is None else state)
            return
        if agree(value, ("is", number)):
            same.append(learn(state, place, ("is", number)) if known else state)
        if agree(value, ("not", number)):
            other.append(learn(state, place, ("not", number)) if known and value is None else state)

    # -------------------------------------------------- calls

    def of_call(self, shape, state):
        name = shape[1]
        found = []
        for after, values, places in self.values(shape[2], state):
            simple = name.rpartition(":")[2]
            if simple in COPIES or simple in FILLS:
                found += self.copy(shape[2], after, values, simple in COPIES)
            elif name in self.program.shapes:
                found += self.inner_call(self.program.summary(name), after, values, places)
            else:
                found += self.foreign(simple, after, values)
        return found

    def copy(self, shapes, state, values, reads):
        if reads and values[1] is not None and values[1][0] == "to":
            state = self.give_away(state, values[1])
        if values[0] is not None and values[0][0] == "to":
            _, root, path, kind = values[0]
            whole = shapes[2] == ("sizeof", self.type_of((root, path))) and kind != "raw"
            state = self.write(state, (root, path if whole else path + ("[?]",)))
        return [(state, None, None)]

    def foreign(self, name, state, values):
        at, returned = SETS.get(name, (None, None))
        pointers = [value for place, value in enumerate(values) if value is not None and value[0] == "to" and place != at]
        for value in pointers:
            state = self.forget(self.give_away(state, value, name not in FOREIGN and at is None), value)
        if at is None or values[at] is None or values[at][0] != "to":
            return [(state, None, None)]
        after = self.write(state, (values[at][1], values[at][2]))
        if returned is None:
            return [(after, None, None)]
        return [(after, ("is", returned), None), (state, ("not", returned), None)]

    def inner_call(self, summary, state, values, places):
        found = []
        self.kept |= {values[root[1]][1] for root in summary.kept if isinstance(root, tuple) and root[1] < len(values) and
                      values[root[1]] is not None and values[root[1]][0] == "to"}
        for need in sorted(summary.needs, key=str):
            value = values[need.place[0][1]] if need.place[0][1] < len(values) else None
            if value is not None and value[0] == "to" and self.possible(need.given, values, places, state) is not None:
                state = self.read(state, self.through(value, need.place[1]))
        for outcome in summary.outcomes:
            after = self.possible(outcome.given, values, places, state)
            if after is None:
                continue
            for value in values:
                if value is not None and value[0] == "to":
                    after = self.forget(after, value)
            for (_, at), path in sorted(outcome.sets, key=str):
                if at < len(values) and values[at] is not None and values[at][0] == "to":
                    after = self.write(after, self.through(values[at], path))
            found.append((after, outcome.value, None))
        merged = {}
        for after, value, _ in found:
            merged.setdefault(after, []).append(value)
        return [(after, value, None) for after, all_values in merged.items()
                for value in ([None] if None in all_values or len(set(all_values)) > 4 else dict.fromkeys(all_values))]

    def possible(self, given, values, places, state):
        """The state, with what is given for the parameters of a call, or None if the arguments are others."""
        for at, value in given:
            if at >= len(values):
                continue
            have, place = values[at], places[at]
            if have is not None and have[0] == "to" and isinstance(have[1], tuple) and not have[2]:
                have = fact(state, place) if place is not None else None
            if not agree(have, value):
                return None
            if have is None and self.is_known(place):
                state = learn(state, place, value)
        return state

    @staticmethod
    def through(value, path):
        _, root, before, kind = value
        if kind == "raw":
            return root, before + ("[?]",)
        if kind == "row" and not (path and path[0].startswith("[")):
            return root, before + ("[0]",) + path
        return root, before + path

    # -------------------------------------------------- statements

    def statement(self, shape, states):
        return getattr(self, "run_" + shape[0])(shape, states) if states else Flow([], [], [], [])

    def run_do(self, shape, states):
        return Flow(self.joined(after for state in states for after, _, _ in self.value(shape[1], state)), [], [], [])

    def run_declare(self, shape, states):
        place = (shape[1], ())
        found = []
        for state in states:
            clean = State(frozenset(known for known in state.init if known[0] != shape[1]), learn(state, place, None).facts)
            if shape[2] is None:
                found.append(clean)
                continue
            for after, value, _ in self.value(shape[2], clean):
                found.append(self.write(after, place, value))
        return Flow(self.joined(found), [], [], [])

    def run_block(self, shape, states):
        return self.sequence(shape[1], states)

    def sequence(self, shapes, states):
        breaks, continues, returns = [], [], []
        for part in shapes:
            flow = self.statement(part, states)
            states = flow.next
            breaks += flow.breaks
            continues += flow.continues
            returns += flow.returns
        return Flow(states, breaks, continues, returns)

    def run_if(self, shape, states):
        yes, no = self.branch(shape[1], states)
        one, other = self.statement(shape[2], yes), self.statement(shape[3], no)
        return Flow(self.joined(one.next + other.next), one.breaks + other.breaks, one.continues + other.continues,
                    one.returns + other.returns)

    def run_loop(self, shape, states):
        _, condition, step, body, first = shape
        leaving, returns, seen = [], [], set()
        entering = list(states)
        if first:
            flow = self.statement(body, entering)
            leaving += flow.breaks
            returns += flow.returns
            entering = self.joined(flow.next + flow.continues)
        for turn in range(ROUNDS + 3):
            if turn >= ROUNDS:
                # What differs from turn to turn is given up.
                everything = entering + list(seen)
                kept = frozenset.intersection(*(state.facts for state in everything))
                entering = [self.lose(State(state.init, kept), state.facts - kept) for state in entering]
            entering = [state for state in self.joined(entering) if state not in seen]
            if not entering:
                break
            seen.update(entering)
            yes, no = self.branch(condition, entering)
            leaving += no
            flow = self.statement(body, yes)
            leaving += flow.breaks
            returns += flow.returns
            entering = self.joined(after for state in self.joined(flow.next + flow.continues)
                                   for after, _, _ in self.value(step, state))
        else:
            raise Unfollowed(f"{self.shape.name}: a loop does not come to rest")
        return Flow(self.joined(leaving), [], [], returns)

    def run_switch(self, shape, states):
        entries = [(after, value, place) for state in states for after, value, place in self.value(shape[1], state)]
        parts = shape[2][1] if shape[2][0] == "block" else (shape[2],)
        labels = [label for part in parts for label in labels_of(part)]
        numbers = [number for number, default in labels if not default]
        leaving, continues, returns, falling = [], [], [], []
        for part in parts:
            for number, default in labels_of(part):
                for after, value, place in entries:
                    falling += self.enter(after, value, place, numbers, None if default else number)
            flow = self.statement(inner_of(part), self.joined(falling))
            falling = flow.next
            leaving += flow.breaks
            continues += flow.continues
            returns += flow.returns
        if not any(default for _, default in labels):
            for after, value, place in entries:
                falling += self.enter(after, value, place, numbers, None)
        return Flow(self.joined(leaving + falling), [], continues, returns)

    def enter(self, state, value, place, numbers, number):
        """The states that come to a label: of a number, or of none of them."""
        same, other = [], []
        if number is not None:
            self.divide(state, value, place, number, same, other)
            return same
        return [state] if all(agree(value, ("not", known)) for known in numbers if known is not None) else []

    def run_case(self, shape, states):
        return self.statement(inner_of(shape), states)

    @staticmethod
    def run_break(_, states):
        return Flow([], states, [], [])

    @staticmethod
    def run_continue(_, states):
        return Flow([], [], states, [])

    def run_return(self, shape, states):
        found = []
        for state in states:
            for after, value, _ in self.value(shape[1], state):
                if value is not None and value[0] == "to":
                    after, value = self.give_away(after, value), None
                found.append((after, value))
        return Flow([], [], [], list(dict.fromkeys(found)))

    def run_unknown(self, _, states):
        raise Unfollowed(f"{self.shape.name}: a jump, or instructions of the machine")


class Unfollowed(Exception):
    """A function that cannot be followed."""


def labels_of(part):
    return [(part[1], part[3])] + labels_of(part[2]) if part[0] == "case" else []


def inner_of(part):
    return inner_of(part[2]) if part[0] == "case" else part


class Paths:
    """All functions of a program. What nobody asks for is not followed."""

    def __init__(self, shapes):
        self.shapes = {shape.name: shape for shape in shapes}
        self.summaries = {}
        self.found = {}
        self.open = []

    def summary(self, name):
        if name not in self.summaries:
            shape = self.shapes[name]
            body = Body(shape, self)
            # A function that comes back to itself: its pointers are read.
            self.summaries[name] = unknown(shape)
            try:
                self.summaries[name] = body.run()
            except Unfollowed:
                body.found = set(shape.candidates)
            self.found[name] = body.found
        return self.summaries[name]

    def findings(self):
        """(name of the object, file, line, function) of each object that may be read before it was set."""
        found = Counter()
        for name, shape in self.shapes.items():
            if shape.candidates:
                self.summary(name)
                found.update((*shape.candidates[identity], shape.name.rpartition(":")[2]) for identity in self.found[name])
        return sorted(found)


def unknown(shape):
    needs = frozenset(Need((("behind", at), ()), frozenset()) for at, identity in enumerate(shape.parameters)
                      if is_pointer(shape.types.get(identity, "")))
    return Summary((Outcome(None, frozenset(), frozenset()),), needs, frozenset(need.place[0] for need in needs))
