"""`python -m codebench` is the command `codebench`."""

from codebench.cli import main

main(prog_name="codebench")
