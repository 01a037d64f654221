export const RETRIES = {
    retries: 2,
    budget: 60_000,
    initial: 500,
    maximum: 8_000,
    exponent: 2,
    statuses: ["429", "500", "502", "503", "504"],
    connectionErrors: true,
};
export const keysOf = (status) => [
    `${status}`,
    `${Math.floor(status / 100)}XX`,
];
export function covers(statuses = [], status) {
    return keysOf(status).some((key) => statuses.includes(key));
}
export function pauseAfter(attempt, policy) {
    const { initial, exponent, maximum } = policy;
    const longest = Math.min(initial * exponent ** attempt, maximum);
    return (longest * (1 - Math.random() / 4)) / 1000;
}
export function retryAfter(headers) {
    const text = headers.get("retry-after") ?? "";
    const exact = headers.get("retry-after-ms");
    const seconds = exact
        ? +exact / 1000
        : /^[\d.]+$/.test(text)
            ? +text
            : (Date.parse(text) - Date.now()) / 1000;
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
