"""What Rust asks of names."""

from __future__ import annotations

from compiler.base.naming import Case, Profile, word_set

_KEYWORDS = word_set(
    """
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if
    impl in let loop macro match mod move mut override priv pub ref return self Self static struct super trait true try
    type typeof union unsafe unsized use virtual where while yield
    """
)
_RUNTIME = word_set(
    """
    ApiError BTreeMap Box Clone Date DateTime Debug Decimal Digits Download Err File Fn Iterator Json None Ok Opt Option
    Page PlainPage Result Some Stream String Unknown Vec
    """
)

PROFILE = Profile(
    "rust",
    dict.fromkeys(("method", "group", "module", "field", "argument", "option"), Case.SNAKE)
    | dict.fromkeys(("type", "member"), Case.PASCAL),
    reserved=_KEYWORDS,
    taken={"type": _RUNTIME, "member": word_set("Unknown"), "field": word_set("rest")},
    packs=True,
    plain=True,
    version_pattern=r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?",
    digit_prefix={"type": "N", "member": "N"},
)
