import { InvalidArgumentError } from "./errors.js";
import { writeJson } from "./json.js";
import { escape, escapeReserved, keep, label, matrix, pairs, simple, } from "./styles.js";
export function writeParameter(parameter, given, target) {
    const { name, style, codec, explode = parameter.in === "query" } = parameter;
    const argument = parameter.arg ?? name;
    const plain = codec ? codec.encode(given) : given;
    const value = parameter.json ? writeJson(plain) : plain;
    if (parameter.in === "query" || parameter.in === "cookie") {
        const into = parameter.in === "query" ? target.query : target.cookies;
        const encode = parameter.allowReserved ? escapeReserved : escape;
        for (const [key, text] of pairs(name, value, style, explode, encode))
            into.push(`${key}=${text}`);
    }
    else if (parameter.in === "header") {
        target.headers.set(name, headerText(simple(value, explode, keep), argument));
    }
    else {
        const text = style === "label"
            ? label(value, explode)
            : style === "matrix"
                ? matrix(name, value, explode)
                : simple(value, explode, escape);
        if (!text && style !== "label" && style !== "matrix") {
            throw new InvalidArgumentError(`the argument ${argument} is empty: it is part of the path`);
        }
        target.path = target.path.replaceAll(`{${name}}`, () => text);
    }
}
export function headerText(text, name) {
    if (/[\r\n\0]/.test(text)) {
        throw new InvalidArgumentError(`${name} holds a line break: a header cannot`);
    }
    if (/^[\0-\xff]*$/.test(text))
        return text;
    return String.fromCharCode(...new TextEncoder().encode(text));
}
