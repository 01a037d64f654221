import { SDKError } from "./errors.js";
export class CallbackURLError extends SDKError {
}
export function resolveUrl(parts, exchange) {
    return parts
        .map((part) => {
        if (typeof part === "string")
            return part;
        const value = find(part, exchange);
        if (typeof value === "string" || typeof value === "number")
            return String(value);
        const place = [
            part.root,
            part.part,
            part.name,
            ...(part.pointer ?? []),
        ].filter(Boolean);
        throw new CallbackURLError(`the callback's URL needs a value at ${place.join("/")}`);
    })
        .join("");
}
function find(part, exchange) {
    if (part.root === "url")
        return exchange.url;
    if (part.root === "method")
        return exchange.method;
    if (part.root === "statusCode")
        return exchange.status;
    const side = part.root === "request" ? exchange.request : exchange.response;
    const name = part.name ?? "";
    if (part.part === "header")
        return new Headers(side?.headers).get(name);
    if (part.part === "body")
        return pointed(side?.body, part.pointer ?? []);
    return (part.part === "query" ? side?.query : side?.path)?.[name];
}
function pointed(body, pointer) {
    let value = body;
    for (const token of pointer) {
        if (typeof value !== "object" ||
            value === null ||
            !Object.hasOwn(value, token))
            return undefined;
        value = value[token];
    }
    return value;
}
