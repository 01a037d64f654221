import { APIConnectionError, APIError, APITimeoutError, InvalidArgumentError, SDKError, UnsupportedError, } from "./errors.js";
import { failure, lost } from "./responses.js";
import { covers, pauseAfter, RETRIES } from "./retries.js";
import { applySecurity, environment } from "./security.js";
import { absolute, serverUrl } from "./servers.js";
const IN_BROWSER = "document" in globalThis;
const UNSAFE = /^P(OST|ATCH)$/;
export function Keyed(call) {
    const { operation, options, headers } = call;
    const { method, idempotency = "" } = operation;
    const key = options.idempotencyKey;
    if (!key && !UNSAFE.test(method))
        return;
    if (key || !headers.has(idempotency)) {
        headers.set(idempotency, key ?? crypto.randomUUID());
    }
    call.repeatable = true;
}
export function NoTrace() {
    throw new UnsupportedError("fetch does not send TRACE");
}
export function prepare(core, operation, args, options) {
    return makeCall(core, operation, args, options).catch((cause) => {
        if (cause instanceof SDKError)
            throw cause;
        const told = String(cause).replace(/".*"/s, "it");
        throw new InvalidArgumentError(`${operation.id}: ${told}`);
    });
}
async function makeCall(core, operation, args, options) {
    const { api, given, options: own } = core;
    const { method, accept, path, query = [], body, servers } = operation;
    const { variables, globals } = given;
    const values = args;
    operation.guard?.();
    const headers = new Headers();
    const givers = [options, own, operation, api];
    const call = {
        operation,
        args,
        options,
        method,
        path,
        query: [...query],
        headers,
        url: "",
        base: "",
        repeatable: !UNSAFE.test(method),
        timeout: givers.find(({ timeout }) => timeout !== undefined)?.timeout ?? 60_000,
        policy: givers.reduceRight((policy, { retries }) => ({
            ...policy,
            ...(typeof retries === "number" ? { retries } : retries),
        }), RETRIES),
    };
    if (accept)
        headers.set("Accept", accept);
    if (!IN_BROWSER)
        headers.set("User-Agent", api.agent);
    for (const parameter of operation.params ?? []) {
        const { name, arg = name, codec, nullable } = parameter;
        const value = parameter.fixed ?? (parameter.shared ? globals[name] : values[arg]);
        if (value !== undefined && (value !== null || nullable)) {
            parameter.in(parameter, codec ? codec.encode(value) : value, call);
        }
        else if (parameter.required) {
            throw new InvalidArgumentError(`${arg} is required`);
        }
    }
    const written = body?.write(values["body"], body, method);
    if (written) {
        headers.set("Content-Type", written.type);
        Object.assign(call, written);
    }
    call.base = absolute(options.server ??
        own.baseUrl ??
        environment(`${api.prefix}_BASE_URL`) ??
        (servers && serverUrl(servers, undefined, variables)) ??
        serverUrl(api.servers, own.server, variables));
    await authorize(core, call);
    operation.keyed?.(call);
    const pairs = call.query.join("&");
    call.url = call.base + call.path + (pairs && `?${pairs}`);
    return call;
}
async function authorize(core, call) {
    await applySecurity(core, call);
    for (const [name, value] of Object.entries({
        ...core.options.headers,
        ...call.options.headers,
    })) {
        if (value === null)
            call.headers.delete(name);
        else
            call.headers.set(name, value);
    }
}
export async function send(core, call, attempt = 0, end = Date.now() + call.policy.budget) {
    const { operation, options, policy, headers, hops } = call;
    const again = async (error) => {
        options.signal?.throwIfAborted();
        const { retryAfter } = error;
        const wait = 1000 * (retryAfter ?? pauseAfter(attempt, policy));
        if (isStream(call))
            throw error;
        if (await call.renew?.(error, headers))
            return send(core, { ...call, renew: undefined }, attempt, end);
        if (!call.repeatable ||
            attempt >= policy.retries ||
            !(error instanceof APIError
                ? covers(policy.statuses, error.status)
                : error instanceof APIConnectionError && policy.connectionErrors) ||
            Date.now() + wait > end)
            throw error;
        await sleep(wait, options.signal);
        return send(core, call, attempt + 1, end);
    };
    try {
        const reply = await follow(core, call, hops);
        const { response, release } = reply;
        if (response.ok && !covers(operation.errors, response.status))
            return { ...reply, again };
        throw await failure(operation, response).finally(release);
    }
    catch (error) {
        return again(error);
    }
}
const isStream = ({ content }) => content instanceof ReadableStream;
function sleep(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        signal?.addEventListener("abort", stop, { once: true });
    });
}
async function follow(core, call, left = 5) {
    const reply = await once(core, call);
    const { response, release } = reply;
    const { status, headers } = response;
    const location = headers.get("location");
    const safe = /^(GET|HEAD)$/.test(call.method);
    const next = left &&
        location !== null &&
        /^30[12378]$/.test(`${status}`) &&
        (safe || status === 303 || (status > 303 && !isStream(call))) &&
        (await moved(core, call, location, status === 303 && !safe));
    if (!next)
        return reply;
    await response.body?.cancel();
    release();
    return follow(core, next, left - 1);
}
export async function moved(core, call, target, asGet = false) {
    const url = URL.canParse(target, call.url)
        ? new URL(target, call.url)
        : undefined;
    if (!url || !/^https?:/.test(url.href))
        return undefined;
    const next = {
        ...call,
        headers: new Headers(call.headers),
        query: url.search.slice(1).split("&").filter(Boolean),
        bare: !!call.bare || url.origin !== new URL(call.base).origin,
    };
    const { headers, query } = next;
    if (next.bare) {
        for (const name of [...headers.keys()])
            if (!/^(accept|user-agent|content-type)$/.test(name))
                headers.delete(name);
    }
    else {
        await authorize(core, next);
        url.search = query.join("&");
    }
    next.url = url.href;
    if (!asGet)
        return next;
    headers.delete("content-type");
    headers.delete(call.operation.idempotency ?? "content-type");
    return { ...next, method: "GET", content: undefined };
}
async function once({ options: { fetch: own = fetch } }, call) {
    const { url, method, headers, content, timeout, through } = call;
    const { signal } = call.options;
    const limit = new AbortController();
    const late = () => limit.abort(new APITimeoutError(`no answer: ${timeout} ms`));
    const timer = timeout ? setTimeout(late, timeout) : undefined;
    const release = () => clearTimeout(timer);
    const init = {
        method,
        headers,
        body: content,
        redirect: IN_BROWSER ? "follow" : "manual",
        duplex: "half",
        signal: AbortSignal.any(signal ? [signal, limit.signal] : [limit.signal]),
    };
    try {
        const response = await (through?.(own) ?? own)(url, init, call.operation.id);
        return { call, response, release };
    }
    catch (cause) {
        release();
        throw signal?.aborted ? signal.reason : lost(cause);
    }
}
