"""Make the Voila that a Jupyter server carries show notebooks in the companion's own template.

`witp-learn app` starts a Voila of its own. On Binder and on a hub the server is there already and
Voila runs inside it, so the template and the settings go where that server looks for them.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir

from witp_learn.ui.serve import APP_PORT, app_command

OWN_SERVER = "Voila"
"""The section for a Voila that is a server itself: its port, for one."""


def main() -> None:
    """Write the template and the settings for the user who runs this."""
    data = Path(jupyter_data_dir())
    with TemporaryDirectory() as made:
        folder = Path(made)
        app_command(APP_PORT, folder)
        settings = json.loads((folder / "config" / "voila.json").read_text("utf-8"))
        for template in (folder / "voila" / "templates").iterdir():
            goal = data / "voila" / "templates" / template.name
            shutil.copytree(template, goal, dirs_exist_ok=True)
    settings.pop(OWN_SERVER)
    # Otherwise every page asks another machine for MathJax, which no page here uses.
    settings["ServerApp"] = {"tornado_settings": {"mathjax_url": ""}}
    config = Path(jupyter_config_dir())
    config.mkdir(parents=True, exist_ok=True)
    target = config / "jupyter_server_config.json"
    before = json.loads(target.read_text("utf-8")) if target.exists() else {}
    target.write_text(json.dumps({**before, **settings}, indent=1) + "\n", "utf-8")
    print(f"Template in {data}, settings in {target}")


if __name__ == "__main__":
    main()
