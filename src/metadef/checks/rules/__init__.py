"""One file a rule. The module docstring is the rule's page: what, then why, bad and good."""
