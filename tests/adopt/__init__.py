"""`codegen adopt`: what other generators were told, and what their SDKs are called."""
