"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.observed = observed;
const errors_js_1 = require("./errors.js");
const responses_js_1 = require("./responses.js");
function observed(options, secrets) {
    const { fetch: own, hooks, logger } = options;
    if (!hooks && !logger)
        return options;
    const watchers = [hooks, logger && log(logger, secrets)];
    const tell = async (call) => {
        try {
            for (const watcher of watchers)
                if (watcher)
                    await call(watcher);
        }
        catch (cause) {
            throw new errors_js_1.SDKError(`a hook failed: ${String(cause)}`, { cause });
        }
    };
    const watched = async (url, init, operationId) => {
        const headers = new Headers(init.headers);
        const request = { operationId, method: init.method ?? "GET", url, headers };
        await tell((watcher) => watcher.beforeRequest?.(request));
        let response;
        try {
            response = await (own ?? fetch)(url, { ...init, headers }, operationId);
        }
        catch (cause) {
            await tell((watcher) => watcher.onError?.(request, (0, responses_js_1.lost)(cause)));
            throw cause;
        }
        await tell((watcher) => watcher.afterResponse?.(request, response));
        return response;
    };
    return { ...options, fetch: watched };
}
const PRIVATE = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
];
const HIDDEN = "***";
function log(logger, secrets) {
    const hidden = new Set([
        ...PRIVATE,
        ...secrets.map((name) => name.toLowerCase()),
    ]);
    const started = new WeakMap();
    const shown = (headers) => {
        const found = {};
        headers.forEach((value, name) => {
            found[name] = hidden.has(name) ? HIDDEN : value;
        });
        return found;
    };
    const line = (request, told) => {
        const took = Math.round(performance.now() - (started.get(request) ?? 0));
        return `${request.method} ${redacted(request.url, hidden)}: ${String(told)} after ${took} ms`;
    };
    return {
        beforeRequest(request) {
            started.set(request, performance.now());
            const url = redacted(request.url, hidden);
            logger.debug(`${request.method} ${url}`, shown(request.headers));
        },
        afterResponse(request, { status, headers }) {
            logger.debug(line(request, status), shown(headers));
        },
        onError(request, error) {
            const name = error instanceof Error ? error.name : "aborted";
            logger.debug(line(request, name));
        },
    };
}
function redacted(url, hidden) {
    const [base, query] = url.split("?", 2);
    if (query === undefined)
        return url;
    const pairs = query.split("&").map((pair) => {
        const [name = ""] = pair.split("=", 1);
        const plain = unescaped(name).toLowerCase();
        const secret = hidden.has(plain) || plain === "access_token";
        return secret ? `${name}=${HIDDEN}` : pair;
    });
    return `${base}?${pairs.join("&")}`;
}
function unescaped(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
