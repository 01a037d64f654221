"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Flag = exports.Numeric = exports.Text = void 0;
exports.AsJson = AsJson;
exports.AsText = AsText;
exports.AsBytes = AsBytes;
exports.ByType = ByType;
exports.readerOf = readerOf;
exports.read = read;
exports.lost = lost;
exports.failure = failure;
exports.metadata = metadata;
exports.Declared = Declared;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const retries_js_1 = require("./retries.js");
async function AsJson(response, { type, codec }) {
    const body = await response.text();
    try {
        const json = (0, json_js_1.parseJson)(body);
        return { value: codec ? codec.decode(json) : json, json };
    }
    catch (cause) {
        const { status, headers } = response;
        const message = `the body is not ${type}: ${cause.message}`;
        throw new errors_js_1.DecodeError(message, { status, headers, body }, { cause });
    }
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
    return [...(0, retries_js_1.keysOf)(status), "default"]
        .map((key) => answers.find((answer) => answer.status === key))
        .find(Boolean);
}
function success(operation, status) {
    const answer = find(operation, status);
    return answer && !answer.error
        ? answer
        : operation.answers?.find((one) => !one.error);
}
function readerFor(answer, headers) {
    const { choose, readers = [] } = answer ?? {};
    return choose?.(readers, headers) ?? readers[0];
}
function ByType(readers, headers) {
    const given = (headers.get("content-type") ?? "")
        .toLowerCase()
        .replace(/\s*;.*/s, "");
    return (readers.find(({ type }) => type === given) ??
        readers.find(({ type }) => {
            const [head = "", star] = type.split("*", 2);
            return star === undefined
                ? /json$/.test(head) && /json$/.test(given)
                : given.startsWith(head);
        }));
}
function readerOf(operation, response) {
    return readerFor(success(operation, response.status), response.headers);
}
async function read(operation, response) {
    const reader = readerOf(operation, response);
    const { status, body } = response;
    if (!reader ||
        status === 204 ||
        status === 205 ||
        operation.method === "HEAD") {
        await body?.cancel();
        return {};
    }
    try {
        return (await reader.read(response, reader));
    }
    catch (cause) {
        throw lost(cause);
    }
}
function lost(cause) {
    if (cause instanceof errors_js_1.SDKError ||
        !(cause instanceof Error) ||
        cause.name === "AbortError") {
        return cause;
    }
    const { message } = cause.cause instanceof Error ? cause.cause : cause;
    return new errors_js_1.APIConnectionError(`no answer: ${message}`, { cause });
}
async function failure(operation, response) {
    const { status, headers } = response;
    const answer = find(operation, status);
    let body = (await response.text().catch(() => "")) || undefined;
    try {
        body = (0, json_js_1.parseJson)(body);
    }
    catch {
    }
    const typed = Object(body) === body;
    const codec = readerFor(answer, headers)?.codec;
    const error = typed && codec ? codec.decode(body) : body;
    const Raised = (typed && answer?.raises) || errors_js_1.APIError;
    return new Raised(`${status}: ${words(answer, body)}`, {
        status,
        headers,
        body,
        error: error,
        retryAfter: (0, retries_js_1.retryAfter)(headers),
    });
}
function words(answer, body) {
    const told = Object(body);
    for (const key of [answer?.message, "message", "detail", "title", "error"]) {
        const text = told[key ?? ""];
        const found = text?.message ?? text;
        if (found && typeof found === "string")
            return found;
    }
    return typeof body === "string" ? body.slice(0, 200) : "an error";
}
function metadata(operation, response) {
    const answer = success(operation, response.status);
    return answer?.metadata?.(answer, response.headers) ?? {};
}
function Declared({ headers = {} }, given) {
    const found = {};
    for (const [name, make] of Object.entries(headers)) {
        const text = given.get(name);
        if (text !== null)
            found[name] = make(text);
    }
    return found;
}
const Text = (text) => text;
exports.Text = Text;
const Numeric = (text) => /^\s*$|[^\d.eE+-]/.test(text) ? text : Number(text);
exports.Numeric = Numeric;
const Flag = (text) => /^(true|false)$/.test(text) ? text === "true" : text;
exports.Flag = Flag;
