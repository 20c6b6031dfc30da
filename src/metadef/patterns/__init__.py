"""Patterns: expressions over operators with captures, and the matcher that finds them in a graph. Floor 8."""
