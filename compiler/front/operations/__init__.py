"""Path items and all that stands in operations: parameters, bodies, answers, servers, security, examples."""
