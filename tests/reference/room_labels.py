"""Label counts cell by cell."""

import numpy as np


class RoomLabels:
    def __init__(self, labels, *, origin):
        self.labels, self.origin = labels, origin

    def overlap(self, before):
        table = np.zeros((before.labels.max(initial=0) + 1, self.labels.max(initial=0) + 1), int)
        had = dict(before._items())
        for cell, label in self._items():
            table[had.get(cell, 0), label] += label > 0
        return table

    def cells(self, labels):
        found = [[cell for cell, label in self._items() if label == wanted] for wanted in labels]
        flat = [cell for part in found for cell in part]
        return np.array(flat, np.int32).reshape(-1, 2), np.cumsum([len(part) for part in found])

    def _items(self):
        for (row, col), label in np.ndenumerate(self.labels):
            yield (int(self.origin[0] + col), int(self.origin[1] + row)), int(label)
