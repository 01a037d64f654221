"""Which types share a file: their own JSON Pointers determine it, and codegen.lock keeps it (D10.7)."""

import random
from dataclasses import replace

import networkx as nx
import pytest

from backends.reference.profile import PROFILE
from backends.typescript.profile import PROFILE as LETTERS
from compiler.base.naming import Files
from compiler.base.naming.vocabulary import PLAIN
from compiler.ir.graph import Graph
from compiler.ir.nodes import Body, Event, EventKind, Operation, Parameter, Response, Sdk
from compiler.ir.references import declaration_refs
from compiler.ir.types import STRING, Declaration, Field, ListOf, Model, Name, Ref
from compiler.lock.lock import Lock
from passes.plan.names.modules import Homes, assign_modules, home_of, path_items, root_of


def _model(name: str, *refs: str) -> Model:
    fields = tuple(Field(ref.lower(), ListOf(Ref(f"schemas/{ref}"))) for ref in refs)
    return Model(f"schemas/{name}", Name(name), fields=fields or (Field("id", STRING),))


@pytest.mark.parametrize(
    ("at", "home"),
    [
        ("schemas/Batch", "batch"),
        ("schemas/BatchError/properties/data/items", "batch"),
        ("schemas/CreateBatchRequest", "batch"),
        ("schemas/ListBatchesResponse#write", "batch"),
        ("schemas/List", "list"),
        ("schemas/BetaResponseItem", "beta response"),
        ("schemas/v2.core.event", "v2 core"),
        ("schemas/webhook-check-run-completed", "webhook check run completed"),
        ("schemas/webhooks_user", "webhook user"),
        ("schemas/Größe", "größe"),
        ("schemas/", "empty"),
        ("responses/NotFound/content/application~1json/schema", "not"),
        ("paths/~1v1~1batches~1{id}/get/responses/200/content/application~1json/schema", "batch"),
        ("paths/~1batches~1{id}/parameters/0/schema", "batch"),
        ("paths/~1{a}~1{b}/post/requestBody/content/application~1json/schema", "client"),
        ("paths/~1/get/responses/200/content/application~1json/schema", "client"),
        ("webhooks/batch.done/post/requestBody/content/application~1json/schema", "webhook"),
        ("other/money.yaml#/components/schemas/MoneyAmount/properties/unit", "money"),
        ("other/money.yaml#/definitions/Amount", "amount"),
        ("other/MoneyAmount.yaml#", "money"),
        ("other/MoneyAmount.schema.yaml#/properties/unit", "money"),
        ("other/MoneyAmount.yaml#/oneOf/1/properties/unit", "money"),
        ("other/MoneyAmount.yaml#/items", "money"),
        ("other/MoneyAmount.yaml##write", "money"),
        ("other/parts.yaml#/MoneyAmount/properties/unit/items", "money"),
        ("other/parts.yaml#/MoneyAmount#write", "money"),
        ("other/parts.yaml#/properties", "property"),
        ("other/parts.yaml#/$defs/MoneyAmount/properties/unit", "money"),
        ("other/parts.yaml#/parameters/MoneyUnit/schema", "money"),
        ("other/MoneyUnit.yaml#/schema/items", "money"),
        ("other/parts.yaml#/MoneyError/content/application~1json/schema/properties/code", "money"),
        ("other/MoneyError.yaml#/content/application~1json/schema", "money"),
        ("other/trips.yaml#/paths/~1trips/get/parameters/0/schema", "trip"),
    ],
)
def test_the_home_of_a_type_is_the_subject_of_what_declares_it(at: str, home: str) -> None:
    assert home_of(root_of(at), PLAIN) == home


@pytest.mark.parametrize(
    "ref",
    ["x.yaml", "x.yaml#/Item", "x.yaml#/paths/~1other", "x.yaml#/components/pathItems/Item", "pathItems/Item"],
)
def test_what_a_path_item_elsewhere_declares_lies_with_its_path(ref: str) -> None:
    """Its pointer does not tell the path, and one API has one SDK however it is split into files (D1.4)."""
    item = f"{ref}#" if ref == "x.yaml" else ref
    schema = f"{item}/post/requestBody/content/application~1json/schema"
    inherited = f"{item}/parameters/0"
    operation = Operation(
        id="paths/~1batches~1{id}/post",
        path="/batches/{id}",
        parameters=(Parameter(id=inherited, inherited=True),),
        body=Body(id=f"{item}/post/requestBody"),
        responses=(Response(id=f"{item}/post/responses/200"), Response(id="responses/Other", shared=True)),
    )
    items = path_items(Sdk(operations={operation.id: operation}), PLAIN)
    assert items == {item: "batch"}
    lock = Lock()
    types = (schema, f"{schema}/properties/a", f"{inherited}/schema")
    assert [*assign_modules(Homes(types, items, PLAIN), {}, PROFILE, lock).values()] == ["batch"] * 3
    assert lock.seen == {f"{item}/post#home": "batch", f"{item}#home": "batch"}


