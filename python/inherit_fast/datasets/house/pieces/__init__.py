"""Furniture and small things, each a function from a random source to a piece."""
