"""What a tensor is: data types, formats, shapes with symbolic dimensions, descriptors, attribute values. Floor 2."""
