"""Structural events against fixed periods on procedural houses (the paper's table V).

Run as ``python bench/maintenance_report.py --houses 2``; prints the table.
"""

import argparse

from inherit_fast.config import load_config
from inherit_fast.datasets.house import HouseConfig, HouseDataset, truth_graph
from inherit_fast.evaluation import LabelTable, Matcher, truth_of
from inherit_fast.evaluation.benchmark import BenchmarkConfig, generate_queries
from inherit_fast.evaluation.maintenance import (
    PolicyResult,
    policies,
    policy_table,
    run_policy,
)
from inherit_fast.language import Synonyms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--houses", type=int, default=2)
    parser.add_argument("--rooms", type=int, default=4, help="a floor")
    parser.add_argument("--queries", type=int, default=72, help="a house")
    arguments = parser.parse_args()
    synonyms = Synonyms.load()
    config = load_config(None, ["perception.segmenter=dataset"])
    houses = [
        HouseDataset(HouseConfig(seed=seed, rooms_per_floor=arguments.rooms))
        for seed in range(arguments.houses)
    ]
    graphs = {str(i): truth_graph(walk.house) for i, walk in enumerate(houses)}
    count = arguments.queries * len(houses)
    queries = generate_queries(graphs, synonyms, BenchmarkConfig(count=count))
    results = []
    for name, walk in zip(graphs, houses, strict=True):
        frames = list(walk)
        matcher = Matcher(truth_of(graphs[name]), LabelTable.load(synonyms))
        runs: list[PolicyResult] = []
        for policy, settings in policies(config).items():
            runs.append(run_policy(
                policy, settings, frames, walk.instance_labels, queries[name], matcher,
                synonyms, walk.T_map_source,
            ))  # fmt: skip
            print(f"house {name}: {len(frames)} frames, {policy}: {runs[-1].updates} updates")
        results.append(runs)
    print(policy_table(results))


if __name__ == "__main__":
    main()
