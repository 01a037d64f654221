"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.keysOf = exports.RETRIES = void 0;
exports.covers = covers;
exports.pauseAfter = pauseAfter;
exports.retryAfter = retryAfter;
exports.RETRIES = {
    retries: 2,
    budget: 60_000,
    initial: 500,
    maximum: 8_000,
    exponent: 2,
    statuses: ["429", "500", "502", "503", "504"],
    connectionErrors: true,
};
const keysOf = (status) => [
    `${status}`,
    `${Math.floor(status / 100)}XX`,
];
exports.keysOf = keysOf;
function covers(statuses = [], status) {
    return (0, exports.keysOf)(status).some((key) => statuses.includes(key));
}
function pauseAfter(attempt, policy) {
    const { initial, exponent, maximum } = policy;
    const longest = Math.min(initial * exponent ** attempt, maximum);
    return (longest * (1 - Math.random() / 4)) / 1000;
}
function retryAfter(headers) {
    const text = headers.get("retry-after") ?? "";
    const exact = headers.get("retry-after-ms");
    const seconds = exact
        ? +exact / 1000
        : /^[\d.]+$/.test(text)
            ? +text
            : (Date.parse(text) - Date.now()) / 1000;
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
