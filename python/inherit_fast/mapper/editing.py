"""Corrections of a map that nobody is mapping into."""

import numpy as np

from inherit_fast.graph import Store
from inherit_fast.perception.seams import TextEncoder
from inherit_fast.semantic.describe import DescribeConfig, describe
from inherit_fast.semantic.edits import Edit, Editor
from inherit_fast.semantic.geometry import GeometryConfig
from inherit_fast.semantic.merge import MergeConfig, Merger
from inherit_fast.semantic.relate import RelateConfig, Relator
from inherit_fast.semantic.views import ViewsConfig


def edit_map(store: Store, edit: Edit, texts: TextEncoder | None = None) -> set[str]:
    """Correct the map of ``store``, all or nothing; later mapping keeps to it.

    Relations and descriptions follow, and with ``texts`` their vectors.

    Returns:
        ids of the objects that changed.

    Raises:
        EditError: there is no such object.
        StoreError: the map cannot be written.
    """
    graph = store.load()
    now = graph.path_ns[-1] if graph.path_ns else 0
    merger = Merger(MergeConfig(), GeometryConfig(), ViewsConfig(), lambda a, b: a == b)
    changed = Editor(merger)(graph, edit, now)
    changed |= Relator(RelateConfig())(graph, changed)
    named = {r.subject_id for r in graph.relations.values() if r.object_id in changed}
    retold = [graph.objects[i] for i in sorted(changed | named) if i in graph.objects]
    for node in retold:
        node.description = describe(node, graph, DescribeConfig())
    if texts is not None and retold:
        vectors = texts([node.description for node in retold])
        for node, vector in zip(retold, vectors, strict=True):
            node.text_feature = vector.astype(np.float16).astype(np.float32)
    store.save_keyframe(graph, changed | named)
    return changed & graph.objects.keys()
