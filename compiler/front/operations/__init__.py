"""Path items and the parts of operations: parameters, bodies, responses, servers, security, examples."""
