"""Graph passes: the manager and one file a pass. Floor 10."""
