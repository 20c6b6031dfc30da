"""Models of other frameworks in, and out again. Floor 10; each framework is a package of its own."""
