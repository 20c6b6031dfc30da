"""The few functions that join floors: load, save, compile, check, run, and single calls. Floor 11."""
