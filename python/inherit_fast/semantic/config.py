"""The settings of the semantic stream, gathered from its stages."""

from dataclasses import dataclass, field

from inherit_fast.semantic.associate import AssociateConfig
from inherit_fast.semantic.doubles import DoublesConfig
from inherit_fast.semantic.evidence import EvidenceConfig
from inherit_fast.semantic.geometry import GeometryConfig
from inherit_fast.semantic.life import LifeConfig
from inherit_fast.semantic.lift import LiftConfig
from inherit_fast.semantic.merge import MergeConfig
from inherit_fast.semantic.moved import MovedConfig
from inherit_fast.semantic.naming import NamingConfig
from inherit_fast.semantic.relate import RelateConfig
from inherit_fast.semantic.sight import SightConfig
from inherit_fast.semantic.split import SplitConfig
from inherit_fast.semantic.views import ViewsConfig


@dataclass(frozen=True, slots=True)
class SemanticConfig:
    """The stages of the semantic stream, in the order in which a keyframe meets them."""

    doubles: DoublesConfig = field(default_factory=DoublesConfig)
    lift: LiftConfig = field(default_factory=LiftConfig)
    naming: NamingConfig = field(default_factory=NamingConfig)
    associate: AssociateConfig = field(default_factory=AssociateConfig)
    geometry: GeometryConfig = field(default_factory=GeometryConfig)
    views: ViewsConfig = field(default_factory=ViewsConfig)
    merge: MergeConfig = field(default_factory=MergeConfig)
    sight: SightConfig = field(default_factory=SightConfig)
    evidence: EvidenceConfig = field(default_factory=EvidenceConfig)
    split: SplitConfig = field(default_factory=SplitConfig)
    life: LifeConfig = field(default_factory=LifeConfig)
    moved: MovedConfig = field(default_factory=MovedConfig)
    relate: RelateConfig = field(default_factory=RelateConfig)
