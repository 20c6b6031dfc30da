"""File formats of graphs: one file a codec, found by content. Floor 10."""
