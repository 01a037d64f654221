BACKEND = "no backend, and the entry point leads to the module"
