"""`.om`, CANN's offline models: only read.

`OmFile.open` reads header and partition tables and checks every bound; `graph` makes the graph of the model
definition, with attributes that were compressed put back and weights joined to their constants; `describe` says what
the file was built from, as `atc --mode=6` does.
"""

from metadef.codec.om.file import OmFile
from metadef.codec.om.info import OmInfo, describe

__all__ = ["OmFile", "OmInfo", "describe"]
