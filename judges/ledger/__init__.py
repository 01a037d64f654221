"""The coverage ledger: proves that every node of a document is read, ignored by a rule, or reported by a diagnostic.

``watch`` records what lowering reads, ``grammar`` lists the members of OpenAPI's objects and those that an SDK does not
show, ``walk`` goes through a document along that grammar, and ``entries`` holds the verdicts.
Nothing of this runs in a build: the ledger compiles a document once more, with a tree that records reads.
"""
