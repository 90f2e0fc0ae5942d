"""The commands of `sapper`, one module each, named after the command."""
