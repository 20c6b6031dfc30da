"""What follows from a program: shape, type and value rules, and the engine that applies them. Floor 6."""
