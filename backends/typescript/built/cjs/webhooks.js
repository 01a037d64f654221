"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Receiver = exports.Reply = exports.UnknownEventError = exports.PayloadError = void 0;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const signatures_js_1 = require("./signatures.js");
class PayloadError extends errors_js_1.SDKError {
}
exports.PayloadError = PayloadError;
class UnknownEventError extends errors_js_1.SDKError {
}
exports.UnknownEventError = UnknownEventError;
class Reply {
    status;
    body;
    headers;
    constructor(status, body, headers = {}) {
        this.status = status;
        this.body = body;
        this.headers = headers;
    }
}
exports.Reply = Reply;
class Receiver {
    #events;
    #signature;
    #options;
    #secrets;
    #handlers = new Map();
    constructor(events, signature, options) {
        const { secrets = [] } = options;
        this.#events = events;
        this.#signature = options.verify === false ? undefined : signature;
        this.#options = options;
        this.#secrets =
            typeof secrets === "string" || secrets instanceof Uint8Array
                ? [secrets]
                : secrets;
        if (this.#signature && !this.#secrets.length) {
            throw new errors_js_1.ConfigurationError("webhooks are signed: give secrets, or verify: false in tests");
        }
    }
    register(name, handler) {
        this.#handlers.set(name, handler);
        return this;
    }
    async readAny(name, headers, body) {
        return this.#read(this.#find(name), toHeaders(headers), body);
    }
    async handle(name, headers, body) {
        if (!Object.hasOwn(this.#events, name))
            return { status: 404, headers: {}, body: "" };
        const event = this.#find(name);
        try {
            const given = toHeaders(headers);
            const payload = await this.#read(event, given, body);
            const id = (this.#options.eventId ?? eventId)(payload, given);
            if (id !== undefined && (await this.#options.seen?.(id))) {
                return { status: event.success ?? 200, headers: {}, body: "" };
            }
            const handler = this.#handlers.get(name);
            if (!handler)
                throw new errors_js_1.ConfigurationError(`there is no handler for ${name}`);
            return answer(name, event, await handler(payload));
        }
        catch (error) {
            this.#options.onError?.(name, error);
            return { status: event.failure ?? 500, headers: {}, body: "" };
        }
    }
    async fetch(request, name = lastSegment(request.url)) {
        const body = await take(request.body ?? [], this.#limit);
        const found = await this.handle(name, request.headers, body);
        const bare = found.status === 204 || found.status === 205 || found.status === 304;
        return new Response(bare ? null : found.body, {
            status: found.status,
            headers: found.headers,
        });
    }
    listener() {
        return (request, response) => {
            void take(request, this.#limit)
                .then((body) => this.handle(lastSegment(request.url ?? ""), request.headers, body))
                .catch(() => ({ status: 500, headers: {}, body: "" }))
                .then((found) => {
                response.writeHead(found.status, { ...found.headers });
                response.end(found.body);
            });
        };
    }
    get #limit() {
        return this.#options.maxBodyBytes ?? 1_048_576;
    }
    #find(name) {
        const event = Object.hasOwn(this.#events, name)
            ? this.#events[name]
            : undefined;
        if (!event)
            throw new UnknownEventError(`there is no webhook ${name}`);
        return event;
    }
    async #read(event, headers, body) {
        if (body.length > this.#limit) {
            throw new PayloadError(`the payload is larger than ${this.#limit} bytes`);
        }
        if (this.#signature && !event.unsigned) {
            await (0, signatures_js_1.verify)(this.#signature, headers, body, this.#secrets);
        }
        return read(event, headers, body);
    }
}
exports.Receiver = Receiver;
function read(event, headers, body) {
    if (!body.length) {
        if (event.required)
            throw new PayloadError("the request body is required");
        return undefined;
    }
    const type = (headers.get("content-type") ?? "")
        .split(";", 1)[0]
        ?.trim()
        .toLowerCase();
    const payload = event.payloads.find((one) => one.type === type) ?? event.payloads[0];
    if (!payload || payload.as === "bytes")
        return body;
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
        if (payload.as === "text")
            return text;
        if (payload.as === "json")
            return decode(payload, text);
        return text
            .split(/\r\n|\n|\r/)
            .filter((line) => line.trim())
            .map((line) => decode(payload, line));
    }
    catch (cause) {
        const told = cause instanceof Error ? cause.message : "";
        throw new PayloadError(`the payload is not ${payload.type}: ${told}`, {
            cause,
        });
    }
}
function decode({ shape, codec }, text) {
    const json = (0, json_js_1.parseJson)(text);
    const kind = Array.isArray(json)
        ? "array"
        : json === null
            ? "null"
            : typeof json;
    if (shape && shape !== kind)
        throw new PayloadError(`the payload must be ${shape}, not ${kind}`);
    return codec ? codec.decode(json) : json;
}
function answer(name, event, returned) {
    const { answers = {}, success = 200 } = event;
    const made = returned instanceof Reply;
    const reply = made
        ? returned
        : new Reply(success, returned);
    const { status, body } = reply;
    const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
    const key = keys.find((one) => Object.hasOwn(answers, one));
    if (key === undefined && made && Object.keys(answers).length) {
        throw new RangeError(`the status ${status} is not declared for ${name}`);
    }
    if (body === undefined || body === null)
        return { status, headers: { ...reply.headers }, body: "" };
    const type = (key !== undefined && answers[key]) || "application/json";
    const plain = body instanceof Uint8Array ||
        (typeof body === "string" && !/[/+]json$/.test(type));
    return {
        status,
        headers: { "content-type": type, ...reply.headers },
        body: plain ? body : (0, json_js_1.writeJson)(body),
    };
}
function eventId(payload, headers) {
    const { event_id: wire, eventId: camel, id, } = Object(payload);
    const found = [headers.get("webhook-id"), wire, camel, id].find((one) => typeof one === "string");
    return found;
}
function toHeaders(given) {
    if (given instanceof Headers)
        return given;
    const headers = new Headers();
    for (const [name, value] of Object.entries(given)) {
        if (value !== undefined)
            headers.set(name, typeof value === "string" ? value : value.join(", "));
    }
    return headers;
}
function lastSegment(url) {
    return decodeURIComponent(url.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "");
}
async function take(body, limit) {
    const pieces = [];
    let length = 0;
    for await (const piece of body) {
        pieces.push(piece);
        length += piece.length;
        if (length > limit)
            break;
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
