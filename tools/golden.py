"""Write the expected log and fingerprint of every recorded game anew.

``python tools/golden.py --write`` after a change that is meant to alter them; without ``--write``
it only says which differ.
"""

from __future__ import annotations

import sys
from pathlib import Path

import witp_learn as witp
from witp_learn.playing import games

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"


def expected(name: str) -> str:
    """What happens in a recorded game, line by line, and where it ends."""
    played = witp.replay(f"example:{name}")
    points = "not counted" if played.state.trp is None else "{} and {}".format(*played.state.trp)
    end = [played.status, f"RP left: {points}", f"Fingerprint: {played.hash}"]
    return "\n".join([*played.log(), "", *end, ""])


def main(words: list[str]) -> int:
    """Write or compare; the exit status is 1 when something differs and was not written."""
    differ = []
    for name in games():
        path = FOLDER / f"{name}.txt"
        text = expected(name)
        if not path.exists() or path.read_text("utf-8") != text:
            differ.append(name)
            if "--write" in words:
                FOLDER.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
    sys.stdout.write(f"differ: {', '.join(differ) or 'none'}\n")
    return int(bool(differ) and "--write" not in words)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
