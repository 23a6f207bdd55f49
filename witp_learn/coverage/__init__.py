"""Which clauses the rules carry, the tests pin down and lessons show; where rulings are decided.

Everything is read from the files themselves: docstrings that end in ``Rules: 7.1a, 7.1c``, tests
marked ``@pytest.mark.clause("7.1a")``, walkthroughs and notebooks that cite a clause. Rulings are
cited by slug, and tests marked ``@pytest.mark.ruling("trp-floor")``. The tests are in the checkout
only; an installed package says so.
"""

from witp_learn.coverage.code import implemented
from witp_learn.coverage.lessons import taught
from witp_learn.coverage.marks import tested, tests_folder
from witp_learn.coverage.report import Coverage, Decided, Row, coverage, descriptive
from witp_learn.coverage.rulings import decided

__all__ = [
    "Coverage",
    "Decided",
    "Row",
    "coverage",
    "decided",
    "descriptive",
    "implemented",
    "taught",
    "tested",
    "tests_folder",
]
