"""The `quadrangle` command."""

def main() -> None:
    print("quadrangle")
