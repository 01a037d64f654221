# Build SDKs from an OpenAPI document with make. In your Makefile:
#
#     CODEGEN_SPEC := api/openapi.yaml
#     include codegen.mk
#
#     test: sdk
#
# `make sdk` builds when the document, gen.yaml or the settings below changed; `make sdk-check` writes nothing and
# fails where `make sdk` would change a file, which is what CI wants; `make sdk-clean` removes what was built.

CODEGEN ?= codegen
CODEGEN_SPEC ?= openapi.yaml
CODEGEN_CONFIG ?= $(wildcard $(dir $(CODEGEN_SPEC))gen.yaml)
CODEGEN_OUT ?= sdk
CODEGEN_FLAGS ?=
# Other files that the document refers to: a change in one of them builds again.
CODEGEN_DEPS ?=
CODEGEN_STAMP ?= $(CODEGEN_OUT)/.codegen-stamp

codegen_inputs = $(CODEGEN_SPEC) $(if $(CODEGEN_CONFIG),-c $(CODEGEN_CONFIG)) $(CODEGEN_FLAGS) -o $(CODEGEN_OUT)

.PHONY: sdk sdk-check sdk-clean

sdk: $(CODEGEN_STAMP)

$(CODEGEN_STAMP): $(CODEGEN_SPEC) $(CODEGEN_CONFIG) $(CODEGEN_DEPS)
	$(CODEGEN) build $(codegen_inputs)
	@mkdir -p $(@D)
	@touch $@

sdk-check:
	$(CODEGEN) build $(codegen_inputs) --check

sdk-clean:
	$(CODEGEN) clean $(if $(CODEGEN_CONFIG),-c $(CODEGEN_CONFIG)) -o $(CODEGEN_OUT)
	rm -f $(CODEGEN_STAMP)
