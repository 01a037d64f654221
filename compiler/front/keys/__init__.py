"""Tables of keys: those of OpenAPI objects, and the `x-codegen-*` keys with the shapes of their values (D14)."""
