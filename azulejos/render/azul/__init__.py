"""Azul in pictures and words."""
