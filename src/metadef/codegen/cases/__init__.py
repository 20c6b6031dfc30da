"""Calls of an operator with what comes of them: normal, boundary and error cases, filled in from the prototype.

`attrs` and `shapes` say what may be given, `search` finds a call that is legal, `variants` and `errors` change it, and
`judge` says what comes of each. The targets `tests` and `go` write these cases.
"""
