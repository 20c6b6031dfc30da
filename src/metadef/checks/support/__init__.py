"""Support rules: does the target chip offer what a graph uses? One file a rule, one line in `judge.py`."""
