"""`codegen graph`: the references between operations, events and types, and questions about them.

networkx answers the questions; it is imported here and not on a build's way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from compiler.commands.lookup import Called, UnknownError, words_of
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.compilation import compile_for_command
from compiler.driver.ending import failure
from compiler.driver.options import DebugOptions, Exit
from compiler.ir.graph import operation_refs, schema_refs
from compiler.ir.references import declaration_refs

if TYPE_CHECKING:
    import networkx as nx

    from compiler.commands.graph import GraphOptions
    from compiler.ir.node import Id
    from compiler.ir.nodes import Sdk


def graph(options: GraphOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Print the graph after a pass, or what was asked of it; returns the exit code."""
    diagnostics = Diagnostics()
    sdk = _compiled(options, diagnostics, stdout)
    if sdk is None:
        given = options.input
        show(diagnostics, stdout, stderr, color=given.color, quiet=given.quiet)
        return failure(diagnostics) or Exit.ERRORS
    made = graph_of(sdk)
    names = Called(item for item in words_of(sdk) if item[0] in made)
    try:
        stdout.writelines(f"{line}\n" for line in _answer(options, made, names))
    except UnknownError as error:
        stderr.write(f"codegen graph: {error}\n")
        return Exit.USAGE
    return Exit.OK


def graph_of(sdk: Sdk) -> nx.DiGraph[Id]:
    """Return what refers to what: a node for each operation, event, schema or type, with its kind and its name.

    Operations also lead to their callbacks.
    """
    import networkx as nx

    made: nx.DiGraph[Id] = nx.DiGraph()
    for table in (sdk.operations, sdk.events, sdk.types, sdk.schemas):
        for at, item in table.items():
            made.add_node(at, kind=_kind(item), name=_name(item))
    for at, operation in sdk.operations.items():
        made.add_edges_from((at, target) for target in (*operation_refs(operation), *operation.events))
        made.add_edges_from((at, target) for target in schema_refs(operation))
    for at, event in sdk.events.items():
        made.add_edges_from((at, target) for target in (*operation_refs(event), *schema_refs(event)))
    for at, declaration in sdk.types.items():
        made.add_edges_from((at, target) for target in declaration_refs(declaration))
    for at, schema in sdk.schemas.items():
        made.add_edges_from((at, target) for target in schema_refs(schema))
    made.remove_nodes_from([at for at in made if "kind" not in made.nodes[at]])  # components of other tables
    return made


def _kind(item: object) -> str:
    """Return the word that begins a node in dumps."""
    return str(type(item).WORD)  # type: ignore[attr-defined]


def _name(item: object) -> str:
    name = getattr(item, "name", None)
    text = getattr(name, "text", None) or getattr(item, "operation_id", None) or getattr(item, "title", None)
    return str(text or "")


def _compiled(options: GraphOptions, diagnostics: Diagnostics, stdout: TextIO) -> Sdk | None:
    debug = DebugOptions(stop_after=options.after)
    compiled = compile_for_command(options.input, "graph", (), debug, diagnostics, stdout)
    return compiled[1].sdk if compiled is not None else None


# --------------------------------------------------------------------------- questions


def _answer(options: GraphOptions, made: nx.DiGraph[Id], names: Called) -> Iterator[str]:
    import networkx as nx

    if options.cycles:
        yield from cycles(made)
    elif options.path is not None:
        start, end = map(names.find, options.path)
        if not nx.has_path(made, start, end):
            raise UnknownError(f"nothing leads from {start!r} to {end!r}")
        yield from nx.shortest_path(made, start, end)
    elif options.reaching is not None:
        yield from sorted(nx.ancestors(made, names.find(options.reaching)))
    elif options.reached_from is not None:
        yield from sorted(nx.descendants(made, names.find(options.reached_from)))
    elif options.kept_by is not None:
        yield from sorted(nodes_needing(made, names.find(options.kept_by)))
    else:
        shown = made
        if options.around is not None:
            near = nx.ego_graph(made, names.find(options.around), options.depth, undirected=True)
            shown = made.copy()  # in the order of the document, which a part of a graph does not keep
            shown.remove_nodes_from([at for at in made if at not in near])
        yield from _FORMATS[options.format](shown)


def cycles(made: nx.DiGraph[Id]) -> Iterator[str]:
    """Yield a circle of each cluster of nodes that lead to each other: one line, which ends where it begins."""
    import networkx as nx

    for cluster in sorted(nx.strongly_connected_components(made), key=min):
        start = min(cluster)
        if len(cluster) > 1 or made.has_edge(start, start):
            edges = nx.find_cycle(made.subgraph(cluster), start)
            more = len(cluster) - len(edges)
            line = " -> ".join([edge[0] for edge in edges] + [edges[0][0]])
            yield line + (f"  (and {more} more in this cluster)" if more else "")


def nodes_needing(made: nx.DiGraph[Id], at: Id) -> set[Id]:
    """Return what would be pruned without a node: what only it leads to from the operations and events."""
    import networkx as nx

    roots = [node for node in made if made.nodes[node]["kind"] in _ROOTS and node != at]
    others = made.subgraph(node for node in made if node != at)
    kept = set(roots).union(*(nx.descendants(others, root) for root in roots))
    return set(nx.descendants(made, at)) - kept - {at}


_ROOTS = ("operation", "event")


# --------------------------------------------------------------------------- formats


def _dot(made: nx.DiGraph[Id]) -> Iterator[str]:
    yield "digraph references {"
    yield "  rankdir=LR;"
    for at in made:
        node = made.nodes[at]
        label = f"{node['name']}\n{at}" if node["name"] else at
        yield f"  {json.dumps(at)} [label={json.dumps(label)}, shape={'oval' if node['kind'] in _ROOTS else 'box'}];"
    for start, end in made.edges:
        yield f"  {json.dumps(start)} -> {json.dumps(end)};"
    yield "}"


def _graphml(made: nx.DiGraph[Id]) -> Iterable[str]:
    import networkx as nx

    return nx.generate_graphml(made)


def _json(made: nx.DiGraph[Id]) -> Iterator[str]:
    nodes = [{"id": at, **made.nodes[at]} for at in made]
    edges = [{"from": start, "to": end} for start, end in made.edges]
    yield json.dumps({"nodes": nodes, "edges": edges}, indent=2, ensure_ascii=False)


_FORMATS = {"dot": _dot, "graphml": _graphml, "json": _json}
