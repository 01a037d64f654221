"""SDKs of OpenAPI documents with Bazel. `codegen init --bazel` says how to take this file into a project.

    codegen_sdk(
        name = "trains",
        spec = "openapi.yaml",
        srcs = glob(["schemas/*.yaml"]),
        targets = ["python", "go"],
    )

Each target is a folder that the rule declares as an output, `trains/python`; all files that the document refers to are
inputs, or codegen does not find them. The rule takes its program from `codegen`, a label of something that runs, such
as a `py_console_script_binary` of the package `codegen-sdk`, or the script that the recipe of docs/build-tools.md has.
"""

_WORKER = {
    "requires-worker-protocol": "json",
    "supports-multiplex-workers": "1",
    "supports-worker-cancellation": "1",
    "supports-workers": "1",
}

def _codegen_sdk_impl(ctx):
    outputs = [ctx.actions.declare_directory(ctx.label.name + "/" + target) for target in ctx.attr.targets]
    if not outputs:
        fail("targets is empty: name those that gen.yaml has, or what -t would")
    inputs = [ctx.file.spec] + ctx.files.srcs

    args = ctx.actions.args()
    args.add(ctx.file.spec)
    for target in ctx.attr.targets:
        args.add("-t", target)
    if ctx.file.config:
        # names are those of codegen.lock, which an action cannot change: a build outside of Bazel does
        args.add("-c", ctx.file.config)
        inputs.append(ctx.file.config)
        if ctx.file.lock:
            inputs.append(ctx.file.lock)
            args.add("--locked")
    for overlay in ctx.files.overlays:
        args.add("--overlay", overlay)
    inputs += ctx.files.overlays
    args.add("--ref-root", "/")  # inputs may be links to anywhere: Bazel itself says which files are there
    args.add("-o", outputs[0].dirname)
    args.add("-q")
    args.add_all(ctx.attr.flags)

    if ctx.attr.worker:
        args.use_param_file("@%s", use_always = True)
        args.set_param_file_format("multiline")
    ctx.actions.run(
        executable = ctx.executable.codegen,
        arguments = ["worker" if ctx.attr.worker else "build", args],
        execution_requirements = _WORKER if ctx.attr.worker else {},
        inputs = inputs,
        outputs = outputs,
        env = {"CODEGEN_CACHE": "off"},
        mnemonic = "Codegen",
        progress_message = "codegen %s" % ctx.label.name,
    )
    groups = {}
    for target, output in zip(ctx.attr.targets, outputs):
        groups[target] = depset([output])
    return [
        DefaultInfo(files = depset(outputs), runfiles = ctx.runfiles(files = outputs)),
        OutputGroupInfo(**groups),
    ]

codegen_sdk = rule(
    implementation = _codegen_sdk_impl,
    doc = "SDKs and reference pages of an OpenAPI document: a folder for each target, which is also an output group.",
    attrs = {
        "spec": attr.label(allow_single_file = True, mandatory = True, doc = "The document."),
        "srcs": attr.label_list(allow_files = True, doc = "The files that the document and gen.yaml refer to."),
        "config": attr.label(allow_single_file = True, doc = "gen.yaml."),
        "lock": attr.label(allow_single_file = True, doc = "codegen.lock, which is beside gen.yaml."),
        "overlays": attr.label_list(allow_files = True, doc = "OpenAPI overlays, in their order."),
        "targets": attr.string_list(mandatory = True, doc = "What is built: python, typescript, go, reference."),
        "flags": attr.string_list(doc = "Further options of `codegen build`."),
        "worker": attr.bool(doc = "Build in a process that stays, which does only what an edit changes (docs/watch.md)."),
        "codegen": attr.label(
            default = "//tools/codegen:codegen.sh",
            allow_single_file = True,
            executable = True,
            cfg = "exec",
            doc = "The program: a script or a rule that can be run.",
        ),
    },
)
