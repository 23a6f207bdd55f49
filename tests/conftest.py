"""What all tests share: Hypothesis profiles, and the fixtures of ``browsing.py``."""

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["browsing"]

# A slow machine must not fail a property, and the build server must repeat its examples.
settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "local")
