"""How fast the house is, beside others."""
