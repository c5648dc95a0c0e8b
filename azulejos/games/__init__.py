"""The games, one folder each. A folder has everything about its game; no other code names it."""
