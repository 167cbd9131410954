"""Makes machine code of LLVM code: a program that reads the one and writes the other.

It runs in a process of its own, since LLVM's switches hold for all that a process compiles.
What is chosen here was measured (docs/webassembly.md).
"""

import re
import sys

from llvmlite import binding as llvm

TRIPLE = "wasm32-unknown-unknown"
# In every browser since 2023.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
# Loops are left as they are written, since WebAssembly has no addresses before the one it is given;
# and much is inlined, since calls cost more there.
SWITCHES = ("-disable-lsr", "-inline-threshold=1500")
ROUNDS = 2  # of all optimisations: what is inlined at first opens the way for more
DECLARED = re.compile(r"^declare [^\n]*@(?!llvm\.)([\w.]+)\(", re.MULTILINE)


def machine_code(code: str) -> bytes:
    """An object file of one text, which is optimised as a whole."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for switch in SWITCHES:
        llvm.set_option("", switch)
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, features=FEATURES, codemodel="default", reloc="static"
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    module = llvm.parse_assembly(head + code)
    module.verify()
    for _ in range(ROUNDS):
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
    if missing := sorted({*DECLARED.findall(str(module))}):
        sys.exit(
            f"{', '.join(missing)} would have to come from outside, which a module does without: "
            "nothing may be allocated, and exp and log are those of formicarium.core.exponential"
        )
    code_object: bytes = machine.emit_object(module)
    return code_object


if __name__ == "__main__":
    sys.stdout.buffer.write(machine_code(sys.stdin.buffer.read().decode()))
