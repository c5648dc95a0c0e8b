"""The games: one folder for each, with everything that belongs to it and nothing of it anywhere else."""
