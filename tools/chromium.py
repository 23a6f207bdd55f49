"""Find a Chromium for the browser tests, and install Debian's where that is possible.

Run as a script it prints the browser's path. Without a browser it installs one when it is
allowed to (root, with apt-get), and otherwise says the one line that does.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
INSTALL = "apt-get install chromium"
MISSING = (
    "The browser tests need Chromium or Chrome, and none was found. Install one, for example:\n"
    f"    sudo {INSTALL}\n"
    "or name yours: CHROMIUM=/path/to/chrome make test"
)


def find() -> str | None:
    """Path of a Chromium or Chrome on this machine; the variable CHROMIUM comes first."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    return str(MAC) if MAC.exists() else None


def may_install() -> bool:
    """True for root on a machine with apt-get: only then is anything installed."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> None:
    """Install Debian's Chromium."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "-qq", "update"],
        [
            "apt-get",
            "-qq",
            "install",
            "-y",
            "--no-install-recommends",
            "chromium",
            "fonts-dejavu-core",
        ],
    ):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> int:
    """Print the browser's path; 1 when there is none and none can be installed."""
    path = find()
    if path is None and may_install():
        print("Installing Chromium for the browser tests.", flush=True)
        install()
        path = find()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 1
    print(f"Browser: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
