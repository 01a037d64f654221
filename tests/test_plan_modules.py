"""Which types share a file: files never refer to each other in a circle."""

import random

import networkx as nx
import pytest

from backends.reference.profile import PROFILE
from compiler.ir.graph import clusters
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.references import declaration_refs
from compiler.ir.types import STRING, Declaration, Field, ListOf, Model, Name, Ref
from passes.plan import modules as plan_modules
from passes.plan.modules import assign_modules, homes


def _model(name: str, *refs: str) -> Model:
    fields = tuple(Field(ref.lower(), ListOf(Ref(f"schemas/{ref}"))) for ref in refs)
    return Model(f"schemas/{name}", Name(name), fields=fields or (Field("id", STRING),))


def _sdk(models: list[Model], **groups: str) -> Sdk:
    types: dict[str, Declaration] = {item.id: item for item in models}
    operations = {
        f"paths/~1{group}/get": Operation(f"paths/~1{group}/get", groups=(group,), results=(Ref(f"schemas/{name}"),))
        for group, name in groups.items()
    }
    return Sdk(types=types, operations=operations)


def test_a_type_of_one_group_lies_with_it_and_one_of_two_is_shared() -> None:
    sdk = _sdk([_model("Trip", "Place"), _model("Booking", "Place"), _model("Place")], trips="Trip", bookings="Booking")
    assert assign_modules(sdk, PROFILE, homes(sdk)) == {
        "schemas/Trip": "trips",
        "schemas/Booking": "bookings",
        "schemas/Place": "shared",
    }


def test_an_unused_type_draws_what_it_refers_to_into_the_shared_file() -> None:
    sdk = _sdk([_model("Trip"), _model("Unused", "Trip")], trips="Trip")
    assert set(assign_modules(sdk, PROFILE, homes(sdk)).values()) == {"shared"}


def test_large_groups_are_cut_without_circles(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(plan_modules, "LARGEST", 4)
    chain = [_model(f"M{i}", f"M{i + 1}") for i in range(20)] + [_model("M20", "M19")]
    sdk = _sdk(chain, trips="M0")
    files = assign_modules(sdk, PROFILE, homes(sdk))
    assert len(set(files.values())) == 6
    assert files["schemas/M19"] == files["schemas/M20"]
    edges = {(files[at], files[to]) for at, item in sdk.types.items() for to in declaration_refs(item)}
    assert nx.is_directed_acyclic_graph(nx.DiGraph((a, b) for a, b in edges if a != b))


@pytest.mark.parametrize("seed", range(40))
def test_clusters_are_the_strongly_connected_components_in_reverse_topological_order(seed: int) -> None:
    dice = random.Random(seed)
    names = [f"M{number:02d}" for number in range(dice.randint(1, 30))]
    models = [_model(name, *dice.sample(names, min(len(names), dice.choice([0, 1, 1, 2, 3])))) for name in names]
    types: dict[str, Declaration] = {item.id: item for item in models}
    graph = nx.DiGraph((at, target) for at, item in types.items() for target in declaration_refs(item))
    graph.add_nodes_from(types)
    found = clusters(types)
    assert sorted(found) == sorted(sorted(component) for component in nx.strongly_connected_components(graph))
    position = {at: index for index, component in enumerate(found) for at in component}
    assert all(position[target] <= position[at] for at, target in graph.edges)


def test_a_chain_of_types_may_be_longer_than_the_stack_of_calls() -> None:
    names = [f"M{number:05d}" for number in range(20_000)]
    models = [_model(name, following) for name, following in zip(names, [*names[1:], names[0]], strict=True)]
    assert len(clusters({item.id: item for item in models})) == 1
