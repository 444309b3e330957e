"""Systems and components on one map with its own queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inherit_fast.errors import ModelError
from inherit_fast.evaluation.comparison import Case, Run, TimedEncoder, run_systems
from inherit_fast.evaluation.interfaces import (
    InterfaceResult,
    compare_interfaces,
    interface_table,
)
from inherit_fast.evaluation.study_report import interface_dict, run_dict
from inherit_fast.evaluation.systems import ablated_systems, compared_systems
from inherit_fast.evaluation.tables import ablation_table, diagnosis_table, system_table
from inherit_fast.language import LanguageModel, Synonyms
from inherit_fast.perception import TextEncoder


@dataclass(frozen=True, slots=True, eq=False)
class MapComparison:
    """Runs of the compared systems, ours first, and of ours with one component more each.

    Attributes:
        interfaces: of language models, where any was given.
    """

    systems: Sequence[Run]
    ablation: Sequence[Run]
    interfaces: Sequence[InterfaceResult] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "systems": list(map(run_dict, self.systems)),
            "ablation": list(map(run_dict, self.ablation)),
            "interfaces": list(map(interface_dict, self.interfaces)),
        }

    def to_markdown(self) -> str:
        """All tables."""
        tables = [
            ("Systems", system_table(self.systems)),
            ("Components", ablation_table(self.ablation)),
            ("Where queries fail", diagnosis_table(self.systems)),
        ]
        if self.interfaces:
            tables.append(("Interfaces", interface_table(self.interfaces)))
        return "\n\n".join(f"## {title}\n\n{table}" for title, table in tables) + "\n"


def compare_on_map(
    case: Case,
    encoder: TextEncoder | None,
    synonyms: Synonyms,
    models: Mapping[str, LanguageModel] | None = None,
) -> MapComparison:
    """Ask every system, and the models by either interface; queries without text are left out.

    Raises:
        ModelError: there is no sentence encoder, which the mechanisms share.
    """
    if encoder is None:
        raise ModelError("the comparison needs sentence vectors; pip install 'inherit-fast[cpu]'")
    timed = TimedEncoder(encoder)
    asked = replace(case, queries=[query for query in case.queries if query.text.strip()])
    return MapComparison(
        run_systems(compared_systems(timed, synonyms), [asked], timed),
        run_systems(ablated_systems(timed, synonyms), [asked], timed),
        compare_interfaces(models, [asked], synonyms) if models else (),
    )
