"""What every part of Quadrangle stands on: errors, notation, randomness, budgets, long work, documents, kernels."""
