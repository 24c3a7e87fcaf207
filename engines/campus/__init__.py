"""Campus as a game: turns, players and chance around the solvers of `solvers/campus`."""
