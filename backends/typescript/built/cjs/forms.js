"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.plainType = void 0;
exports.partsOf = partsOf;
exports.checkForm = checkForm;
exports.covers = covers;
const json_js_1 = require("./json.js");
const received_js_1 = require("./received.js");
const schemas_js_1 = require("./schemas.js");
function partsOf(body, contentType) {
    const [, quoted, plain] = /boundary\s*=\s*(?:"([^"]+)"|([^;,\s]+))/i.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined)
        return undefined;
    const pieces = `\r\n${binary(body)}`.split(`\r\n--${boundary}`);
    if (pieces.length < 2 || !pieces.at(-1)?.startsWith("--"))
        return undefined;
    const found = [];
    for (const piece of pieces.slice(1, -1)) {
        const [head = ""] = piece.split("\r\n\r\n", 1);
        const lines = text(head);
        const [, quotedName, plainName] = /^content-disposition:.*?;\s*name\s*=\s*(?:"([^"]*)"|([^;\s]+))/im.exec(lines) ?? [];
        const name = quotedName ?? plainName;
        if (name === undefined)
            continue;
        found.push({
            name: name.replace(/%(22|0D|0A)/g, unescape),
            value: text(piece.slice(head.length + 4)),
            type: /^content-type:\s*(.*?)\s*$/im.exec(lines)?.[1],
        });
    }
    return found;
}
const unescape = (found) => decodeURIComponent(found);
function binary(bytes) {
    let found = "";
    for (let at = 0; at < bytes.length; at += 32_768)
        found += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return found;
}
const text = (found) => new TextDecoder().decode(Uint8Array.from(found, (char) => char.charCodeAt(0)));
function* checkForm(declared, parts, fields, schemas) {
    const schema = (0, received_js_1.follow)(declared, schemas);
    const groups = new Map();
    for (const field of fields)
        groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
    const texts = new Map([...groups].map(([name, same]) => [
        name,
        same.map(({ value }) => String(value)),
    ]));
    const names = new Set(Object.keys(parts));
    const value = new Map();
    for (const [name, part] of Object.entries(parts)) {
        const below = schema.properties?.[name] ?? {};
        const found = part.encode === "style"
            ? (0, received_js_1.readParameter)({ ...part, name, in: "query", schema: below }, texts, names, schemas)
            : yield* readPart(part, groups.get(name) ?? [], below, schemas);
        if (found !== undefined)
            value.set(name, found);
    }
    const { additionalProperties: rest } = schema;
    for (const [name, same] of groups) {
        if (value.has(name) || belongs(name, parts))
            continue;
        const last = same.at(-1)?.value;
        const kind = typeof rest === "object" ? rest : {};
        const plain = typeof last === "string";
        value.set(name, plain ? (0, received_js_1.readText)(last, kind, schemas) : last);
    }
    yield* (0, schemas_js_1.check)(Object.fromEntries(value), schema, schemas);
}
function belongs(name, parts) {
    return Object.entries(parts).some(([own, { encode, style, explode }]) => encode === "style" &&
        (explode || (style === "deep-object" && name.startsWith(`${own}[`))));
}
function* readPart(part, fields, schema, schemas) {
    if (!fields.length)
        return undefined;
    const { repeated = false, types, encode } = part;
    const below = repeated ? ((0, received_js_1.follow)(schema, schemas).items ?? {}) : schema;
    const values = [];
    for (const [index, { name, value, type }] of fields.entries()) {
        const pointer = `/${(0, schemas_js_1.escaped)(name)}${repeated ? `/${index}` : ""}`;
        const wrong = (rule, message) => ({
            place: "body",
            pointer,
            rule,
            message,
        });
        if (types && type !== undefined && !types.some((one) => covers(one, type)))
            yield wrong("contentMediaType", `must be ${types.join(" or ")}`);
        try {
            const plain = encode !== "bytes" && typeof value === "string";
            const read = !plain
                ? value
                : encode === "json"
                    ? (0, json_js_1.parseJson)(value)
                    : (0, received_js_1.readText)(value, below, schemas);
            values.push(read);
        }
        catch {
            yield wrong("content", "is no JSON");
            return undefined;
        }
    }
    return repeated ? values : values.at(-1);
}
const plainType = (type) => (type.split(";", 1)[0] ?? "").trim().toLowerCase();
exports.plainType = plainType;
function covers(declared, sent) {
    const [known, given] = [(0, exports.plainType)(declared), (0, exports.plainType)(sent)];
    return (known === given ||
        known === "*/*" ||
        (known.endsWith("/*") && given.startsWith(known.slice(0, -1))));
}
