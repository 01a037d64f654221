"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ToJson = ToJson;
exports.ToLines = ToLines;
exports.ToText = ToText;
exports.ToBytes = ToBytes;
exports.ToForm = ToForm;
exports.ToMultipart = ToMultipart;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const parameters_js_1 = require("./parameters.js");
const styles_js_1 = require("./styles.js");
const TEXT = { as: "text" };
function ToJson(value, body) {
    return { content: (0, json_js_1.writeJson)(value), type: body.type };
}
function ToLines(value, body) {
    const lines = [...value].map((line) => (0, json_js_1.writeJson)(line) + "\n");
    return { content: lines.join(""), type: body.type };
}
function ToText(value, body) {
    return { content: (0, styles_js_1.textOf)(value), type: body.type };
}
function ToBytes(value, body) {
    const file = fileOf(value);
    return { content: file.data, type: chooseType([body.type], file.type) };
}
function ToForm(value, body) {
    const written = [];
    for (const [name, part, item] of properties(value, body)) {
        if (part.as === "style") {
            const encode = part.allowReserved ? styles_js_1.escapeReserved : styles_js_1.escape;
            for (const [key, text] of (0, styles_js_1.pairs)(name, item, part.style, !!part.explode, encode)) {
                written.push(`${key}=${text}`);
            }
        }
        else {
            for (const one of split(part, item)) {
                const text = part.as === "json" ? (0, json_js_1.writeJson)(one) : formText(one);
                written.push(`${plus(name)}=${plus(text)}`);
            }
        }
    }
    return { content: written.join("&"), type: body.type };
}
const plus = (text) => (0, styles_js_1.escape)(text).replace(/%20/g, "+");
const formText = (value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : (0, styles_js_1.textOf)(value);
function ToMultipart(value, body) {
    const boundary = crypto.randomUUID();
    const pieces = [];
    const named = body.type === "multipart/form-data";
    const add = (head, content) => {
        if (content instanceof ReadableStream) {
            throw new errors_js_1.InvalidArgumentError("a stream cannot be a part of a multipart body: give a Blob, such as fs.openAsBlob() makes");
        }
        const lines = head.map((line) => line + "\r\n").join("");
        pieces.push(`--${boundary}\r\n${lines}\r\n`, content, "\r\n");
    };
    for (const [name, part, item] of properties(value, body)) {
        const headers = lines(part.headers);
        if (part.as === "style") {
            for (const [key, text] of (0, styles_js_1.pairs)(name, item, part.style, !!part.explode, styles_js_1.keep, styles_js_1.keep)) {
                add([...(named ? [disposition(key)] : []), ...headers], text);
            }
            continue;
        }
        for (const one of split(part, item)) {
            if (part.as === "bytes") {
                const file = fileOf(one);
                const type = (0, parameters_js_1.headerText)(chooseType(part.types ?? [], file.type), name);
                const head = [
                    ...(named ? [disposition(name, file.name ?? name)] : []),
                    `Content-Type: ${type}`,
                    ...lines({ ...file.headers, ...part.headers }),
                ];
                add(head, file.data);
            }
            else {
                const type = part.types?.length
                    ? [`Content-Type: ${chooseType(part.types)}`]
                    : [];
                const text = part.as === "json" ? (0, json_js_1.writeJson)(one) : (0, styles_js_1.textOf)(one);
                add([...(named ? [disposition(name)] : []), ...type, ...headers], text);
            }
        }
    }
    pieces.push(`--${boundary}--\r\n`);
    return {
        content: new Blob(pieces),
        type: `${body.type}; boundary=${boundary}`,
    };
}
const lines = (headers = {}) => Object.entries(headers).map(([name, text]) => `${(0, parameters_js_1.headerText)(name, "a header")}: ${(0, parameters_js_1.headerText)(text, name)}`);
const ESCAPES = {
    '"': "%22",
    "\r": "%0D",
    "\n": "%0A",
};
const quoted = (text) => `"${text.replace(/["\r\n]/g, (char) => ESCAPES[char] ?? char)}"`;
const disposition = (name, file) => `Content-Disposition: form-data; name=${quoted(name)}` +
    (file === undefined ? "" : `; filename=${quoted(file)}`);
function* properties(value, body) {
    for (const [name, item] of Object.entries(value)) {
        if (item === undefined || item === null)
            continue;
        const own = body.parts && Object.hasOwn(body.parts, name)
            ? body.parts[name]
            : undefined;
        yield [name, own ?? body.rest ?? TEXT, item];
    }
}
function split(part, value) {
    const values = part.repeated && Array.isArray(value) ? value : [value];
    return values.filter((item) => item !== undefined && item !== null);
}
function fileOf(value) {
    if (value instanceof Blob) {
        return {
            data: value,
            type: value.type,
            name: "name" in value ? String(value.name) : undefined,
        };
    }
    if (typeof value === "object" && value !== null && "data" in value) {
        const file = value;
        return file.data instanceof Blob ? { ...fileOf(file.data), ...file } : file;
    }
    if (typeof value === "string" ||
        value instanceof ArrayBuffer ||
        ArrayBuffer.isView(value) ||
        value instanceof ReadableStream) {
        return { data: value };
    }
    return { data: (0, styles_js_1.textOf)(value) };
}
function chooseType(declared, given) {
    const concrete = declared.filter((type) => !type.includes("*"));
    if (declared.length === 1 && concrete[0])
        return concrete[0];
    return given || (concrete[0] ?? "application/octet-stream");
}
