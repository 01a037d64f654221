"""The order of the passes is held against what they need and make (design.md, "IR")."""

import dataclasses

from passes import PIPELINE, TARGET_PIPELINE, audit


def test_the_pipeline_has_every_fact_where_it_is_needed() -> None:
    assert audit(PIPELINE) == []
    assert audit(TARGET_PIPELINE, given=("pruned",)) == []


def test_the_audit_finds_a_pass_that_runs_too_early() -> None:
    first, second, *rest = PIPELINE
    assert audit((second, first, *rest)) == ["merge_all_of runs before resolve_refs"]


def test_the_audit_finds_a_need_that_nothing_makes() -> None:
    lonely = dataclasses.replace(PIPELINE[0], needs=("magic",))
    assert audit((lonely,)) == ["resolve_refs needs 'magic', which nothing makes"]


def test_every_pass_exists_and_says_what_it_does() -> None:
    for step in (*PIPELINE, *TARGET_PIPELINE):
        assert callable(step.load())
        assert step.summary
