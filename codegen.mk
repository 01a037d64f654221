# Build SDKs from an OpenAPI document with make. In your Makefile:
#
#     CODEGEN_SPEC := api/openapi.yaml
#     include codegen.mk
#
#     test: sdk
#
# `make sdk` builds when the document or gen.yaml changed; `make sdk-check` writes nothing and fails where `make sdk`
# would change a file, which is what CI wants; `make sdk-clean` removes what was built. If you commit the SDKs, let git
# ignore CODEGEN_STAMP.

CODEGEN ?= codegen
CODEGEN_SPEC ?= openapi.yaml
# gen.yaml: beside the document, else here.
CODEGEN_CONFIG ?= $(firstword $(wildcard $(dir $(CODEGEN_SPEC))gen.yaml gen.yaml))
# The output folder, relative to the Makefile; it counts before gen.yaml's `output`.
CODEGEN_OUT ?= sdk
CODEGEN_FLAGS ?=
# Overlays, and other files that the document refers to, such as $(wildcard api/*/*.yaml): a change in one builds again.
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
