"""What a program is: graphs of nodes and values, and how to walk, edit, compare and verify them. Floor 4."""
