"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.AsJson = AsJson;
exports.AsText = AsText;
exports.AsBytes = AsBytes;
exports.isError = isError;
exports.readerOf = readerOf;
exports.read = read;
exports.lost = lost;
exports.failure = failure;
exports.metadata = metadata;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const retries_js_1 = require("./retries.js");
async function AsJson(response, { codec }) {
    const json = (0, json_js_1.parseJson)(await response.text());
    return { value: codec ? codec.decode(json) : json, json };
}
async function AsText(response) {
    const value = await response.text();
    return { value, json: value };
}
async function AsBytes(response) {
    return {
        value: new Uint8Array(await response.arrayBuffer()),
        json: undefined,
    };
}
function find({ answers = [] }, status) {
    const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
    return keys
        .map((key) => answers.find((answer) => answer.status === key))
        .find(Boolean);
}
function success(operation, status) {
    const answer = find(operation, status);
    return answer && !answer.error
        ? answer
        : operation.answers?.find((one) => !one.error);
}
const media = (text) => (text ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
const isJson = (type) => /^(application|text)\/json$|\+json$/.test(type);
function choose(answer, headers) {
    const readers = answer?.readers ?? [];
    const type = media(headers.get("content-type"));
    return (readers.find((reader) => media(reader.type) === type) ??
        readers.find((reader) => {
            const [pattern, star] = media(reader.type).split("*", 2);
            return star === undefined
                ? isJson(media(reader.type)) && isJson(type)
                : type.startsWith(pattern ?? "");
        }) ??
        readers[0]);
}
function isError({ errors = [] }, status) {
    return status < 200 || status > 299 || (0, retries_js_1.covers)(errors, status);
}
function readerOf(operation, response) {
    return choose(success(operation, response.status), response.headers);
}
async function read(operation, response) {
    const reader = readerOf(operation, response);
    const { status, headers } = response;
    const empty = status === 204 || status === 205 || operation.method === "HEAD";
    if (!reader || empty) {
        await response.body?.cancel();
        return { value: undefined, json: undefined };
    }
    try {
        return (await reader.read(response, reader));
    }
    catch (cause) {
        if (!(cause instanceof SyntaxError))
            throw lost(cause);
        const type = headers.get("content-type") ?? "no content type";
        const message = `${status}: the body is not ${reader.type} (${type}): ${cause.message}`;
        throw new errors_js_1.DecodeError({
            message,
            status,
            headers,
            body: undefined,
            error: undefined,
            cause,
        });
    }
}
function lost(cause) {
    if (cause instanceof errors_js_1.APIConnectionError ||
        cause?.name === "AbortError") {
        return cause;
    }
    if (cause instanceof errors_js_1.APITimeoutError || cause instanceof errors_js_1.APIError)
        return cause;
    const told = cause instanceof Error
        ? (cause.cause ?? cause).message
        : "";
    return new errors_js_1.APIConnectionError(`there is no answer: ${told}`, { cause });
}
async function failure(operation, response) {
    const { status, headers } = response;
    const answer = find(operation, status);
    const text = await response.text().catch(() => "");
    const body = readable(text, media(headers.get("content-type")));
    const codec = choose(answer, headers)?.codec;
    const error = codec && typeof body === "object" ? codec.decode(body) : body;
    const wait = (0, retries_js_1.retryAfter)(headers);
    const message = `${status}: ${words(answer, body)}`;
    const Raised = (typeof body === "object" ? answer?.raises : undefined) ?? errors_js_1.APIError;
    return new Raised({
        message,
        status,
        headers,
        body,
        error: error,
        retryAfter: wait,
    });
}
function readable(text, type) {
    if (!text)
        return undefined;
    if (type && !isJson(type))
        return text;
    try {
        return (0, json_js_1.parseJson)(text);
    }
    catch {
        return text;
    }
}
function words(answer, body) {
    const keys = ["message", "detail", "error_description", "title", "error"];
    if (typeof body === "object" && body !== null) {
        for (const key of answer?.message ? [answer.message, ...keys] : keys) {
            const value = body[key];
            if (typeof value === "string" && value)
                return value;
            const inner = value
                ?.message;
            if (typeof inner === "string")
                return inner;
        }
    }
    if (typeof body === "string" && !body.startsWith("<"))
        return body.slice(0, 200);
    return "the server answered with an error";
}
function metadata(operation, response) {
    const found = {};
    const declared = success(operation, response.status)?.headers ?? {};
    for (const [name, kind] of Object.entries(declared)) {
        const text = response.headers.get(name);
        if (text !== null)
            found[name] = typed(text, kind);
    }
    return found;
}
function typed(text, kind) {
    if (kind === "boolean" && /^(true|false)$/.test(text))
        return text === "true";
    const number = kind === "number" && text.trim() ? Number(text) : NaN;
    return Number.isNaN(number) ? text : number;
}
