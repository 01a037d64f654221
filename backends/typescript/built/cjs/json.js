"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseJson = parseJson;
exports.writeJson = writeJson;
const errors_js_1 = require("./errors.js");
const MAYBE_LONG = /(?:^|[[:,\s])-?\d{16,}(?![\d.eE])/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARKED = /^\0int:(-?\d+)$/;
function parseJson(text) {
    if (!MAYBE_LONG.test(text))
        return JSON.parse(text);
    const marked = text.replace(TOKEN, (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `"\\u0000int:${token}"`
        : token);
    return JSON.parse(marked, (_, value) => {
        const digits = typeof value === "string" ? MARKED.exec(value)?.[1] : undefined;
        return digits === undefined ? value : BigInt(digits);
    });
}
function writeJson(value) {
    const mark = `\0int:${Math.random()}:`;
    let long = false;
    const text = JSON.stringify(value, (_, item) => {
        if (typeof item === "number" && !Number.isFinite(item)) {
            throw new errors_js_1.InvalidArgumentError(`${item} cannot be written as JSON`);
        }
        if (typeof item !== "bigint")
            return item;
        long = true;
        return mark + item;
    });
    if (text === undefined) {
        throw new errors_js_1.InvalidArgumentError(`a ${typeof value} cannot be written as JSON`);
    }
    return long
        ? text.replaceAll(new RegExp(`"\\\\u0000${mark.slice(1)}(-?\\d+)"`, "g"), "$1")
        : text;
}
