"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ToMultipart = exports.ToForm = exports.ToBytes = exports.ToText = exports.ToLines = exports.ToJson = void 0;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const styles_js_1 = require("./styles.js");
const TEXT = { as: "text" };
function writer(write) {
    return (value, body, method) => {
        const missing = value === undefined || (value === null && !body.nullable);
        if (missing && !body.required)
            return undefined;
        if (method === "GET" || method === "HEAD") {
            throw new errors_js_1.UnsupportedError(`fetch does not send a body with ${method}`);
        }
        if (missing)
            throw new errors_js_1.MissingBodyError();
        return write(body.codec ? body.codec.encode(value) : value, body);
    };
}
exports.ToJson = writer((value, { type }) => ({
    content: (0, json_js_1.writeJson)(value),
    type,
}));
exports.ToLines = writer((value, { type }) => {
    const lines = [...value].map((line) => (0, json_js_1.writeJson)(line) + "\n");
    return { content: lines.join(""), type };
});
exports.ToText = writer((value, { type }) => ({
    content: (0, styles_js_1.textOf)(value),
    type,
}));
const LARGE = 1_048_576;
function large(content, type) {
    const big = content instanceof Blob && content.size > LARGE;
    const kept = !big && !(content instanceof ReadableStream);
    if (kept || !("process" in globalThis))
        return { content, type };
    const through = (own) => async (url, init, operationId) => {
        if (!init.body)
            return own(url, init, operationId);
        const once = { ...init, redirect: "error", window: null };
        try {
            return await own(url, once, operationId);
        }
        catch (error) {
            const { cause } = Object(error);
            if (!big || !/redirect/.test(String(cause)))
                throw error;
            return own(url, init, operationId);
        }
    };
    return { content, type, through };
}
exports.ToBytes = writer((value, { type }) => {
    const file = fileOf(value);
    return large(file.data, chooseType([type], file.type));
});
exports.ToForm = writer((value, body) => {
    const written = [];
    for (const [name, part, item] of properties(value, body)) {
        if (part.as === "style") {
            const encode = part.allowReserved ? styles_js_1.Reserved : styles_js_1.escape;
            const pairs = styled(name, item, part, encode, styles_js_1.escape);
            written.push(...pairs.map((pair) => pair.join("=")));
        }
        else {
            for (const one of split(part, item)) {
                const text = part.as === "json" ? (0, json_js_1.writeJson)(one) : formText(one);
                written.push(`${plus(name)}=${plus(text)}`);
            }
        }
    }
    return { content: written.join("&"), type: body.type };
});
function styled(name, value, { style = styles_js_1.Form, explode = false }, encode, encodeName) {
    return style({ name, value, explode, encode, encodeName });
}
const plus = (text) => (0, styles_js_1.escape)(text).replace(/%20/g, "+");
const formText = (value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : (0, styles_js_1.textOf)(value);
exports.ToMultipart = writer((value, body) => {
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
            for (const [key, text] of styled(name, item, part, styles_js_1.keep, styles_js_1.keep)) {
                add([...(named ? [disposition(key)] : []), ...headers], text);
            }
            continue;
        }
        for (const one of split(part, item)) {
            if (part.as === "bytes") {
                const file = fileOf(one);
                const type = headText(chooseType(part.types ?? [], file.type));
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
    return large(new Blob(pieces), `${body.type}; boundary=${boundary}`);
});
function headText(text) {
    if (/[\r\n\0]/.test(text))
        throw new errors_js_1.InvalidArgumentError("the head of a part holds a line break");
    return text;
}
const lines = (headers = {}) => Object.entries(headers).map(([name, text]) => headText(`${name}: ${text}`));
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
