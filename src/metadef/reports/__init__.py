"""Reports for people: one HTML file that works from disk. Floor 12."""
