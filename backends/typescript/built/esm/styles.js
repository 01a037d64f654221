import { writeJson } from "./json.js";
export const escape = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (char) => "%" + char.charCodeAt(0).toString(16).toUpperCase());
export const Reserved = (text) => encodeURI(text)
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
    return typeof value === "bigint" ? String(value) : writeJson(value);
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
export const Simple = ({ value, explode, encode }) => [
    ["", members(value, ",", explode ? "=" : ",", encode)],
];
export const Label = ({ value, explode, encode }) => [
    [
        "",
        isEmpty(value)
            ? ""
            : "." + members(value, explode ? "." : ",", explode ? "=" : ",", encode),
    ],
];
export const Matrix = (given) => {
    const { name, value, explode, encode } = given;
    if (isEmpty(value))
        return [["", ""]];
    const many = explode && typeof value === "object";
    const text = members(value, ",", ",", encode);
    const written = many ? Form(given) : [[encode(name), text]];
    return [
        ["", written.map(([key, item]) => `;${key}${item && "="}${item}`).join("")],
    ];
};
export const Form = (given) => joined(given, ",");
export const SpaceDelimited = (given) => joined(given, given.encodeName(" "));
export const PipeDelimited = (given) => joined(given, given.encodeName("|"));
export const DeepObject = (given) => {
    const { name, value, encode, encodeName } = given;
    return typeof value === "object"
        ? deep(encodeName(name), value, encode, encodeName)
        : Form(given);
};
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
export const Json = ({ name, value, encode, encodeName }) => [
    [encodeName(name), encode(writeJson(value))],
];
