"""The rules as the mapper has them, for tests and benchmarks of the kernel."""

from dataclasses import asdict

from inherit_fast.semantic.relate import RelateConfig


def rules(**changes):
    values = asdict(RelateConfig())
    del values["kinds"], values["max_per_node"]
    return values | changes
