"""Builds the fuzzer: Sabir's own modules with coverage counters, everything else as the debug build left it.

SwiftPM would compile every dependency anew for it; so the compiler's arguments are read from SwiftPM's plan of the
debug build, and its objects are linked. Run from the root folder, after `swift build`. Only what changed is compiled.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
from concurrent import futures

PLAN = pathlib.Path(".build/debug.yaml")
OBJECTS = pathlib.Path(".build/debug/sabir.product/Objects.LinkFileList")
OUT = pathlib.Path(".build/fuzz")
# Layer upon layer (docs/decisions/0003-one-core-and-layers.md): what is of one layer imports the layers before it alone,
# and is compiled side by side, the longest first. Sabir's other modules are linked as the debug build left them.
LAYERS = [
    ["SabirCore"],
    ["SabirProtocol"],
    ["SabirTranslation", "SabirRoom", "SabirClient", "SabirDiscovery"],
    ["SabirFeed", "SabirSecurity"],
    ["SabirWeb", "SabirIRC", "SabirConfiguration"],
    ["SabirNode"],
]
MODULES = [name for layer in LAYERS for name in layer]
VECTORS = pathlib.Path("Tests/SabirProtocolTests/Vectors/packets.json")
# A node's services in memory, which the tests of the page have too.
SUPPORT = pathlib.Path("Tests/SabirWebTests/Support")
SHARED = ["FakeNodeServices", "FakeRoom", "Help", "PageFolder"]
MODE = ["-O", "-wmo", "-enable-testing", "-sanitize=fuzzer"]


def planned(module):
    """The compiler's arguments for a module that say where what it imports lies."""
    name = re.escape(f'"C.{module}-') + r'[^"]*\.module":.*?\n    args: (\[.*?\])\n'
    found = re.search(name, PLAN.read_text(errors="replace"), re.DOTALL)
    if not found:
        sys.exit(f"{PLAN} says nothing of {module}: run 'swift build' first.")
    arguments = iter(json.loads(found[1])[1:])
    kept = []
    for argument in arguments:
        if argument in ("-Xcc", "-I", "-target", "-swift-version", "-package-name", "-module-cache-path"):
            kept += [argument, next(arguments)]
        elif argument.startswith(("-D", "-L", "-l")) and argument != "-DDEBUG":
            kept.append(argument)
    return kept


def run(command):
    if subprocess.run(command).returncode != 0:
        sys.exit("The fuzzer cannot be built.")


def newest(paths):
    return max((path.stat().st_mtime for path in paths), default=0)


def compile_module(name, sources, arguments, newest_import):
    """Yields the time at which it was made."""
    made = OUT / f"{name}.o"
    changed = max(newest(sources), newest_import)
    if not made.exists() or made.stat().st_mtime < changed:
        print(f"Compiling {name} ...", flush=True)
        command = ["swiftc", "-module-name", name, "-parse-as-library", "-I", OUT, *arguments, *MODE]
        command += ["-emit-module", "-emit-module-path", OUT / f"{name}.swiftmodule", "-c", "-o", made, *sources]
        run(command)
    return made.stat().st_mtime


def link():
    """Sabir's modules as compiled here, and of the debug build what else the program is linked with."""
    made = OUT / "sabir-fuzz"
    ours = [OUT / f"{name}.o" for name in [*MODULES, "SabirFuzz"]]
    if made.exists() and made.stat().st_mtime >= newest(ours):
        return
    print("Linking ...", flush=True)
    built_here = re.compile(rf"/(sabir|{'|'.join(MODULES)})\.build/")
    theirs = [line for line in OBJECTS.read_text().splitlines() if not built_here.search(line)]
    (OUT / "objects").write_text("\n".join(theirs))
    libraries = ["-l" + name for name in re.findall(r'"-l([\w.+-]+)"', PLAN.read_text(errors="replace"))]
    run(["swiftc", "-sanitize=fuzzer", "-o", made, *ours, f"@{OUT}/objects", *dict.fromkeys(libraries)])


def write_vectors():
    """The contract's examples are the best seeds for packets."""
    folder = OUT / "corpus/packets"
    folder.mkdir(parents=True, exist_ok=True)
    for number, vector in enumerate(json.loads(VECTORS.read_text())["vectors"]):
        (folder / f"vector-{number}").write_text(json.dumps(vector["packet"], ensure_ascii=False))


def compile_all():
    """Yields when the last module was made."""

    def module(name, after):
        return compile_module(name, sorted(pathlib.Path("Sources", name).rglob("*.swift")), planned(name), after)

    made = 0
    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for layer in LAYERS:
            made = max(pool.map(module, layer, [made] * len(layer)))
    sources = sorted(pathlib.Path("Fuzz").rglob("*.swift")) + [SUPPORT / f"{name}.swift" for name in SHARED]
    compile_module("SabirFuzz", sources, planned("SabirNode"), made)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    compile_all()
    link()
    write_vectors()


main()
