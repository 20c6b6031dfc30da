"""What an operator is: prototypes, constraints, call checking, registries. Floor 3."""
