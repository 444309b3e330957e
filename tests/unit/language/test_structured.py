from dataclasses import dataclass, field

import pytest

from inherit_fast.language.answers import MissedThings, ObjectText, PlaceText
from inherit_fast.language.structured import json_schema, read_answer, write_answer


@dataclass(frozen=True)
class Leaf:
    name: str
    share: float = 0.0


@dataclass(frozen=True)
class Tree:
    leaves: list[Leaf] = field(default_factory=list)
    inner: "list[Tree]" = field(default_factory=list)


def test_the_schema_is_strict_at_every_depth():
    schema = json_schema(Tree)
    shapes = [schema.get("$defs", {}).get("Tree", schema), schema["$defs"]["Leaf"]]
    assert [shape["required"] for shape in shapes] == [["leaves", "inner"], ["name", "share"]]
    assert all(shape["additionalProperties"] is False for shape in shapes)
    assert "default" not in str(schema)


CHATTER = [
    '{"name": "a", "share": 0.5}',
    '```json\n{"name":"a","share":0.5}\n```',
    'Sure! {"name": "a", "share": 0.5} Anything else?',
    'In {braces}: {"name": "a", "share": 0.5} {or not}',
    '<think>{"name": "b"}? No.</think>{"name": "a", "share": 0.5}',
]
GARBAGE = ["", "no", "{", "}{", '{"name": 3, "share": "x"}', '{"share": 1.0}', "[1]"]


@pytest.mark.parametrize("text", CHATTER)
def test_an_answer_is_read_through_fences_and_chatter(text):
    assert read_answer(text, Leaf) == Leaf("a", 0.5)


@pytest.mark.parametrize("text", GARBAGE)
def test_anything_else_is_a_value_error(text):
    with pytest.raises(ValueError):
        read_answer(text, Leaf)


def test_what_is_written_reads_back():
    tree = Tree([Leaf("caf\u00e9", 0.1)], [Tree([Leaf("b")])])
    assert read_answer(write_answer(tree), Tree) == tree


@pytest.mark.parametrize("schema", [ObjectText, MissedThings, PlaceText])
def test_our_schemas_use_only_what_servers_can_force(schema):
    assert not set(keys(json_schema(schema))) & {"prefixItems", "anyOf", "oneOf", "pattern"}


def keys(node):
    if isinstance(node, dict):
        yield from node
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from keys(item)
