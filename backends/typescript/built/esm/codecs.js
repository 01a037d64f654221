import { textOf } from "./styles.js";
const isObject = (value) => typeof value === "object" &&
    value !== null &&
    (Object.getPrototypeOf(value) === Object.prototype ||
        Object.getPrototypeOf(value) === null);
function codec(convert) {
    return {
        decode: (value) => convert(value, "decode"),
        encode: (value) => convert(value, "encode"),
    };
}
export const DateTimeCodec = {
    decode: (value) => date(value),
    encode: (value) => (value instanceof Date ? value.toISOString() : value),
};
export const DateCodec = {
    decode: (value) => date(value),
    encode: (value) => value instanceof Date ? value.toISOString().slice(0, 10) : value,
};
function date(value) {
    const made = typeof value === "string" ? new Date(value) : undefined;
    return made && !Number.isNaN(made.getTime()) ? made : value;
}
export const BigIntCodec = {
    decode: (value) => Number.isInteger(value) ? BigInt(value) : value,
    encode: (value) => value,
};
export const DigitsCodec = {
    decode: (value) => Number.isInteger(value) || typeof value === "bigint"
        ? textOf(value)
        : value,
    encode: (value) => typeof value === "string" && /^-?\d{1,400}$/.test(value)
        ? BigInt(value)
        : value,
};
export const Base64Codec = {
    decode(value) {
        if (typeof value !== "string")
            return value;
        try {
            return Uint8Array.from(atob(value.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
        }
        catch {
            return value;
        }
    },
    encode: (value) => {
        if (!(value instanceof Uint8Array))
            return value;
        let text = "";
        for (const byte of value)
            text += String.fromCharCode(byte);
        return btoa(text);
    },
};
export function lazy(find) {
    return codec((value, direction) => find()[direction](value));
}
export function list(item) {
    return codec((value, direction) => Array.isArray(value) ? value.map((one) => item[direction](one)) : value);
}
export function map(item) {
    return codec((value, direction) => {
        if (!isObject(value))
            return value;
        const made = [];
        for (const [key, one] of Object.entries(value)) {
            made.push([key, one === undefined ? one : item[direction](one)]);
        }
        return Object.fromEntries(made);
    });
}
export function model(fields, rest) {
    const wires = new Map(Object.entries(fields).map(([wire, field]) => [field.name ?? wire, wire]));
    return codec((value, direction) => {
        if (!isObject(value))
            return value;
        const made = [];
        for (const [key, item] of Object.entries(value)) {
            const wire = direction === "decode" ? key : (wires.get(key) ?? key);
            const field = Object.hasOwn(fields, wire) ? fields[wire] : undefined;
            const how = field ? field.codec : rest;
            const name = direction === "decode" ? (field?.name ?? key) : wire;
            made.push([
                name,
                how && item !== undefined ? how[direction](item) : item,
            ]);
        }
        return Object.fromEntries(made);
    });
}
export function union(cases, tag, name = tag, other) {
    return codec((value, direction) => {
        const key = direction === "decode" ? tag : name;
        const found = key !== undefined && isObject(value)
            ? cases.find((one) => one.tags?.includes(textOf(value[key])))
            : cases.find((one) => fits(one, value, direction));
        const how = found ? found.codec : other;
        return how ? how[direction](value) : value;
    });
}
function fits(one, value, direction) {
    if (one.kinds?.length &&
        !kinds(value).some((kind) => one.kinds?.includes(kind)))
        return false;
    if (!isObject(value))
        return !one.keys?.length && !one.consts;
    const at = (wire) => (direction === "encode" && one.names?.[wire]) || wire;
    if (one.keys?.some((key) => !(at(key) in value)))
        return false;
    return Object.entries(one.consts ?? {}).every(([key, constant]) => value[at(key)] === constant);
}
function kinds(value) {
    if (value === null)
        return ["null"];
    if (Array.isArray(value))
        return ["array"];
    if (value instanceof Date || value instanceof Uint8Array)
        return ["string"];
    if (typeof value === "bigint")
        return ["integer", "number"];
    if (typeof value === "number")
        return Number.isInteger(value) ? ["integer", "number"] : ["number"];
    return [typeof value];
}
