"""Readers and emitters of every form that operator definitions come in."""
