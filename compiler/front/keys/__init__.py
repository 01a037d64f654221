"""Tables of keys: those of the objects of OpenAPI, and `x-codegen-*` with the shapes of their values (D14)."""
