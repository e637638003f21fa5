"""The commands of `codebench`, a module each."""
