"""The words that decide names from paths: rows, verbs and plurals (D3.10)."""

from __future__ import annotations

ROWS = {
    "get": "get retrieve fetch read find",
    "list": "list",
    "create": "create add",
    "update": "update set edit modify",
    "replace": "replace patch",
    "delete": "delete remove",
}
"""What a method is called, and the words that an operationId may begin with where it does that."""
ROW_OF = {word: row for row, synonyms in ROWS.items() for word in synonyms.split()}

VERB_TABLE = """
abort accept acknowledge activate adjust aggregate analyze anonymize apply approve archive* assign attach authorize
ban block broadcast buy bypass calculate cancel capture check* clear clone close collect commit compact complete
compute confirm connect convert copy count deactivate decline deploy detach detect disable disconnect dismiss dispatch
download* duplicate embed* enable estimate evaluate execute expire export* extend extract filter* finalize finish
fork* fund generate import* ingest install invite invoke join leave lock login* logout mark match* merge migrate move
mute* optimize pause pay* pin play prepare present preview process promote publish purchase* query* redact refresh
refund regenerate register reject release* reload remix rename reorder reprocess rerank rerun resend reset resize
resolve restart restore resume retry return reverse revert revoke rollback rotate run* scan search* select send share*
shuffle sign* simulate split* start stop submit subscribe suspend sync* terminate toggle transcribe translate trigger
unarchive unassign unban unblock uninstall unlink unlock unmute unpin unpublish unregister unshare unsubscribe unwatch
upgrade upload* upsert validate verify void watch withdraw
"""
VERBS = frozenset(word.rstrip("*") for word in VERB_TABLE.split())
"""What a last segment may tell to do."""
NOUNS_TOO = frozenset(word.rstrip("*") for word in VERB_TABLE.split() if word.endswith("*"))
"""Verbs that are also common nouns: `check_runs` is a thing, `check` is not."""
READING = frozenset({"search", "find", "query", "count", "preview", "download", "export"})
"""What is done by a GET."""
SMALL = frozenset({"by", "for", "and"})
"""Words that have no meaning without the one after them."""

ENDING_IN_S = """
alias analytics aws bias canvas chaos cors details diagnostics dns gas gps https kubernetes lens mms news os preferences
prefs series settings sms species statistics stats sts tls
"""
_SINGULAR = frozenset(ENDING_IN_S.split())
PLURALS = frozenset({"children", "criteria", "indices", "people"})


def is_plural(word: str) -> bool:
    """Whether a word, in lower case, speaks of several things."""
    if word in PLURALS:
        return True
    return len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _SINGULAR


def singular(word: str) -> str:
    """Return a word, in lower case, for one of what it speaks of."""
    if not is_plural(word) or word in PLURALS:
        return {
            "children": "child",
            "criteria": "criterion",
            "indices": "index",
            "people": "person",
            "apis": "api",
        }.get(word, word)
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]
