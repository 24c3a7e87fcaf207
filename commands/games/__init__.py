"""Commands for every game: simulations, rules, components; matches are in `commands.play`."""
