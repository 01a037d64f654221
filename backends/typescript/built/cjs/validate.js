"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.InvalidRequest = void 0;
exports.violations = violations;
const errors_js_1 = require("./errors.js");
const forms_js_1 = require("./forms.js");
const json_js_1 = require("./json.js");
const received_js_1 = require("./received.js");
const schemas_js_1 = require("./schemas.js");
class InvalidRequest extends errors_js_1.SDKError {
    violations;
    constructor(violations) {
        super(violations
            .map((one) => `${one.place}${one.pointer}: ${one.message}`)
            .join("; "));
        this.violations = violations;
    }
    get status() {
        const whole = this.violations.filter(({ place, pointer }) => place === "body" && !pointer);
        const has = (rule) => whole.some((one) => one.rule === rule);
        if (has("contentMediaType"))
            return 415;
        const unread = has("content") || has("required");
        const others = this.violations.some(({ place }) => place !== "body");
        return unread || others ? 400 : 422;
    }
}
exports.InvalidRequest = InvalidRequest;
function violations(declared, request, schemas) {
    const { params = [], body } = declared;
    const header = textsOf(request.headers, (name) => name.toLowerCase());
    const places = {
        path: textsOf(request.path),
        query: textsOf(request.query),
        header,
        cookie: textsOf(request.cookies ?? cookies(header)),
    };
    const names = new Set(params.map(({ name }) => name));
    const found = params.flatMap((one) => [
        ...checkParameter(one, places[one.in], names, schemas),
    ]);
    const type = request.contentType ?? header.get("content-type")?.at(-1);
    if (body)
        found.push(...checkBody(declared, body, request, type, schemas));
    return found;
}
function textsOf(given = {}, named = (name) => name) {
    const found = new Map();
    const pairs = typeof given === "string"
        ? new URLSearchParams(given)
        : given instanceof URLSearchParams || given instanceof Headers
            ? given
            : Object.entries(given);
    for (const [name, value] of pairs) {
        const known = found.get(named(name)) ?? [];
        const texts = typeof value === "string" ? [value] : (value ?? []);
        if (texts.length)
            found.set(named(name), [...known, ...texts]);
    }
    return found;
}
function cookies(headers) {
    const found = new Map();
    for (const text of headers.get("cookie") ?? []) {
        for (const pair of text.split(/;\s*/)) {
            const [name = ""] = pair.split("=", 1);
            const value = decoded(pair.slice(name.length + 1));
            found.set(name, [...(found.get(name) ?? []), value]);
        }
    }
    return Object.fromEntries(found);
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
function* checkParameter(parameter, texts, names, schemas) {
    const { name, in: place, required, schema = {} } = parameter;
    const pointer = `/${(0, schemas_js_1.escaped)(name)}`;
    const read = place === "header" ? { ...parameter, name: name.toLowerCase() } : parameter;
    let value;
    try {
        value = (0, received_js_1.readParameter)(read, texts, names, schemas);
    }
    catch (error) {
        const message = `is no JSON: ${said(error)}`;
        yield { place, pointer, rule: "content", message };
        return;
    }
    if (value === undefined) {
        if (required)
            yield { place, pointer, rule: "required", message: "is required" };
        return;
    }
    for (const wrong of (0, schemas_js_1.check)(value, schema, schemas, pointer))
        yield { ...wrong, place };
}
const said = (error) => error instanceof Error ? error.message : String(error);
function* checkBody(declared, kinds, { body }, type, schemas) {
    const wrong = (rule, message) => ({
        place: "body",
        pointer: "",
        rule,
        message,
    });
    const told = type ?? Object.keys(kinds)[0] ?? "";
    const kind = kindOf(kinds, told);
    const empty = body === "" || (body instanceof Uint8Array && !body.length);
    const emptyForm = type !== undefined && kind?.kind === "form";
    if (body === undefined || (empty && !emptyForm)) {
        if (declared.required)
            yield wrong("required", "the request body is required");
        return;
    }
    if (!kind) {
        const message = `the media type ${(0, forms_js_1.plainType)(told)} is not declared`;
        yield wrong("contentMediaType", message);
        return;
    }
    const { schema = {}, parts = {} } = kind;
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined;
    if (kind.kind === "json") {
        try {
            const value = text === undefined ? body : (0, json_js_1.parseJson)(text);
            yield* (0, schemas_js_1.check)(value, schema, schemas);
        }
        catch (error) {
            if (!(error instanceof SyntaxError))
                throw error;
            yield wrong("content", `the body is no JSON: ${said(error)}`);
        }
    }
    else if (kind.kind === "text") {
        yield* (0, schemas_js_1.check)(text ?? body, schema, schemas);
    }
    else if (kind.kind === "form" || (0, forms_js_1.covers)("multipart/form-data", told)) {
        const fields = text === undefined
            ? given(body)
            : kind.kind === "form"
                ? [...new URLSearchParams(text)].map(([name, value]) => ({
                    name,
                    value,
                }))
                : (0, forms_js_1.partsOf)(bytes, told);
        if (fields)
            yield* (0, forms_js_1.checkForm)(schema, parts, fields, schemas);
        else
            yield wrong("content", "the body is no multipart of its boundary");
    }
}
function given(body) {
    const pairs = body instanceof FormData ? [...body] : Object.entries(body);
    return pairs.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => ({
        name,
        value: one,
        type: one instanceof Blob ? one.type || undefined : undefined,
    })));
}
function kindOf(kinds, sent) {
    const known = Object.keys(kinds);
    const same = known.find((one) => (0, forms_js_1.plainType)(one) === (0, forms_js_1.plainType)(sent));
    const ranges = known.filter((one) => (0, forms_js_1.covers)(one, sent));
    const [widest] = ranges.sort((left, right) => right.length - left.length);
    return kinds[same ?? widest ?? ""];
}
