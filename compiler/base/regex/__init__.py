"""Regular expressions in RE2's dialect that take linear time, in plain Python (D3.2).

A document's expressions must not hang the compiler, so `re` is none for them; and RE2 itself is no package that
installs everywhere. What is asked here is only whether an expression matches, not where: so a set of states of its
automaton is all that is known at any character, and the sets that were met are kept (:mod:`.automaton`).
"""

from compiler.base.regex.automaton import Searcher
from compiler.base.regex.parse import RegexError, Tree, parse

__all__ = ["RegexError", "Searcher", "Tree", "parse"]
