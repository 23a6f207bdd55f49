"""The only place that imports widgets: map, page companion, apps and the Voila template.

An app is a function named like its module, and imported when it is first asked for::

    from witp_learn.ui import steps, supply_lab
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

APPS = ("combat_lab", "dicepool_lab", "map_check", "move_lab", "play", "steps", "supply_lab")
"""The apps by name."""


class _Package(ModuleType):
    """This package: under the name of an app stands the app, also once its module is imported."""

    def __getattr__(self, name: str) -> Any:
        if name not in APPS:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{self.__name__}.{name}"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        is_module = isinstance(value, ModuleType) and name in APPS
        super().__setattr__(name, getattr(value, name) if is_module else value)


sys.modules[__name__].__class__ = _Package
