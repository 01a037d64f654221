import { InvalidArgumentError, UnsupportedError } from "./errors.js";
import { escape, keep } from "./styles.js";
function written(parameter, value, encode) {
    const { name, style, explode = false } = parameter;
    if (style)
        return style({ name, value, explode, encode, encodeName: escape });
    return [[escape(name), encode(scalar(value))]];
}
function scalar(value) {
    if (value instanceof Date)
        return value.toISOString();
    if (typeof value === "object" || Number.isNaN(value)) {
        throw new InvalidArgumentError("the value is no text");
    }
    return `${value}`;
}
export const InQuery = (parameter, value, target) => {
    const pairs = written(parameter, value, parameter.encode ?? escape);
    target.query.push(...pairs.map((pair) => pair.join("=")));
};
export const InHeader = (parameter, value, { headers }) => {
    headers.set(parameter.name, written(parameter, value, keep)[0]?.[1] ?? "");
};
export const InCookie = (parameter, value, target) => {
    for (const pair of written(parameter, value, escape))
        addCookie(target, pair.join("="));
};
export const InPath = (parameter, value, target) => {
    const text = written(parameter, value, escape)[0]?.[1] ?? "";
    if (!text && !parameter.blank) {
        throw new InvalidArgumentError(`${parameter.arg ?? parameter.name} is empty`);
    }
    target.path = target.path.replaceAll(`{${parameter.name}}`, () => text);
    if (/(^|\/)\.{1,2}(\/|$)/.test(target.path)) {
        throw new InvalidArgumentError(`the path is ${target.path}`);
    }
};
export function addCookie({ headers }, pair, anew = false) {
    if ("document" in globalThis)
        throw new UnsupportedError("browsers send no cookies for programs");
    const name = pair.replace(/=.*/s, "=");
    const others = headers.get("Cookie")?.split("; ") ?? [];
    const kept = others.filter((one) => !anew || !one.startsWith(name));
    headers.set("Cookie", [...kept, pair].join("; "));
}