@pytest.mark.parametrize("item", ["x.yaml#/{$url}", "x.yaml#/Done/{$url}", "callbacks/Done/{$url}"])
def test_what_a_callback_elsewhere_declares_lies_with_the_path_of_its_operation(item: str) -> None:
    operation = Operation(id="paths/~1batches/post", path="/batches")
    body = Body(id=f"{item}/post/requestBody")
    callback = Event(id=f"{item}/post", kind=EventKind.CALLBACK, operation=operation.id, body=body)
    webhook = Event(id="webhooks/done/post", body=Body(id="y.yaml#/post/requestBody"))
    events = {event.id: event for event in (callback, webhook)}
    assert path_items(Sdk(operations={operation.id: operation}, events=events), PLAIN) == {
        item: "batch",
        "y.yaml#": "webhook",
    }


def test_codegen_lock_keeps_homes_and_not_what_is_none() -> None:
    lock = Lock(kept={"schemas/Trip#home": "journey", "schemas/Fare#home": "../fare"})
    types = ("schemas/Trip", "schemas/Trip/properties/place", "schemas/Fare")
    assert list(assign_modules(Homes(types, {}, PLAIN), {}, PROFILE, lock).values()) == ["journey", "journey", "fare"]
    assert lock.seen == {"schemas/Trip#home": "journey", "schemas/Fare#home": "fare"}


def test_a_target_may_have_a_file_for_each_letter() -> None:
    types = ("schemas/Trip", "schemas/Ticket", "schemas/3DSecure", "schemas/Ärger")
    assert list(assign_modules(Homes(types, {}, PLAIN), {}, LETTERS, Lock()).values()) == ["t", "t", "other", "other"]


def test_a_target_may_have_a_file_for_each_type() -> None:
    idents = {"schemas/Trip": "Trip", "schemas/Trip/items": "TripItem", "schemas/trip": "trip"}
    found = assign_modules(Homes(idents, {}, PLAIN), idents, replace(PROFILE, files=Files.ONE_A_TYPE), Lock())
    assert [*found.values()] == ["trip", "trip-item", "trip2"]


def test_other_types_and_their_users_change_no_home() -> None:
    types = ["schemas/Trip", "schemas/Fare"]
    before = assign_modules(Homes(types, {}, PLAIN), {}, PROFILE, Lock())
    more = [*(f"schemas/Trip{number}" for number in range(500)), *types]
    after = assign_modules(Homes(more, {}, PLAIN), {}, PROFILE, Lock())
    assert {at: after[at] for at in types} == before


@pytest.mark.parametrize("seed", range(40))
def test_clusters_are_the_strongly_connected_components_in_reverse_topological_order(seed: int) -> None:
    dice = random.Random(seed)
    names = [f"M{number:02d}" for number in range(dice.randint(1, 30))]
    models = [_model(name, *dice.sample(names, min(len(names), dice.choice([0, 1, 1, 2, 3])))) for name in names]
    types: dict[str, Declaration] = {item.id: item for item in models}
    graph = nx.DiGraph((at, target) for at, item in types.items() for target in declaration_refs(item))
    graph.add_nodes_from(types)
    found = Graph().clusters(types)
    assert sorted(found) == sorted(sorted(component) for component in nx.strongly_connected_components(graph))
    position = {at: index for index, component in enumerate(found) for at in component}
    assert all(position[target] <= position[at] for at, target in graph.edges)


def test_a_chain_of_types_may_be_longer_than_the_stack_of_calls() -> None:
    names = [f"M{number:05d}" for number in range(20_000)]
    models = [_model(name, following) for name, following in zip(names, [*names[1:], names[0]], strict=True)]
    assert len(Graph().clusters({item.id: item for item in models})) == 1
