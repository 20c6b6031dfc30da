"""`python -m metadef`. Floor 14."""

from metadef.cli.start import main

if __name__ == "__main__":
    main()
