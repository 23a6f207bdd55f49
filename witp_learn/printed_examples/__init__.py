"""Every printed example of the rulebook, reproduced: what is printed beside what is computed.

The examples, in our words and with their printed values, stand in ``data/printed_examples.toml``;
no computed value does. Each is computed when it is asked for, from a position or a recorded game.
"""

from __future__ import annotations

from witp_learn.printed_examples.rows import Verdict
from witp_learn.printed_examples.table import Printed, PrintedExample, Reproduced, printed

__all__ = ["Printed", "PrintedExample", "Reproduced", "Verdict", "printed"]
