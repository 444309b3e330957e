"""Floors, grids, rooms, keyframes and structural events: all that needs no network."""
