"""`codegen diff`: what changed between two versions."""
