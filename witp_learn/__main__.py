"""``python -m witp_learn``: the command line."""

from witp_learn.cli import main

main()
