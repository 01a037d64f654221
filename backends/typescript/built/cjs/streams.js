"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.StreamPromise = exports.Stream = void 0;
exports.AsEvents = AsEvents;
exports.AsLines = AsLines;
const errors_js_1 = require("./errors.js");
const json_js_1 = require("./json.js");
const responses_js_1 = require("./responses.js");
const results_js_1 = require("./results.js");
async function* AsEvents(response, { sentinel }, told = {}) {
    let data = [];
    for await (const line of lines(response)) {
        if (line) {
            const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
            if (name === "data")
                data.push(value);
            if (name === "id" && !value.includes("\0"))
                told.lastEventId = value;
            continue;
        }
        if (!data.length)
            continue;
        const text = data.join("\n");
        data = [];
        if (text === sentinel)
            return;
        yield text;
    }
    const text = data.join("\n");
    if (data.length && text !== sentinel)
        yield text;
}
async function* AsLines(response) {
    for await (const line of lines(response))
        if (line.trim())
            yield line;
}
async function* lines(response) {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    if (!reader)
        return;
    let rest = "";
    try {
        for (;;) {
            const { done, value } = await reader.read();
            rest += decoder.decode(value, { stream: !done });
            const ended = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
            rest = ended.pop() ?? "";
            yield* ended;
            if (done)
                break;
        }
        if (rest)
            yield rest;
    }
    finally {
        await reader.cancel().catch(() => undefined);
    }
}
class Stream {
    response;
    reader;
    lastEventId;
    constructor(response, reader) {
        this.response = response;
        this.reader = reader;
    }
    async *[Symbol.asyncIterator]() {
        const { reader, response } = this;
        try {
            const texts = reader.read(response, reader, this);
            for await (const text of texts)
                yield this.#value(text);
        }
        catch (error) {
            throw (0, responses_js_1.lost)(error);
        }
    }
    #value(text) {
        const { codec, text: plain } = this.reader;
        try {
            const json = plain ? text : (0, json_js_1.parseJson)(text);
            return (codec ? codec.decode(json) : json);
        }
        catch (cause) {
            const { status, headers } = this.response;
            const message = "a value of the stream is not JSON";
            throw new errors_js_1.DecodeError(message, { status, headers, body: text }, { cause });
        }
    }
    async close() {
        await this.response.body?.cancel().catch(() => undefined);
    }
}
exports.Stream = Stream;
class StreamPromise extends results_js_1.ResultPromise {
    async finish(reply) {
        const { call, response, release } = reply;
        release();
        const reader = (0, responses_js_1.readerOf)(call.operation, response);
        const { status, headers } = response;
        const document = /[/+]json|html/.test(headers.get("content-type") ?? "");
        if (reader && !(document && reader.type === "text/event-stream"))
            return [new Stream(response, reader), reply];
        await response.body?.cancel();
        throw new errors_js_1.DecodeError(`${status}: the response is no stream`, {
            status,
            headers,
        });
    }
    async *[Symbol.asyncIterator]() {
        yield* await this;
    }
}
exports.StreamPromise = StreamPromise;
