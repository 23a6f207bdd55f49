"""Run every notebook of the examples and the course, and compare the cells that are the lesson.

nbval runs each notebook from top to bottom; a cell tagged ``nbval-check-output`` must print
what is stored, every other cell must merely run.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("examples", "tutorials")


def notebooks() -> list[Path]:
    """Every notebook that a reader can open, sorted by path."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.ipynb"))
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def main() -> int:
    """Exit status of the run; a checkout without notebooks is said, and is no failure."""
    found = notebooks()
    if not found:
        print("No notebooks yet.")
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval-lax"]
    command += ["--nbval-current-env", "--nbval-sanitize-with", str(ROOT / "tests" / "nbval.cfg")]
    command += ["-n", "2", "--dist", "loadfile"]
    return subprocess.run([*command, *map(str, found)], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
