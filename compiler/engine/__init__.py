"""What a process that stays keeps from one build of a document for the next.

Passes and printers know nothing of it. Their tables name *grains* (:mod:`passes.grains`, :mod:`backends.grains`):
functions whose result follows from their arguments alone. :mod:`compiler.engine.recall` and
:mod:`compiler.engine.printers` put themselves before these functions in a process that stays, and give back a former
result, the same object, where all that the function has read is as it was.
"""
