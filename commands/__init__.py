"""One module a command group: parse, call, print."""
