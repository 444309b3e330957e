"""``python -m inherit_fast``: the command line where no script is installed."""

from inherit_fast.cli import main

main()
