"""The LLVM code of a module, from the code of its entries that `core/linking.py` keeps.

That code was made for this machine, whose addresses have 64 bits; WebAssembly's have 32. It asks
for the places of fields by numbers of bytes, so all that remains is to leave each address as much
room as it had. Whatever only Python needs (counting users, words of errors) is left out. Functions
are named after what they do: two that do the same are one, and the same rules give the same text.
"""

import re
from dataclasses import dataclass, field
from math import prod
from typing import Any

from formicarium.core.errors import FormicariumError
from formicarium.core.linking import linked_code
from formicarium.core.reach import shortened
from formicarium.wasm.interface import Block, EntryPoint, Number

SYMBOL = re.compile(r'c"[^"]*"|@("[^"]*"|[-\w.$]+)')  # or a text, which may look like one
DEFINITION = re.compile(r"^define [^\n]*\{\n.*?^\}$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:@|declare )[^\n]*$", re.MULTILINE)
# What is said of a function beside what it does, and how a linker is to treat it.
REMARKS = re.compile(r"(?:, ![\w.]+ !\d+)+$| #\d+(?= \{$|$)", re.MULTILINE)
LINKAGE = re.compile(r"^define (?:(?:linkonce_odr|weak_odr|external|internal|dso_local|hidden) )*")
SHARED = re.compile(r" = (?:common|linkonce_odr|weak_odr) ")
ROOM = re.compile(r"= alloca [^\n]*")
# Rows with addresses in them, taken as a whole or by field: their sizes would be others.
HAS_ADDRESSES = re.compile(
    r"(?:getelementptr (?:\w+ )*?|load |store )[{[][^%@\n]*\bptr\b[^%@\n]*[}\]]"
    r"|getelementptr (?:\w+ )*?ptr, "
)

OWN = "itself"
NOT_USED = f"@{OWN} = internal constant i8 0"
DOES_NOTHING = f"define internal void @{OWN}(ptr %0) {{\n  ret void\n}}"
COUNTS_USERS = {"NRT_incref", "NRT_decref"}
ROOT = "llvm.sqrt.f64"
# LLVM would ask a library for the length of what ends with a zero.
NO_LIBRARY = '"no-builtin-strlen" "no-builtin-wcslen"'


def code_of(entries: tuple[EntryPoint, ...]) -> str:
    """The text of a module."""
    parts = {ROOT: f"declare double @{ROOT}(double)", "llvm.trap": "declare void @llvm.trap()"}
    wrappers = []
    for entry in entries:
        name, text = linked_code(entry.rule, tuple(_type_of(one) for one in entry.takes))
        wrappers.append(wrapped(entry, EntryCode(text, parts).named(name)))
    return "\n".join([*parts.values(), *wrappers, ""])


@dataclass
class EntryCode:
    """The code of one entry, whose parts get names that do not depend on when they were made."""

    text: str
    parts: dict[str, str]  # all that was named so far, by its new name
    names: dict[str, str] = field(default_factory=dict)
    naming: list[str] = field(default_factory=list)  # what is being named, its callers first

    def __post_init__(self) -> None:
        found = [*DEFINITION.findall(self.text), *LINE.findall(self.text)]
        self.definitions = {_symbol_in(part): part for part in found}

    def named(self, symbol: str) -> str:
        """The new name of a function or a constant; all that it needs comes before it."""
        if self.naming[-1:] == [symbol]:
            return OWN
        if symbol in self.naming:
            raise FormicariumError(f"rules that call each other in turn cannot be kept: {symbol}")
        if symbol not in self.names:
            self.naming.append(symbol)
            self.names[symbol] = self._kept(symbol)
            self.naming.pop()
        return self.names[symbol]

    def _kept(self, symbol: str) -> str:
        """Keep what a symbol stands for, under the name that this gives it."""
        if symbol == "sqrt":
            return ROOT
        text = self._plain(symbol)
        name = symbol if text.startswith("declare ") else f"part.{shortened(text)}"
        self.parts.setdefault(name, text.replace(f"@{OWN}", f"@{name}"))
        return name

    def _plain(self, symbol: str) -> str:
        """What a symbol stands for, without all that a module has no use for."""
        if symbol in COUNTS_USERS:
            return DOES_NOTHING
        if symbol.startswith(".const.pickle"):  # words of errors
            return NOT_USED
        text = REMARKS.sub("", self.definitions[symbol])
        if text.startswith("declare "):
            return text
        text = SHARED.sub(" = internal ", LINKAGE.sub("define internal ", text))
        text = ROOM.sub(lambda found: re.sub(r"\bptr\b", "i64", found[0]), text)
        if found := HAS_ADDRESSES.search(text):
            raise FormicariumError(f"this depends on the size of addresses: {found[0]}")
        return SYMBOL.sub(self._renamed, text).replace("{\n", f"{NO_LIBRARY} {{\n", 1)

    def _renamed(self, found: re.Match[str]) -> str:
        return "@" + self.named(_unquoted(found[1])) if found[1] else found[0]


