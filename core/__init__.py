"""What every part stands on: errors, notation, randomness, budgets, long work, documents, kernels."""
