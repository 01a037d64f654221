"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.writeParameter = writeParameter;
exports.headerText = headerText;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const styles_js_1 = require("./styles.js");
function writeParameter(parameter, given, target) {
    const { name, style, codec, explode = parameter.in === "query" } = parameter;
    const argument = parameter.arg ?? name;
    const plain = codec ? codec.encode(given) : given;
    const value = parameter.json ? (0, json_js_1.writeJson)(plain) : plain;
    if (parameter.in === "query" || parameter.in === "cookie") {
        const into = parameter.in === "query" ? target.query : target.cookies;
        const encode = parameter.allowReserved ? styles_js_1.escapeReserved : styles_js_1.escape;
        for (const [key, text] of (0, styles_js_1.pairs)(name, value, style, explode, encode))
            into.push(`${key}=${text}`);
    }
    else if (parameter.in === "header") {
        target.headers.set(name, headerText((0, styles_js_1.simple)(value, explode, styles_js_1.keep), argument));
    }
    else {
        const text = style === "label"
            ? (0, styles_js_1.label)(value, explode)
            : style === "matrix"
                ? (0, styles_js_1.matrix)(name, value, explode)
                : (0, styles_js_1.simple)(value, explode, styles_js_1.escape);
        if (!text && style !== "label" && style !== "matrix") {
            throw new errors_js_1.InvalidArgumentError(`the argument ${argument} is empty: it is part of the path`);
        }
        target.path = target.path.replaceAll(`{${name}}`, () => text);
    }
}
function headerText(text, name) {
    if (/[\r\n\0]/.test(text)) {
        throw new errors_js_1.InvalidArgumentError(`${name} holds a line break: a header cannot`);
    }
    if (/^[\0-\xff]*$/.test(text))
        return text;
    return String.fromCharCode(...new TextEncoder().encode(text));
}
