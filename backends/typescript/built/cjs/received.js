"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.follow = follow;
exports.isJson = isJson;
exports.readParameter = readParameter;
exports.readTexts = readTexts;
exports.readText = readText;
const json_js_1 = require("./json.js");
const schemas_js_1 = require("./schemas.js");
function follow(schema, schemas) {
    let found = schema;
    while (found.$ref !== undefined)
        found = schemas[found.$ref] ?? {};
    return found;
}
function isJson(mediaType) {
    return /^\s*((application|text)\/json|.+\+json)\s*(;|$)/i.test(mediaType);
}
function readParameter(it, texts, declared, schemas) {
    if (it.media !== undefined) {
        const text = texts.get(it.name)?.at(-1);
        return text !== undefined && isJson(it.media) ? (0, json_js_1.parseJson)(text) : text;
    }
    const schema = follow(it.schema ?? {}, schemas);
    const members = schema.anyOf ?? schema.oneOf;
    if (!members)
        return readKind({ ...it, schema }, texts, declared, schemas);
    let first;
    for (const member of members) {
        const one = { ...it, schema: member };
        const read = readParameter(one, texts, declared, schemas);
        if (read !== undefined && (0, schemas_js_1.fits)(read, member, schemas))
            return read;
        first ??= read;
    }
    return first;
}
function readKind(it, all, declared, schemas) {
    const { name, style, schema = {} } = it;
    const kinds = kindsOf(schema);
    if (style === "deep-object")
        return readDeep(name, schema, all, schemas);
    if (kinds.has("object"))
        return readObject(it, all, declared, schemas);
    const texts = all.get(name);
    const last = texts?.at(-1);
    if (!texts || last === undefined)
        return undefined;
    if (!kinds.has("array"))
        return readText(bare(it, last), schema, schemas);
    const { items = {} } = schema;
    return itemsOf(it, texts).map((text) => readText(text, items, schemas));
}
function bare({ name, style }, text) {
    if (style === "label")
        return text.replace(/^\./, "");
    if (style !== "matrix" || !text.startsWith(`;${name}`))
        return text;
    return text.slice(name.length + 1).replace(/^=/, "");
}
const inPairs = ({ explode, in: place }) => !!explode && (place === "query" || place === "cookie");
const delimiter = ({ style }) => style === "space-delimited" ? " " : style === "pipe-delimited" ? "|" : ",";
function itemsOf(it, texts) {
    const { style, explode } = it;
    const last = texts.at(-1) ?? "";
    if (style === "label")
        return bare(it, last).split(explode ? "." : ",");
    if (style === "matrix" && explode) {
        const pairs = last.replace(/^;/, "").split(";");
        return pairs.map((pair) => pair.replace(/^[^=]*=?/, ""));
    }
    if (inPairs(it))
        return texts;
    const items = texts.flatMap((text) => bare(it, text).split(delimiter(it)));
    return it.in === "header" ? items.map((item) => item.trim()) : items;
}
function readObject(it, all, declared, schemas) {
    const { schema = {} } = it;
    const read = (name, texts) => readTexts(texts, below(schema, name), schemas);
    if (inPairs(it)) {
        const { properties = {}, additionalProperties: rest } = schema;
        const own = [...all].filter(([name]) => Object.hasOwn(properties, name) || (!!rest && !declared.has(name)));
        const pairs = own.map(([name, texts]) => [name, read(name, texts)]);
        return pairs.length ? Object.fromEntries(pairs) : undefined;
    }
    const text = all.get(it.name)?.at(-1);
    if (text === undefined)
        return undefined;
    const pairs = pairsOf(it, text);
    if (!pairs)
        return text;
    return Object.fromEntries(pairs.map(([name, value]) => [name, read(name, [value])]));
}
function pairsOf(it, text) {
    if (it.explode) {
        const between = it.style === "label" ? "." : it.style === "matrix" ? ";" : ",";
        const items = (text.startsWith(between) ? text.slice(1) : text).split(between);
        if (!items.every((item) => item.includes("=")))
            return undefined;
        return items.map((item) => {
            const [name = ""] = item.split("=", 1);
            return [name.trim(), item.slice(name.length + 1)];
        });
    }
    const parts = bare(it, text).split(delimiter(it));
    if (parts.length % 2)
        return undefined;
    const names = parts.filter((_, index) => index % 2 === 0);
    return names.map((name, index) => [name.trim(), parts[2 * index + 1] ?? ""]);
}
function readDeep(name, schema, all, schemas) {
    const tree = new Map();
    for (const [key, texts] of all) {
        if (!key.startsWith(`${name}[`))
            continue;
        const path = key.slice(name.length);
        if (!/^(\[[^[\]]*\])+$/.test(path))
            continue;
        const tokens = path.slice(1, -1).split("][");
        const last = tokens.pop() ?? "";
        let at = tree;
        for (const token of tokens) {
            const next = at.get(token);
            const inner = next instanceof Map ? next : new Map();
            at.set(token, inner);
            at = inner;
        }
        at.set(last, texts);
    }
    return tree.size ? readTree(tree, schema, schemas) : undefined;
}
function readTree(value, declared, schemas) {
    const schema = follow(declared, schemas);
    for (const member of schema.anyOf ?? schema.oneOf ?? []) {
        const read = readTree(value, member, schemas);
        if ((0, schemas_js_1.fits)(read, member, schemas))
            return read;
    }
    if (!(value instanceof Map))
        return readTexts(value, schema, schemas);
    const keys = [...value.keys()];
    const numbered = keys.every((key) => /^\d*$/.test(key));
    if (numbered && kindsOf(schema).has("array")) {
        const { items = {} } = schema;
        return [...value]
            .sort(([left], [right]) => Number(left) - Number(right))
            .flatMap(([key, item]) => key === "" && !(item instanceof Map)
            ? item.map((text) => [text])
            : [item])
            .map((item) => readTree(item, items, schemas));
    }
    return Object.fromEntries([...value].map(([key, item]) => [
        key,
        readTree(item, below(schema, key), schemas),
    ]));
}
function below({ properties, additionalProperties }, name) {
    const own = properties && Object.hasOwn(properties, name)
        ? properties[name]
        : undefined;
    const found = own ?? additionalProperties;
    return typeof found === "object" ? found : {};
}
function readTexts(texts, declared, schemas) {
    const schema = follow(declared, schemas);
    if (!kindsOf(schema).has("array") || (texts.length === 1 && !schema.items))
        return readText(texts.at(-1) ?? "", schema, schemas);
    return texts.map((text) => readText(text, schema.items ?? {}, schemas));
}
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
function readText(text, declared, schemas) {
    const schema = follow(declared, schemas);
    for (const member of schema.anyOf ?? schema.oneOf ?? []) {
        const read = readText(text, member, schemas);
        if ((0, schemas_js_1.fits)(read, member, schemas))
            return read;
    }
    const kinds = kindsOf(schema);
    if (kinds.has("boolean") && /^(true|false)$/.test(text))
        return text === "true";
    if ((kinds.has("integer") || kinds.has("number")) && NUMBER.test(text))
        return (0, json_js_1.parseJson)(text.replace(/^(-?)0+(?=\d)/, "$1"));
    if (kinds.has("null") && !text)
        return null;
    if (!kinds.has("array") && !kinds.has("object"))
        return text;
    try {
        return (0, json_js_1.parseJson)(text);
    }
    catch {
        return text;
    }
}
function kindsOf({ type, const: one, enum: several = [], }) {
    if (type)
        return new Set(type);
    const values = one === undefined ? several : [one];
    return new Set(values.map(kindOf));
}
function kindOf(value) {
    return value === null
        ? "null"
        : Array.isArray(value)
            ? "array"
            : typeof value;
}
