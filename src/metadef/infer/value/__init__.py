"""Value rules: the elements of small integer tensors, followed symbolically, so that Reshape and its kin resolve."""
