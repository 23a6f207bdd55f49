"""Promises of the repository itself: what its files may hold, and what its pages may claim."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import witp_learn
from witp_learn import rulebook

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 600
WIDGETS = ("IPython", "anywidget", "ipyleaflet", "ipywidgets", "traitlets", "voila", "numpy")
TEXTS = {".cfg", ".cff", ".css", ".csv", ".html", ".ipynb", ".j2", ".js", ".json", ".md", ".py"}
TEXTS |= {".svg", ".toml", ".txt", ".yaml", ".yml", ""}

# Written in two parts, so that this file does not hold what it forbids.
FOREIGN = [
    "".join(parts)
    for parts in (
        ("pypi", ".org"),
        ("python", "hosted.org"),
        ("npm", "js.org"),
        ("npm", "js.com"),
        ("deb.", "debian.org"),
        ("proxy.", "golang.org"),
        ("/work", "/main"),
        ("/work", "/shared"),
        ("/root", "/"),
        ("/opt", "/wheels"),
    )
]


def tracked() -> list[Path]:
    """Every file under version control, or not ignored by it, that still exists."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def named(paths: list[Path]) -> list[str]:
    """The same paths, as readers of a failing test know them."""
    return [str(path.relative_to(ROOT)) for path in paths]


def python_files() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_no_module_is_longer_than_600_lines() -> None:
    modules = [path for path in python_files() if not path.is_relative_to(ROOT / "tests")]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    assert named([path for path, length in lengths.items() if length > LONGEST]) == []


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = []
    for path in tracked():
        if path.suffix in TEXTS:
            text = path.read_text(encoding="utf-8")
            found += [f"{path.relative_to(ROOT)}: {name}" for name in FOREIGN if name in text]
    assert found == []


def test_nothing_evaluates_text_as_code() -> None:
    found = []
    for path in python_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("eval", "exec"):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    for path in tracked():
        if path.suffix in (".js", ".html", ".j2"):
            text = path.read_text(encoding="utf-8")
            if re.search(r"\beval\s*\(|\bnew Function\s*\(", text):
                found.append(str(path.relative_to(ROOT)))
    assert found == []


def test_make_commands_in_the_pages_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        shown = "\n".join(re.findall(r"```.*?```|`[^`]+`", text, flags=re.DOTALL))
        used = set(re.findall(r"\bmake ([a-z]+)\b", shown))
        assert used, f"{name} shows no make command"
        assert used <= targets, name


def shown(page: str, kind: str) -> list[str]:
    """The fenced blocks of a page whose language is ``kind`` (empty: none is named)."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def test_commands_in_the_readme_answer(tmp_path: Path) -> None:
    lines = [line for block in shown("README.md", "") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("witp-learn ")]
    assert len(commands) >= 2
    for words in commands:
        done = subprocess.run(
            [sys.executable, "-m", "witp_learn", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout.strip(), words


def test_python_in_the_readme_runs() -> None:
    blocks = shown("README.md", "python")
    assert blocks
    for code in blocks:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip()


def test_links_between_the_pages_lead_somewhere() -> None:
    broken = []
    for page in (path for path in tracked() if path.suffix == ".md"):
        for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
            if "://" not in link and not (page.parent / link).exists():
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def marked_clauses() -> Iterator[tuple[str, str]]:
    """Where a test names a clause, and the clause."""
    for path in python_files():
        if not path.is_relative_to(ROOT / "tests"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                for word in node.args:
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield where, ast.literal_eval(word)


def cited_clauses() -> Iterator[tuple[str, str]]:
    """Where a docstring's last line ``Rules: 7.1a-c, 6.2b`` names a clause, and the clause."""
    for path in python_files():
        if not path.is_relative_to(ROOT / "witp_learn"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                lines = (ast.get_docstring(node) or "").splitlines()
                if lines and lines[-1].startswith("Rules: "):
                    where = f"{path.relative_to(ROOT)}: {getattr(node, 'name', 'module')}"
                    for item in lines[-1].removeprefix("Rules: ").rstrip(".").split(","):
                        yield from ((where, clause) for clause in spelled_out(item.strip()))


def spelled_out(item: str) -> list[str]:
    """``7.1a-c`` as ``7.1a``, ``7.1b``, ``7.1c``; anything else as it is."""
    span = re.fullmatch(r"(.*\d)([a-z])-([a-z])", item)
    if span is None:
        return [item]
    section, first, last = span.groups()
    return [f"{section}{chr(letter)}" for letter in range(ord(first), ord(last) + 1)]


def test_every_clause_that_a_test_names_exists() -> None:
    known = rulebook.clauses()
    assert [(where, name) for where, name in marked_clauses() if name not in known] == []


def test_every_clause_that_a_docstring_names_exists() -> None:
    known = rulebook.clauses()
    assert [(where, name) for where, name in cited_clauses() if name not in known] == []


def test_importing_the_package_loads_no_widget() -> None:
    code = f"import sys, witp_learn; print([name for name in {WIDGETS} if name in sys.modules])"
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert printed.strip() == "[]"


def test_constraints_name_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [
        line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)
    ] == []


def test_constraints_cover_what_the_project_asks_for() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {canonicalize_name(name): version for name, version in (x.split("==") for x in lines)}
    about = project()["project"]
    asked = list(about["dependencies"])
    for extra in about["optional-dependencies"].values():
        asked += extra
    for text in asked:
        wanted = Requirement(text)
        if wanted.name != about["name"]:
            assert pinned[canonicalize_name(wanted.name)] in wanted.specifier, text


def test_every_page_tells_the_same_version() -> None:
    version = project()["project"]["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {version}\n" in citation
    assert f"## [{version}]" in changes
    assert witp_learn.__version__ == version
