"""The coverage ledger: proves that every node of a document is read, ignored by a rule, or reported by a diagnostic.

``watch`` records what lowering looks at, ``grammar`` says what the objects of OpenAPI are made of and which of their
keys an SDK does not show, ``walk`` goes through a document along that grammar, and ``entries`` holds the verdicts.
Nothing of this runs in a build: the ledger compiles a document once more, with a tree that takes notes.
"""
