"""Which texts a model has given, which it still owes, and when to ask again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["describe", "expand", "aggregate", "summarise"]
# The paper's order within an update (section III-C); a room's own text comes last.
KINDS: tuple[Kind, ...] = ("describe", "expand", "aggregate", "summarise")
Key = tuple[Kind, str]  # and the id of the node


@dataclass(slots=True)
class Job:
    """A text that a model owes.

    Attributes:
        evidence: what the text depends on; an answer to older evidence is not taken.
        tries: failed ones in this run.
    """

    evidence: str
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """A text that a model gave.

    Attributes:
        evidence: what it was made from.
        template: the template's own label at that time: while it stays, so may the text.
        answer: the fields of the answer, JSON-able.
    """

    evidence: str
    template: str
    answer: dict[str, Any]


class JobBook:
    """Pending jobs in order, and the answers that stand; survives a restart."""

    def __init__(self, most_tries: int) -> None:
        self._most_tries = most_tries
        self.jobs: dict[Key, Job] = {}
        self.told: dict[Key, Told] = {}

    def want(self, key: Key, evidence: str) -> None:
        """Ask for a text unless it was given, or is owed, for the same evidence."""
        told, job = self.told.get(key), self.jobs.get(key)
        if told is not None and told.evidence == evidence:
            self.jobs.pop(key, None)
        elif job is None or job.evidence != evidence:
            self.jobs[key] = Job(evidence)

    def standing(self, key: Key, evidence: str, template: str) -> dict[str, Any] | None:
        """The given text, if it is of this evidence or the template has not changed its mind."""
        told = self.told.get(key)
        if told is not None and (told.evidence == evidence or told.template == template):
            return told.answer
        return None

    def due(self) -> list[Key]:
        """Jobs that may be asked in this run, in the paper's order, oldest first."""
        rank = {kind: i for i, kind in enumerate(KINDS)}
        open_ = [key for key, job in self.jobs.items() if job.tries < self._most_tries]
        return sorted(open_, key=lambda key: rank[key[0]])  # stable: oldest first

    def done(self, key: Key, told: Told) -> None:
        """A text was given."""
        self.told[key] = told
        job = self.jobs.get(key)
        if job is not None and job.evidence == told.evidence:
            del self.jobs[key]

    def failed(self, key: Key, *, again: bool) -> None:
        """No text this time; what will never be answered is not asked again in this run."""
        job = self.jobs.get(key)
        if job is not None:
            job.tries = job.tries + 1 if again else self._most_tries

    def forget(self, key: Key) -> None:
        """The node is gone."""
        self.jobs.pop(key, None)
        self.told.pop(key, None)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later, JSON-able; tries begin anew."""
        return {
            "jobs": [[*key, job.evidence] for key, job in self.jobs.items()],
            "told": [[*key, t.evidence, t.template, t.answer] for key, t in self.told.items()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self.jobs = {(kind, node): Job(evidence) for kind, node, evidence in state["jobs"]}
        self.told = {
            (kind, node): Told(evidence, template, answer)
            for kind, node, evidence, template, answer in state["told"]
        }
