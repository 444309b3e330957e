"""A language model's constraints, and the rules that stand in for it."""

import pytest

from inherit_fast.errors import LanguageModelError
from inherit_fast.language import Synonyms, TemplateModel, Usage
from inherit_fast.language.answers import ParsedConstraint, ParsedQuery
from inherit_fast.language.structured import json_schema, read_answer
from inherit_fast.retrieval import ModelParser, Retriever, RuleParser
from rooms import flat


@pytest.fixture(scope="module")
def rules():
    return RuleParser(Synonyms.load())


class Says:
    """A model that says one text, whatever it is asked."""

    sees = False

    def __init__(self, text):
        self._text = text

    def ask(self, prompt, images, schema):
        try:
            return read_answer(self._text, schema), Usage("says")
        except ValueError as error:
            raise LanguageModelError(str(error), "garbage", again=False) from error


NESTED = """{"asks": "all", "constraints": [
 {"type": "target", "argument": "Mug", "relation": "", "reference": [], "negated": false},
 {"type": "relation", "argument": "", "relation": "beside", "negated": true, "reference": [
   {"type": "target", "argument": "magazine", "relation": "", "reference": [], "negated": false}]}
]}"""


def test_what_the_model_says_becomes_constraints(rules):
    query = ModelParser(Says(NESTED), rules)("mugs away from magazines")
    assert query.line() == 'target "mug"; not relation beside [target "magazine"]'
    assert query.asks == "all"


def test_the_schema_tells_a_model_of_every_field():
    schema = json_schema(ParsedQuery)
    assert schema["required"] == ["constraints", "asks"]
    inner = schema["$defs"]["ParsedConstraint"]
    assert inner["required"] == ["type", "argument", "relation", "reference", "negated"]
    assert inner["additionalProperties"] is False


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I cannot help with that.", "garbage"),
        ('{"constraints": 3}', "garbage"),
        ('{"constraints": [], "asks": "one"}', "empty"),
        ('{"constraints": [{"type": "spell", "argument": "mug"}], "asks": "one"}', "empty"),
    ],
)
def test_the_rules_stand_in_for_every_failure(rules, text, kind):
    parser = ModelParser(Says(text), rules)
    assert parser("the red mug") == rules("the red mug")
    assert parser.failures == {kind: 1}


def test_without_a_model_the_rules_answer_through_the_same_protocol(rules):
    parser = ModelParser(TemplateModel(), rules)
    for text in ("the red mug on the table that is not next to the box", "both chairs on level 2"):
        assert parser(text) == rules(text)
    assert not parser.failures


def test_an_empty_text_never_reaches_the_model(rules):
    assert ModelParser(Says("boom"), rules)("  ") == rules("  ")


def bad(**fields):
    return ParsedConstraint(**({"type": "target", "argument": "mug"} | fields))


@pytest.mark.parametrize(
    "constraint",
    [
        bad(type="__import__('os')"),
        bad(type="relation", relation="drop table"),
        bad(type="relation", relation="near"),
        bad(type="floor", argument="../../etc"),
        bad(type="attribute", relation="ordinal", argument="many"),
        bad(type="attribute", relation="sql", argument="x"),
        bad(argument=""),
    ],
)
def test_what_scoring_cannot_read_is_dropped_and_counted(rules, constraint):
    class Model:
        sees = False

        def ask(self, prompt, images, schema):
            return ParsedQuery([constraint, ParsedConstraint("target", "lamp")]), Usage("m")

    parser = ModelParser(Model(), rules)
    assert parser("the lamp").line() == 'target "lamp"'
    assert parser.dropped == 1


def test_bottomless_nesting_ends(rules):
    inner = ParsedConstraint("target", "mug")
    for _ in range(50):
        inner = ParsedConstraint("relation", "", "near", [inner])

    class Model:
        sees = False

        def ask(self, prompt, images, schema):
            return ParsedQuery([ParsedConstraint("target", "lamp"), inner]), Usage("m")

    parser = ModelParser(Model(), rules)
    query = parser("the lamp")
    assert Retriever(flat()[0]).answer(query).top.label == "table lamp"
    assert parser.dropped == 1
