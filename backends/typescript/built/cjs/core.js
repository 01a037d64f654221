"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Core = void 0;
exports.prepare = prepare;
exports.send = send;
exports.moved = moved;
const errors_js_1 = require("./errors.js");
const parameters_js_1 = require("./parameters.js");
const responses_js_1 = require("./responses.js");
const retries_js_1 = require("./retries.js");
const security_js_1 = require("./security.js");
const servers_js_1 = require("./servers.js");
class Core {
    api;
    options;
    given;
    constructor(api, options, given) {
        this.api = api;
        this.options = options;
        this.given = given;
    }
}
exports.Core = Core;
const inBrowser = () => "document" in globalThis;
async function prepare(core, operation, args, options) {
    try {
        return await makeCall(core, operation, args, options);
    }
    catch (cause) {
        if (cause instanceof errors_js_1.SDKError)
            throw cause;
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new errors_js_1.InvalidArgumentError(`${operation.id} cannot be sent: ${message}`, { cause });
    }
}
async function makeCall(core, operation, args, options) {
    const { api, given } = core;
    const { method } = operation;
    const values = args;
    if (method === "TRACE")
        throw new errors_js_1.UnsupportedError("fetch does not send TRACE");
    const headers = new Headers();
    if (operation.accept)
        headers.set("Accept", operation.accept);
    if (!inBrowser())
        headers.set("User-Agent", api.agent);
    const target = {
        path: operation.path,
        query: [],
        cookies: [],
        headers,
    };
    for (const parameter of operation.params ?? [])
        fill(parameter, values, given, target);
    const [path = "", fixed] = target.path.split("?", 2);
    if (/(^|\/)\.{1,2}(\/|$)/.test(path)) {
        throw new errors_js_1.InvalidArgumentError(`the path ${path} would lead elsewhere`);
    }
    const content = writeBody(operation, values["body"], headers);
    const before = target.query.length;
    await (0, security_js_1.applySecurity)(operation.security ?? [], api.schemes, given.credentials ?? {}, target);
    if (target.cookies.length) {
        if (inBrowser())
            throw new errors_js_1.UnsupportedError("a browser does not let programs send cookies");
        headers.set("Cookie", target.cookies.join("; "));
    }
    const base = baseUrl(core, operation, options);
    const query = fixed ? [fixed, ...target.query] : target.query;
    const url = base + path + (query.length ? "?" + query.join("&") : "");
    const keyed = addKey(operation, options, headers);
    replace(headers, { ...core.options.headers, ...options.headers });
    return {
        operation,
        args,
        options,
        method,
        url,
        headers,
        content,
        timeout: options.timeout ??
            core.options.timeout ??
            operation.timeout ??
            api.timeout ??
            60_000,
        policy: policyOf(api.retries, operation.retries, core.options.retries, options.retries),
        keyed,
        origin: new URL(url).origin,
        secrets: target.query.slice(before),
    };
}
function fill(parameter, values, given, target) {
    const { name, arg = name, fixed, shared, nullable } = parameter;
    const value = fixed ?? (shared ? given.globals?.[name] : values[arg]);
    if (value !== undefined && (value !== null || nullable))
        (0, parameters_js_1.writeParameter)(parameter, value, target);
    else if (parameter.required || parameter.in === "path") {
        throw new errors_js_1.InvalidArgumentError(`the argument ${arg} is required`);
    }
}
function writeBody(operation, value, headers) {
    const { body, method } = operation;
    if (!body)
        return undefined;
    const unsendable = method === "GET" || method === "HEAD";
    if (value === undefined || (value === null && !body.nullable)) {
        if (!body.required)
            return undefined;
        throw unsendable ? noBody(method) : new errors_js_1.MissingBodyError();
    }
    if (unsendable)
        throw noBody(method);
    const { content, type } = body.write(body.codec ? body.codec.encode(value) : value, body);
    headers.set("Content-Type", (0, parameters_js_1.headerText)(type, "the content type"));
    return content;
}
const noBody = (method) => new errors_js_1.UnsupportedError(`fetch does not send a body with ${method}`);
function baseUrl(core, operation, options) {
    const { api, given } = core;
    const variables = given.variables ?? {};
    return (0, servers_js_1.absolute)(options.server ??
        core.options.baseUrl ??
        (0, security_js_1.environment)(`${api.prefix}_BASE_URL`) ??
        (operation.servers &&
            (0, servers_js_1.serverUrl)(operation.servers, undefined, variables)) ??
        (0, servers_js_1.serverUrl)(api.servers, core.options.server, variables));
}
function addKey(operation, options, headers) {
    const { idempotency, method } = operation;
    const given = options.idempotencyKey;
    if (!idempotency || (!given && method !== "POST" && method !== "PATCH"))
        return false;
    if (given)
        headers.set(idempotency, (0, parameters_js_1.headerText)(given, idempotency));
    else if (!headers.has(idempotency))
        headers.set(idempotency, crypto.randomUUID());
    return true;
}
function replace(headers, given) {
    for (const [name, value] of Object.entries(given)) {
        if (value === null)
            headers.delete(name);
        else
            headers.set(name, (0, parameters_js_1.headerText)(value, name));
    }
}
function policyOf(...chosen) {
    const changes = chosen.map((one) => typeof one === "number" ? { retries: one } : one);
    return Object.assign({}, retries_js_1.RETRIES, ...changes);
}
async function send(core, call) {
    const started = Date.now();
    const { policy } = call;
    const repeatable = call.keyed || !/^(POST|PATCH)$/.test(call.method);
    for (let attempt = 0;; attempt++) {
        const reply = await follow(core, call).catch((error) => error);
        let wait;
        if (reply instanceof Error) {
            const broken = reply instanceof errors_js_1.APIConnectionError && policy.connectionErrors;
            wait = broken ? (0, retries_js_1.pauseAfter)(attempt, policy) : undefined;
        }
        else if (!(0, responses_js_1.isError)(call.operation, reply.response.status)) {
            return reply;
        }
        else if ((0, retries_js_1.covers)(policy.statuses, reply.response.status)) {
            const asked = (0, retries_js_1.retryAfter)(reply.response.headers);
            wait = asked === undefined ? (0, retries_js_1.pauseAfter)(attempt, policy) : asked * 1000;
        }
        const may = repeatable &&
            attempt < policy.retries &&
            !(call.content instanceof ReadableStream);
        if (!may ||
            wait === undefined ||
            Date.now() - started + wait > policy.budget) {
            if (reply instanceof Error)
                throw reply;
            const error = await (0, responses_js_1.failure)(call.operation, reply.response);
            reply.release();
            throw error;
        }
        if (!(reply instanceof Error))
            await discard(reply);
        await sleep(wait, call.options.signal);
    }
}
async function discard({ response, release }) {
    await response.body?.cancel();
    release();
}
function sleep(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, milliseconds);
        if (signal?.aborted)
            stop();
        else
            signal?.addEventListener("abort", stop, { once: true });
    });
}
async function follow(core, call) {
    let at = call;
    for (let left = 5;; left--) {
        const reply = await once(core, at);
        const next = left ? redirected(at, reply.response) : undefined;
        if (!next)
            return reply;
        await discard(reply);
        at = next;
    }
}
function redirected(call, response) {
    const location = response.headers.get("location");
    const { status } = response;
    const safe = call.method === "GET" || call.method === "HEAD";
    if (location === null || ![301, 302, 303, 307, 308].includes(status))
        return undefined;
    if (status === 303 && !safe)
        return moved(call, location, true);
    if (safe)
        return moved(call, location);
    if (status < 307 || call.content instanceof ReadableStream)
        return undefined;
    return moved(call, location);
}
function moved(call, target, asGet = false) {
    if (!URL.canParse(target, call.url))
        return undefined;
    const url = new URL(target, call.url);
    url.hash = "";
    if (!/^https?:$/.test(url.protocol))
        return undefined;
    const bare = !!call.bare || url.origin !== call.origin;
    const content = asGet ? undefined : call.content;
    const headers = new Headers(call.headers);
    for (const name of [...headers.keys()]) {
        const foreign = bare &&
            !/^(accept|user-agent)$/.test(name) &&
            !(content && name === "content-type");
        const ofBody = !content && /^content-type$/.test(name);
        const key = asGet && name === call.operation.idempotency?.toLowerCase();
        if (foreign || ofBody || key)
            headers.delete(name);
    }
    for (const secret of bare ? [] : call.secrets) {
        const kept = url.search
            .slice(1)
            .split("&")
            .filter((pair) => pair && pair.split("=", 1)[0] !== secret.split("=", 1)[0]);
        url.search = [...kept, secret].join("&");
    }
    return {
        ...call,
        method: asGet && call.method !== "HEAD" ? "GET" : call.method,
        url: url.href,
        headers,
        content,
        bare,
    };
}
async function once(core, call) {
    const { url, method, headers, content } = call;
    const { signal } = call.options;
    const limit = new AbortController();
    const stop = () => limit.abort(signal?.reason);
    const late = new errors_js_1.APITimeoutError(`${call.operation.id} was not answered in ${call.timeout} ms`);
    const timer = call.timeout
        ? setTimeout(() => limit.abort(late), call.timeout)
        : undefined;
    const release = () => {
        clearTimeout(timer);
    };
    if (signal?.aborted)
        stop();
    signal?.addEventListener("abort", stop, { once: true });
    const init = {
        method,
        headers,
        redirect: "manual",
        signal: limit.signal,
        ...(content === undefined ? {} : { body: content }),
        ...(content instanceof ReadableStream ? { duplex: "half" } : {}),
    };
    try {
        const response = await (core.options.fetch ?? fetch)(url, init);
        return { call, response, release };
    }
    catch (cause) {
        release();
        throw limit.signal.aborted ? limit.signal.reason : (0, responses_js_1.lost)(cause);
    }
}
