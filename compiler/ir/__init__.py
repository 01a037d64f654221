"""The intermediate representation: nodes, types, plan, text form, graph and verifier."""