def _symbol_in(part: str) -> str:
    """What a part defines: the first name in it."""
    return next(_unquoted(found[1]) for found in SYMBOL.finditer(part) if found[1])


def _unquoted(name: str) -> str:
    return name.strip('"')


# --- What is called from outside ------------------------------------------------------------------


ENDING = """\
  %is_done = icmp eq i32 %status, 0
  br i1 %is_done, label %done, label %failed
failed:
  call void @llvm.trap()
  unreachable
done:
"""
# What is given back: from which type, and how.
GIVES = {
    "": ("i64", "void", "  ret void"),
    "i32": (
        "i64",
        "i32",
        "  %given = load i64, ptr %result\n  %short = trunc i64 %given to i32\n  ret i32 %short",
    ),
    "f64": ("double", "double", "  %given = load double, ptr %result\n  ret double %given"),
}


def wrapped(entry: EntryPoint, name: str) -> str:
    """A function that takes plain addresses and numbers, and calls a rule in the way of Numba."""
    slot, kind, giving = GIVES[entry.gives]
    given = ", ".join(f"{_word(one)} %{one.name}" for one in entry.parameters)
    steps = [f"%result = alloca {slot}", "%error = alloca i64"]
    handed = ["ptr %result", "ptr %error"]
    for one in entry.takes:
        if isinstance(one, Number):
            handed.append(f"i64 {_wide(one, steps)}")
        else:
            handed += _array(one, steps)
    steps.append(f"%status = call i32 @{name}({', '.join(handed)})")
    body = "".join(f"  {step}\n" for step in steps)
    return f"define {kind} @{entry.name}({given}) {{\n{body}{ENDING}{giving}\n}}"


def _word(one: Number | Block) -> str:
    return one.kind if isinstance(one, Number) else "ptr"


def _wide(number: Number, steps: list[str], of: str = "") -> str:
    """A number as the rules take it."""
    if number.kind == "i64":
        return f"%{number.name}"
    name = f"%{of}.{number.name}"
    steps.append(f"{name} = sext i32 %{number.name} to i64")
    return name


def _array(memory: Block, steps: list[str]) -> list[str]:
    """Memory as Numba hands an array over: nobody counts its users; its lengths and steps."""
    name = f"%{memory.name}"
    if memory.desk is not None:
        steps.append(f"{name} = getelementptr i8, ptr %desk, i32 {memory.at}")
    first, *later = memory.shape
    step = memory.item.itemsize * prod(map(int, later))
    length = _wide(Number(first), steps, memory.name) if isinstance(first, str) else str(first)
    steps.append(f"{name}.items = mul i64 {length}, {prod(map(int, later))}")
    strides = [step]
    for one in later:
        strides.append(strides[-1] // int(one))
    return [
        "ptr null, ptr null",
        f"i64 {name}.items, i64 {memory.item.itemsize}, ptr {name}",
        *(f"i64 {one}" for one in (length, *later, *strides)),
    ]


def _type_of(one: Number | Block) -> Any:
    """How Numba calls what a rule is handed."""
    from numba import types
    from numba.np.numpy_support import from_dtype

    if isinstance(one, Number):
        return types.uint64 if one.kind == "i64" else types.int64
    return types.Array(from_dtype(one.item), len(one.shape), "C", readonly=one.is_fixed)
