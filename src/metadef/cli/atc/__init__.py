"""`metadef atc`: ATC's own command line, for what needs no NPU. One file a mode, one line in `modes.py`."""
