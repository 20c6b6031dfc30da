"""Shape rules, one family a file. A rule takes a `Call` and returns one `Shape`, or one for each output."""
