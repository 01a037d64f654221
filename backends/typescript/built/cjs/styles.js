"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Json = exports.DeepObject = exports.PipeDelimited = exports.SpaceDelimited = exports.Form = exports.Matrix = exports.Label = exports.Simple = exports.keep = exports.Reserved = exports.escape = void 0;
exports.textOf = textOf;
const json_js_1 = require("./json.js");
const escape = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (char) => "%" + char.charCodeAt(0).toString(16).toUpperCase());
exports.escape = escape;
const Reserved = (text) => encodeURI(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/[#&+]/g, encodeURIComponent);
exports.Reserved = Reserved;
const keep = (text) => text;
exports.keep = keep;
function textOf(value) {
    if (typeof value === "string")
        return value;
    if (value === null || value === undefined)
        return "";
    if (value instanceof Date)
        return value.toISOString();
    return typeof value === "bigint" ? String(value) : (0, json_js_1.writeJson)(value);
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
const Simple = ({ value, explode, encode }) => [
    ["", members(value, ",", explode ? "=" : ",", encode)],
];
exports.Simple = Simple;
const Label = ({ value, explode, encode }) => [
    [
        "",
        isEmpty(value)
            ? ""
            : "." + members(value, explode ? "." : ",", explode ? "=" : ",", encode),
    ],
];
exports.Label = Label;
const Matrix = (given) => {
    const { name, value, explode, encode } = given;
    if (isEmpty(value))
        return [["", ""]];
    const many = explode && typeof value === "object";
    const text = members(value, ",", ",", encode);
    const written = many ? (0, exports.Form)(given) : [[encode(name), text]];
    return [
        ["", written.map(([key, item]) => `;${key}${item && "="}${item}`).join("")],
    ];
};
exports.Matrix = Matrix;
const Form = (given) => joined(given, ",");
exports.Form = Form;
const SpaceDelimited = (given) => joined(given, given.encodeName(" "));
exports.SpaceDelimited = SpaceDelimited;
const PipeDelimited = (given) => joined(given, given.encodeName("|"));
exports.PipeDelimited = PipeDelimited;
const DeepObject = (given) => {
    const { name, value, encode, encodeName } = given;
    return typeof value === "object"
        ? deep(encodeName(name), value, encode, encodeName)
        : (0, exports.Form)(given);
};
exports.DeepObject = DeepObject;
function joined({ name, value, explode, encode, encodeName }, between) {
    const key = encodeName(name);
    const list = Array.isArray(value);
    if (explode && list)
        return items(value).map((item) => [key, encode(textOf(item))]);
    if (explode && isObject(value)) {
        return present(value).map(([inner, item]) => [
            encodeName(inner),
            encode(textOf(item)),
        ]);
    }
    return isEmpty(value)
        ? []
        : [[key, members(value, between, between, encode)]];
}
function deep(prefix, value, encode, encodeName) {
    if (typeof value !== "object" || value === null || value instanceof Date) {
        return [[prefix, encode(textOf(value))]];
    }
    return present(value).flatMap(([key, item]) => deep(prefix + encodeName(`[${key}]`), item, encode, encodeName));
}
const Json = ({ name, value, encode, encodeName }) => [
    [encodeName(name), encode((0, json_js_1.writeJson)(value))],
];
exports.Json = Json;
