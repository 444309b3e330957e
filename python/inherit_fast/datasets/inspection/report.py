"""What ``check`` found out: facts for programs, findings for people."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Level = Literal["ok", "note", "warning", "error"]
Said = tuple[Level, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one topic; an ``error`` means that the source must not be mapped."""

    level: Level
    topic: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The facts of one topic, plain values only, and what they mean."""

    topic: str
    facts: Mapping[str, Any]
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> bool:
        """Whether a finding is an error."""
        return any(finding.level == "error" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one source.

    Attributes:
        source: its path, as given.
        dataset: the reader that took it.
        sections: one a topic.
    """

    source: str
    dataset: str
    sections: tuple[Section, ...]

    @property
    def findings(self) -> list[Finding]:
        """Of all topics, in order."""
        return [finding for section in self.sections for finding in section.findings]

    @property
    def refusal(self) -> str | None:
        """The first error's sentence; None where the source can be mapped."""
        return next((f.text for f in self.findings if f.level == "error"), None)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of ``check --json``."""
        return {
            "source": self.source,
            "dataset": self.dataset,
            "usable": self.refusal is None,
            **{section.topic: dict(section.facts) for section in self.sections},
            "findings": [asdict(finding) for finding in self.findings],
        }


def section(topic: str, facts: Mapping[str, Any], *findings: Said) -> Section:
    """A section whose findings are all about its own topic."""
    return Section(topic, facts, tuple(Finding(level, topic, text) for level, text in findings))
