"""codegen: a compiler from OpenAPI documents to client SDKs."""
