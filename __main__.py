"""`python -m quadrangle` is the `quadrangle` command."""

from quadrangle.cli import main

if __name__ == "__main__":
    main()
