import { SDKError } from "./errors.js";
import { parseJson } from "./json.js";
import { check } from "./schemas.js";
export class InvalidRequest extends SDKError {
    violations;
    constructor(violations) {
        super(violations
            .map((one) => `${one.place}${one.pointer}: ${one.message}`)
            .join("; "));
        this.violations = violations;
    }
}
export function violations(declared, request, schemas) {
    const headers = folded(request.headers);
    const places = {
        path: request.path ?? {},
        query: request.query ?? {},
        header: headers,
        cookie: request.cookies ?? {},
    };
    const found = [];
    for (const parameter of declared.params ?? []) {
        found.push(...checkParameter(parameter, places[parameter.in], schemas));
    }
    if (declared.body)
        found.push(...checkBody(declared, request, headers["content-type"], schemas));
    return found;
}
function folded(headers = {}) {
    const pairs = headers instanceof Headers
        ? [...headers.entries()]
        : Object.entries(headers);
    return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}
function* checkParameter(parameter, values, schemas) {
    const { in: place, required, schema, split } = parameter;
    const name = place === "header" ? parameter.name.toLowerCase() : parameter.name;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const pointer = `/${name}`;
    if (value === undefined || (typeof value !== "string" && !value.length)) {
        if (required)
            yield { place, pointer, rule: "required", message: "is required" };
        return;
    }
    if (!schema)
        return;
    const texts = typeof value === "string" ? [value] : value;
    const read = schema.type?.includes("array")
        ? texts
            .flatMap((text) => (split ? text.split(split) : [text]))
            .map((text) => scalar(text, schema.items?.type))
        : scalar(texts.at(-1) ?? "", schema.type);
    for (const wrong of check(read, schema, schemas, pointer))
        yield { ...wrong, place };
}
function scalar(text, kinds = []) {
    if (kinds.includes("boolean") && /^(true|false)$/.test(text))
        return text === "true";
    const number = kinds.includes("number") || kinds.includes("integer")
        ? Number(text || NaN)
        : NaN;
    return Number.isNaN(number) ? text : number;
}
function* checkBody(declared, request, header, schemas) {
    const { body } = request;
    const wrong = (rule, message) => ({
        place: "body",
        pointer: "",
        rule,
        message,
    });
    if (body === undefined ||
        body === "" ||
        (body instanceof Uint8Array && !body.length)) {
        if (declared.required)
            yield wrong("required", "the request body is required");
        return;
    }
    const known = Object.keys(declared.body ?? {});
    const told = request.contentType ??
        (typeof header === "string" ? header : header?.at(-1));
    const type = ((told ?? known[0] ?? "").split(";", 1)[0] ?? "")
        .trim()
        .toLowerCase();
    const ranges = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
    const found = ranges.find((one) => known.includes(one));
    if (found === undefined) {
        yield wrong("content", `the media type ${type} is not declared`);
        return;
    }
    const schema = declared.body?.[found];
    if (!schema)
        return;
    let value = body;
    try {
        if (body instanceof Uint8Array)
            value = parseJson(new TextDecoder().decode(body));
        else if (typeof body === "string")
            value = parseJson(body);
    }
    catch (error) {
        yield wrong("content", `the body is no JSON: ${error instanceof Error ? error.message : ""}`);
        return;
    }
    yield* check(value, schema, schemas);
}
