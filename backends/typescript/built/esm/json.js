import { InvalidArgumentError } from "./errors.js";
const MAYBE_LONG = /(?:^|[[:,\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d+(?![\d.eE])/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARKED = /^\0int:-?\d+$/;
export function parseJson(text) {
    if (!MAYBE_LONG.test(text))
        return JSON.parse(text);
    const marked = text.replace(TOKEN, (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `"\\u0000int:${token}"`
        : token);
    return JSON.parse(marked, (_, value) => MARKED.test(value) ? BigInt(value.slice(5)) : value);
}
export function writeJson(value) {
    const mark = `int${Math.random()}:`;
    const text = JSON.stringify(value, (_, item) => {
        if (Number.isNaN(item) || item === Infinity || item === -Infinity)
            fail(item);
        return typeof item === "bigint" ? mark + item : item;
    });
    return (text ?? fail(value)).replaceAll(new RegExp(`"${mark}(.+?)"`, "g"), "$1");
}
function fail(value) {
    throw new InvalidArgumentError(`${String(value)} is no JSON`);
}
