# SDKs of OpenAPI documents with GNU make. `codegen init --make` prints the line that includes this file:
#
#     CODEGEN_SPEC := api/openapi.yaml
#     include $(shell codegen init --make=path)
#
#     test: sdk
#
# Several documents, each with variables of its own; `make -j` builds them side by side:
#
#     CODEGEN_APIS := trains billing
#     trains_SPEC := trains/openapi.yaml
#     billing_SPEC := billing/openapi.yaml
#     billing_FLAGS := -t python -t go
#     include $(shell codegen init --make=path)
#
# `make sdk` builds all, `make sdk-billing` one. `make sdk-check` writes nothing and fails where `make sdk` would change a
# file, which is what CI wants; `make sdk-diff` shows those changes; `make sdk-clean` removes what was built.
#
# make always asks codegen, which knows whether a document, a file that it refers to, an overlay, gen.yaml or codegen
# itself has changed, and needs 0.04 s to say that nothing has. A rule that uses an SDK depends on its stamp, as in
# `test.done: $(CODEGEN_STAMP)` or `$(billing_STAMP)`: it runs again only if the output has changed. If you commit the
# SDKs, let git ignore the stamps.

CODEGEN ?= codegen
# The documents, if there are several: each NAME has NAME_SPEC and the other variables below, with NAME for CODEGEN.
CODEGEN_APIS ?=
# The document; without one, gen.yaml names it, or several of them (`apis`).
CODEGEN_SPEC ?= $(if $(wildcard gen.yaml),,openapi.yaml)
# gen.yaml, if it is neither beside the document nor here.
CODEGEN_CONFIG ?=
# The output folder, relative to the Makefile; it counts before gen.yaml's `output`. Of several documents: sdk/NAME.
CODEGEN_OUT ?= $(if $(CODEGEN_SPEC),sdk)
CODEGEN_FLAGS ?=
CODEGEN_STAMP ?= $(CODEGEN_OUT:%=%/).codegen-stamp

.PHONY: sdk sdk-check sdk-diff sdk-clean codegen-asks

# `make -j` has its own processes for several documents, so that each needs only one.
codegen_jobs = $(if $(and $(findstring jobserver,$(MAKEFLAGS)),$(word 2,$(CODEGEN_APIS))),--jobs 1)

# $(1): the prefix of the variables, $(2): the end of the targets.
define codegen_rules
codegen_inputs$(2) = $$(strip $$($(1)_SPEC) $$(if $$($(1)_CONFIG),-c $$($(1)_CONFIG)) $$(if $$($(1)_OUT),-o $$($(1)_OUT)))
codegen_build$(2) = $$(CODEGEN) build $$(strip $$(codegen_inputs$(2)) $$($(1)_FLAGS) $$(codegen_jobs))

.PHONY: sdk$(2) sdk-check$(2) sdk-diff$(2) sdk-clean$(2)
sdk$(2): $$($(1)_STAMP)

$$($(1)_STAMP): codegen-asks
	$$(codegen_build$(2)) --stamp $$@

sdk-check$(2):
	$$(codegen_build$(2)) --check

sdk-diff$(2):
	$$(codegen_build$(2)) --dry-run --diff

sdk-clean$(2):
	$$(CODEGEN) clean $$(codegen_inputs$(2))
	rm -f $$($(1)_STAMP)
endef

# $(1): the name of one of several documents.
define codegen_api
$(1)_OUT ?= sdk/$(1)
$(1)_STAMP ?= $$($(1)_OUT)/.codegen-stamp
sdk: sdk-$(1)
sdk-check: sdk-check-$(1)
sdk-diff: sdk-diff-$(1)
sdk-clean: sdk-clean-$(1)
endef

ifeq ($(strip $(CODEGEN_APIS)),)
$(eval $(call codegen_rules,CODEGEN,))
else
$(foreach api,$(CODEGEN_APIS),$(eval $(call codegen_api,$(api))))
$(foreach api,$(CODEGEN_APIS),$(eval $(call codegen_rules,$(api),-$(api))))
endif
