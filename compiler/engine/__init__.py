"""What a process that stays keeps from one build of a document for the next.

Passes know nothing of it. Their table names *grains* (:mod:`passes.grains`): functions whose result follows from their
arguments alone. :mod:`compiler.engine.recall` puts itself before these functions in a process that stays, and gives
back a former result, the same object, where all that the function has read is as it was.
"""
