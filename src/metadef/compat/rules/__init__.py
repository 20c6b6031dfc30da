"""One file a rule: what a change of an operator is called, and how it is seen."""
