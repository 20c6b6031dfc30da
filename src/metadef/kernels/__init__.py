"""Reference kernels in NumPy: what every operator computes, written to be obviously right. Floor 5.

A family is one file whose table `KERNELS` maps operator names to functions; `table.py` finds the family of an operator.
"""
