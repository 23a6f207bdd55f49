"""Which clauses of the rulebook the rules carry, the tests pin down and the lessons show.

Everything is read from the files themselves: docstrings that end in ``Rules: 7.1a, 7.1c``, tests
marked ``@pytest.mark.clause("7.1a")``, walkthroughs and notebooks that cite a clause. The tests
are in the checkout only; an installed package says so.
"""

from witp_learn.coverage.code import implemented
from witp_learn.coverage.lessons import taught
from witp_learn.coverage.marks import tested, tests_folder
from witp_learn.coverage.report import Coverage, Row, coverage, descriptive

__all__ = [
    "Coverage",
    "Row",
    "coverage",
    "descriptive",
    "implemented",
    "taught",
    "tested",
    "tests_folder",
]
