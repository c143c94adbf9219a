"""Which Debian package brings each program that tests and scripts start: `programs.py`

Fails for a program that is neither in programs.txt nor in Debian's essential packages, and for a package there that
setup.sh does not install. What happens to be on this machine is how a missing package goes unseen; so a name that is a
program here, where a program's name may stand, counts as one that is started.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("programs.txt")
FOLDERS = ("/usr/bin", "/usr/sbin", "/bin", "/sbin")
STARTERS = {
    "run", "Popen", "check_output", "check_call", "call", "which", "create_subprocess_exec", "execvp", "execv",
    "inside", "Terminal", "Service",
}
"""Calls whose first text, or first text of whose first list, is a program."""
BUILTINS = set(
    "alias awk bg break builtin case cd command compgen continue declare do done echo elif else esac eval exec exit "
    "export false fg fi for function getopts hash if in jobs kill let local printf pwd read readarray readonly return set "
    "shift shopt source test then time times trap true type ulimit umask unset until wait while".split())
BEFORE_A_COMMAND = re.compile(
    r"(?:^|[;|&(!{]|\$\(|\b(?:then|do|else|if|elif|while|until|exec|setsid|as_root|xargs|command -v)\s)"
    r"\s*(?:[A-Za-z_]\w*=[\w./:-]*\s+)*(/?[A-Za-z][\w./+-]*)(?![\w=(])")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def essential_programs():
    """Of the packages that every Debian has (Debian Policy 3.8), and apt's, by which the others come."""
    listed = output("dpkg-query", "-W", "-f", "${Package} ${Essential}\n").splitlines()
    packages = [line.split()[0] for line in listed if line.endswith(" yes")]
    files = output("dpkg-query", "-L", *packages, "apt").splitlines()
    return {Path(file).name for file in files if str(Path(file).parent) in FOLDERS} | {"awk", "sh"}


def declared_packages():
    """Those of setup.sh's lists."""
    script = """source scripts/lib/setup.sh
        for list in $(compgen -v | grep _packages$); do declare -n found=$list; printf '%s\\n' "${found[@]}"; done"""
    return set(output("bash", "-c", script).split())


def table():
    """`PROGRAM PACKAGE...`: the package that brings it, then those without which it does not do what tests ask."""
    rows = [line.split() for line in TABLE.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return {row[0]: row[1:] for row in rows}


def here(name):
    return any(Path(folder, name).is_file() for folder in FOLDERS)


def first_texts(node):
    """The text with which a call's arguments, or a list, begin."""
    items = node.args if isinstance(node, ast.Call) else node.elts
    if items and isinstance(items[0], ast.Constant) and isinstance(items[0].value, str):
        yield items[0].value


def python_programs(text):
    """Of calls that start one: whatever stands there. Of other lists: what is a program on this machine, with options."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            lists = [item for item in node.args[:1] if isinstance(item, (ast.List, ast.Tuple))]
            owner = getattr(getattr(node.func, "value", None), "id", "")
            for word in [word for item in lists for word in first_texts(item)] if name in STARTERS else []:
                yield word
            if name in STARTERS and (owner in ("shutil", "os", "asyncio") or name == "inside"):
                yield from first_texts(node)
            yield from (
                item.value.value for item in node.keywords
                if item.arg == "program" and isinstance(item.value, ast.Constant) and isinstance(item.value.value, str))
        elif isinstance(node, (ast.List, ast.Tuple)):
            words = [item.value for item in node.elts[1:] if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            if any(re.match(r"-\w|--\w", word) for word in words):
                yield from (word for word in first_texts(node) if here(word))


def shell_functions(texts):
    return {name for text in texts for name in re.findall(r"^(?:function )?(\w+)\(\)", text, re.MULTILINE)}


def shell_programs(text, functions):
    text = re.sub(r"<<-?\s*'?(\w+)'?.*?^\s*\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"(?:^|\s)#.*", "", text).replace("\\\n", " ")
    text = re.sub(r"\$?\(\(.*?\)\)", "Q", text, flags=re.DOTALL)
    text = re.sub(r"=~[^\n]*?\]\]", "]]", text)
    # What stands in quotation marks is not run, but for what is between "$(" and ")"; arrays neither.
    text = re.sub(r"\$\{[^{}]*\}", "Q", text)
    text = re.sub(
        r"""'[^']*'|"([^"]*)\"""", lambda found: " ".join(["Q", *re.findall(r"\$\([^)]*\)", found[1] or "")]), text)
    text = re.sub(r"\b\w+\+?=\([^)]*\)", "Q", text)
    text = re.sub(r"^\s*[^()\n]*\)(?= )", "", text, flags=re.MULTILINE)  # the patterns of a `case`
    for line in text.splitlines():
        for word in BEFORE_A_COMMAND.findall(line):
            # The project's own scripts come with it.
            if (ROOT / word).is_file() or word.endswith(".sh"):
                continue
            if word not in BUILTINS | functions and word.islower():
                yield word


def started():
    """Each program with a file that starts it."""
    found, shells = {}, {}
    for file in sorted(file for folder in ("Tests", "scripts") for file in (ROOT / folder).rglob("*")):
        if file == Path(__file__) or not file.is_file() or file.parent.name == "__pycache__":
            continue
        name = str(file.relative_to(ROOT))
        text = file.read_text(encoding="utf-8", errors="replace")
        head = text.partition("\n")[0]
        programs = re.findall(r'"/usr/s?bin/([\w.+-]+)"', text)
        if name.endswith(".py") or (head.startswith("#!") and "python" in head):
            programs += python_programs(text)
        elif name.endswith(".sh") or (head.startswith("#!") and head.endswith("sh")):
            shells[name] = text
        for program in programs:
            found.setdefault(Path(program).name, name)
    functions = shell_functions(shells.values())
    for name, text in shells.items():
        for program in shell_programs(text, functions):
            found.setdefault(Path(program).name, name)
    return found


def problems():
    known, declared, essential = table(), declared_packages(), essential_programs()
    for program, file in sorted(started().items()):
        if program not in known and program not in essential:
            yield f"{file} starts {program}: no line of scripts/lib/programs.txt says which package brings it."
    for program, packages in known.items():
        for package in set(packages) - declared - {"-"}:
            yield f"{program} needs the package {package}, which scripts/lib/setup.sh does not install."


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
