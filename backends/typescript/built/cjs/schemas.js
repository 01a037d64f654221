"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.escaped = void 0;
exports.check = check;
exports.fits = fits;
function* check(value, schema, schemas, pointer = "", strict = false) {
    const wrong = (rule, message, at = pointer) => ({
        place: "body",
        pointer: at,
        rule,
        message,
    });
    if (schema.$ref !== undefined) {
        yield* check(value, schemas[schema.$ref] ?? {}, schemas, pointer, strict);
        return;
    }
    const kind = kindOf(value);
    const number = kind === "integer" && schema.type?.includes("number");
    if (schema.type && !schema.type.includes(kind) && !number) {
        yield wrong("type", `must be ${schema.type.join(" or ")}, not ${kind}`);
        return;
    }
    if (strict && schema.known && !schema.known.some((it) => equal(it, value)))
        yield wrong("enum", "is not known");
    for (const [rule, limit] of Object.entries(schema)) {
        const message = RULES[rule]?.(value, limit);
        if (message)
            yield wrong(rule, message);
    }
    if (Array.isArray(value) && schema.items) {
        for (const [index, item] of value.entries()) {
            yield* check(item, schema.items, schemas, `${pointer}/${index}`, strict);
        }
    }
    if (kind !== "object") {
        yield* members(value, schema, schemas, wrong, strict);
        return;
    }
    const object = value;
    const at = (name) => `${pointer}/${(0, exports.escaped)(name)}`;
    for (const name of schema.required ?? []) {
        if (!Object.hasOwn(object, name))
            yield wrong("required", "is required", at(name));
    }
    for (const [name, item] of Object.entries(object)) {
        if (item === undefined)
            continue;
        const own = Object.hasOwn(schema.properties ?? {}, name)
            ? schema.properties?.[name]
            : undefined;
        const below = own ?? schema.additionalProperties;
        if (below === false)
            yield wrong("additionalProperties", "is not a known property", at(name));
        else if (typeof below === "object")
            yield* check(item, below, schemas, at(name), strict);
    }
    if (schema.tagged) {
        const [tag, members] = schema.tagged;
        const chosen = String(object[tag]);
        const member = Object.hasOwn(members, chosen) ? members[chosen] : undefined;
        if (member)
            yield* check(value, member, schemas, pointer, strict);
        else if (strict || !schema.open) {
            yield wrong("discriminator", `must be one of ${Object.keys(members).join(", ")}`, at(tag));
        }
    }
    else
        yield* members(value, schema, schemas, wrong, strict);
}
function fits(value, schema, schemas, strict = false) {
    return !!check(value, schema, schemas, "", strict).next().done;
}
const escaped = (name) => name.replace(/~/g, "~0").replace(/\//g, "~1");
exports.escaped = escaped;
function* members(value, schema, schemas, wrong, strict) {
    const listed = schema.oneOf ?? schema.anyOf;
    if (!listed)
        return;
    const fitting = (exactly) => listed.filter((one) => fits(value, one, schemas, exactly)).length;
    const rule = schema.oneOf ? "oneOf" : "anyOf";
    const found = fitting(strict);
    if (!found)
        yield wrong(rule, "is none of the types it may be");
    else if (schema.oneOf && found > 1 && fitting(true) > 1)
        yield wrong(rule, "is more than one of the types it may be");
}
function kindOf(value) {
    if (value === null)
        return "null";
    if (Array.isArray(value))
        return "array";
    if (typeof value === "bigint")
        return "integer";
    if (typeof value === "number")
        return Number.isInteger(value) ? "integer" : "number";
    return typeof value;
}
function rule(type, holds, told) {
    return (value, limit) => {
        const kind = kindOf(value);
        const fits = kind === type || (type === "number" && kind === "integer");
        return fits && !holds(value, limit) && told(limit);
    };
}
const length = (text) => [...text].length;
const size = (value) => Object.keys(value).length;
function matches(text, pattern) {
    try {
        return new RegExp(pattern, "u").test(text);
    }
    catch {
        return true;
    }
}
const FORMATS = {
    date: /^\d{4}-\d{2}-\d{2}$/,
    "date-time": /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/,
    decimal: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/,
};
function isMultiple(value, step) {
    const times = value / step;
    return (!step ||
        Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times)));
}
const equal = (left, right) => text(left) === text(right);
const text = (value) => JSON.stringify(value, (_, item) => typeof item === "bigint" ? `${item}n` : item);
const RULES = {
    const: (value, limit) => !equal(value, limit) && `must be ${text(limit)}`,
    enum: (value, limit) => !limit.some((one) => equal(value, one)) &&
        `must be one of ${limit.map(text).join(", ")}`,
    format: rule("string", (value, name) => FORMATS[name]?.test(value) ?? true, (name) => `is no ${name}`),
    pattern: rule("string", matches, (it) => `does not match ${it}`),
    minLength: rule("string", (it, n) => length(it) >= n, (n) => `must have at least ${n} characters`),
    maxLength: rule("string", (it, n) => length(it) <= n, (n) => `must have at most ${n} characters`),
    minimum: rule("number", (it, n) => it >= n, (n) => `must be at least ${n}`),
    maximum: rule("number", (it, n) => it <= n, (n) => `must be at most ${n}`),
    exclusiveMinimum: rule("number", (it, n) => it > n, (n) => `must be more than ${n}`),
    exclusiveMaximum: rule("number", (it, n) => it < n, (n) => `must be less than ${n}`),
    multipleOf: rule("number", (it, n) => isMultiple(Number(it), Number(n)), (n) => `must be a multiple of ${n}`),
    minItems: rule("array", (it, n) => it.length >= n, (n) => `must have at least ${n} items`),
    maxItems: rule("array", (it, n) => it.length <= n, (n) => `must have at most ${n} items`),
    uniqueItems: rule("array", (it, on) => !on || new Set(it.map(text)).size === it.length, () => "must not have equal items"),
    minProperties: rule("object", (it, n) => size(it) >= n, (n) => `must have at least ${n} properties`),
    maxProperties: rule("object", (it, n) => size(it) <= n, (n) => `must have at most ${n} properties`),
};
