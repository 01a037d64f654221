import { APIConnectionError, APITimeoutError, InvalidArgumentError, SDKError, UnsupportedError, } from "./errors.js";
import { failure, isError, lost } from "./responses.js";
import { covers, pauseAfter, retryAfter, RETRIES, } from "./retries.js";
import { applySecurity, environment } from "./security.js";
import { absolute, serverUrl } from "./servers.js";
export function NoTrace() {
    throw new UnsupportedError("fetch does not send TRACE");
}
export async function prepare(core, operation, args, options) {
    try {
        return await makeCall(core, operation, args, options);
    }
    catch (cause) {
        if (cause instanceof SDKError)
            throw cause;
        throw new InvalidArgumentError(`${operation.id}: ${String(cause)}`, {
            cause,
        });
    }
}
async function makeCall({ api, given, options: own }, operation, args, options) {
    const { method, body, idempotency } = operation;
    const { variables } = given;
    const values = args;
    operation.guard?.();
    const headers = new Headers();
    if (operation.accept)
        headers.set("Accept", operation.accept);
    if (!("document" in globalThis))
        headers.set("User-Agent", api.agent);
    const target = {
        path: operation.path,
        query: [...(operation.query ?? [])],
        headers,
        secrets: [],
    };
    for (const parameter of operation.params ?? []) {
        const { name, arg = name, nullable } = parameter;
        const value = parameter.fixed ?? (parameter.shared ? given.globals[name] : values[arg]);
        if (value !== undefined && (value !== null || nullable)) {
            parameter.in(parameter, parameter.codec ? parameter.codec.encode(value) : value, target);
        }
        else if (parameter.required) {
            throw new InvalidArgumentError(`${arg} is required`);
        }
    }
    if (/(^|\/)\.{1,2}(\/|$)/.test(target.path)) {
        throw new InvalidArgumentError(`the path is ${target.path}`);
    }
    const written = body?.write(values["body"], body, method);
    if (written)
        headers.set("Content-Type", written.type);
    await applySecurity(operation.security ?? [], api.prefix, own, target);
    const base = absolute(options.server ??
        own.baseUrl ??
        environment(`${api.prefix}_BASE_URL`) ??
        (operation.servers &&
            serverUrl(operation.servers, undefined, variables)) ??
        serverUrl(api.servers, own.server, variables));
    const url = base +
        target.path +
        (target.query.length ? "?" + target.query.join("&") : "");
    const key = options.idempotencyKey;
    const unsafe = /^P(OST|ATCH)$/.test(method);
    const keyed = !!idempotency && (!!key || unsafe);
    if (keyed && (key || !headers.has(idempotency))) {
        headers.set(idempotency, key ?? crypto.randomUUID());
    }
    for (const [name, value] of Object.entries({
        ...own.headers,
        ...options.headers,
    })) {
        if (value === null)
            headers.delete(name);
        else
            headers.set(name, value);
    }
    const policies = [
        api.retries,
        operation.retries,
        own.retries,
        options.retries,
    ];
    return {
        operation,
        args,
        options,
        method,
        url,
        headers,
        content: written?.content,
        timeout: options.timeout ??
            own.timeout ??
            operation.timeout ??
            api.timeout ??
            60_000,
        policy: Object.assign({ ...RETRIES }, ...policies.map((one) => typeof one === "number" ? { retries: one } : one)),
        repeatable: keyed || !unsafe,
        origin: new URL(url).origin,
        secrets: target.secrets,
    };
}
export async function send(core, call) {
    const { policy, options } = call;
    const end = Date.now() + policy.budget;
    for (let attempt = 0;; attempt++) {
        let reply;
        let error;
        let wait;
        try {
            reply = await follow(core, call);
            if (!isError(call.operation, reply.response))
                return reply;
            const { status, headers } = reply.response;
            if (covers(policy.statuses, status)) {
                const asked = retryAfter(headers);
                wait = asked === undefined ? pauseAfter(attempt, policy) : asked * 1000;
            }
        }
        catch (cause) {
            error = cause;
            if (cause instanceof APIConnectionError && policy.connectionErrors) {
                wait = pauseAfter(attempt, policy);
            }
        }
        const last = !call.repeatable || attempt >= policy.retries || isStream(call);
        if (last || wait === undefined || Date.now() + wait > end) {
            if (!reply)
                throw error;
            const failed = await failure(call.operation, reply.response);
            reply.release();
            throw failed;
        }
        await discard(reply);
        await sleep(wait, options.signal);
    }
}
const isStream = ({ content }) => content instanceof ReadableStream;
async function discard(reply) {
    await reply?.response.body?.cancel();
    reply?.release();
}
function sleep(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        setTimeout(resolve, milliseconds);
        signal?.addEventListener("abort", () => reject(signal.reason), {
            once: true,
        });
    });
}
async function follow(core, call) {
    let at = call;
    for (let left = 5;; left--) {
        const reply = await once(core, at);
        const { status, headers } = reply.response;
        const location = headers.get("location");
        const safe = /^(GET|HEAD)$/.test(at.method);
        const repeats = safe ? /^30[12378]$/ : isStream(at) ? /^303$/ : /^30[378]$/;
        const next = location !== null && left && repeats.test(`${status}`)
            ? moved(at, location, status === 303 && !safe)
            : undefined;
        if (!next)
            return reply;
        await discard(reply);
        at = next;
    }
}
export function moved(call, target, asGet = false) {
    const url = URL.canParse(target, call.url)
        ? new URL(target, call.url)
        : undefined;
    if (!url || !/^https?:/.test(url.href))
        return undefined;
    url.hash = "";
    const bare = !!call.bare || url.origin !== call.origin;
    const content = asGet ? undefined : call.content;
    const key = asGet && call.operation.idempotency?.toLowerCase();
    const headers = new Headers();
    call.headers.forEach((value, name) => {
        const kept = bare ? /^(accept|user-agent)$/.test(name) : name !== key;
        if (name === "content-type" ? content : kept)
            headers.set(name, value);
    });
    if (!bare)
        for (const renew of call.secrets)
            renew(url);
    return {
        ...call,
        method: asGet ? "GET" : call.method,
        url: url.href,
        headers,
        content,
        bare,
    };
}
async function once({ options: { fetch: own } }, call) {
    const { url, method, headers, content, timeout } = call;
    const { signal } = call.options;
    const limit = new AbortController();
    const late = () => limit.abort(new APITimeoutError(`no answer: ${timeout} ms`));
    const timer = timeout ? setTimeout(late, timeout) : undefined;
    const release = () => clearTimeout(timer);
    try {
        const response = await (own ?? fetch)(url, {
            method,
            headers,
            body: content,
            redirect: "manual",
            duplex: "half",
            signal: AbortSignal.any(signal ? [signal, limit.signal] : [limit.signal]),
        });
        return { call, response, release };
    }
    catch (cause) {
        release();
        throw signal?.aborted ? signal.reason : lost(cause);
    }
}
