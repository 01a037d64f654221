import { InvalidArgumentError } from "./errors.js";
import { writeJson } from "./json.js";
export const escape = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (char) => "%" + char.charCodeAt(0).toString(16).toUpperCase());
export const escapeReserved = (text) => encodeURI(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/[#&+]/g, encodeURIComponent);
export const keep = (text) => text;
export function textOf(value) {
    if (typeof value === "string")
        return value;
    if (value === null || value === undefined)
        return "";
    if (value instanceof Date)
        return value.toISOString();
    if (typeof value === "object" ||
        (typeof value === "number" && !Number.isFinite(value))) {
        return writeJson(value);
    }
    if (typeof value === "symbol" || typeof value === "function") {
        throw new InvalidArgumentError(`a ${typeof value} cannot be sent`);
    }
    return String(value);
}
const isObject = (value) => typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date);
const isEmpty = (value) => Array.isArray(value)
    ? !value.length
    : isObject(value) && !Object.keys(value).length;
const present = (value) => Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
const items = (value) => value.filter((item) => item !== undefined && item !== null);
function members(value, between, joint, encode) {
    if (Array.isArray(value))
        return items(value)
            .map((item) => encode(textOf(item)))
            .join(between);
    if (!isObject(value))
        return encode(textOf(value));
    return present(value)
        .map(([key, item]) => encode(key) + joint + encode(textOf(item)))
        .join(between);
}
export function simple(value, explode, encode) {
    return members(value, ",", explode ? "=" : ",", encode);
}
export function label(value, explode) {
    if (isEmpty(value))
        return "";
    return "." + members(value, explode ? "." : ",", explode ? "=" : ",", escape);
}
export function matrix(name, value, explode) {
    if (isEmpty(value))
        return "";
    if (explode && (isObject(value) || Array.isArray(value))) {
        return pairs(name, value, "form", true)
            .map(([key, text]) => `;${key}=${text}`)
            .join("");
    }
    const text = members(value, ",", ",", escape);
    return `;${escape(name)}${text && "="}${text}`;
}
export function pairs(name, value, style, explode, encode = escape, encodeName = escape) {
    const key = encodeName(name);
    if (style === "deepObject" && typeof value === "object") {
        return deep(key, value, encode, encodeName);
    }
    if (explode && isObject(value)) {
        return present(value).map(([inner, item]) => [
            encodeName(inner),
            encode(textOf(item)),
        ]);
    }
    if (explode && Array.isArray(value)) {
        return items(value).map((item) => [key, encode(textOf(item))]);
    }
    if (isEmpty(value))
        return [];
    const between = style === "spaceDelimited"
        ? encodeName(" ")
        : style === "pipeDelimited"
            ? encodeName("|")
            : ",";
    return [[key, members(value, between, between, encode)]];
}
function deep(prefix, value, encode, encodeName) {
    if (typeof value !== "object" || value === null || value instanceof Date) {
        return [[prefix, encode(textOf(value))]];
    }
    return present(value).flatMap(([key, item]) => deep(prefix + encodeName(`[${key}]`), item, encode, encodeName));
}
