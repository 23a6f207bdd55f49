"""What all tests share: Hypothesis profiles, the built wheel, the fixtures of ``browsing.py``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["browsing"]

# A slow machine must not fail a property, and the build server must repeat its examples.
settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or changes the settings and the map of whoever runs it."""
    os.environ["WITP_LEARN_HOME"] = str(tmp_path_factory.mktemp("home"))
    os.environ.pop("WITP_LEARN_DATA", None)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built now."""
    folder = tmp_path_factory.mktemp("wheel")
    root = Path(__file__).resolve().parent.parent
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*build, str(root)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))
