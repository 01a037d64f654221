"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.InPath = exports.InCookie = exports.InHeader = exports.InQuery = void 0;
exports.addCookie = addCookie;
const errors_js_1 = require("./errors.js");
const styles_js_1 = require("./styles.js");
function written(parameter, value, encode) {
    const { name, style, explode = false } = parameter;
    if (style)
        return style({ name, value, explode, encode, encodeName: styles_js_1.escape });
    return [[(0, styles_js_1.escape)(name), encode(scalar(value))]];
}
function scalar(value) {
    if (value instanceof Date)
        return value.toISOString();
    if (typeof value === "object" || Number.isNaN(value)) {
        throw new errors_js_1.InvalidArgumentError("the value is no text");
    }
    return `${value}`;
}
const InQuery = (parameter, value, target) => {
    const pairs = written(parameter, value, parameter.encode ?? styles_js_1.escape);
    target.query.push(...pairs.map((pair) => pair.join("=")));
};
exports.InQuery = InQuery;
const InHeader = (parameter, value, { headers }) => {
    headers.set(parameter.name, written(parameter, value, styles_js_1.keep)[0]?.[1] ?? "");
};
exports.InHeader = InHeader;
const InCookie = (parameter, value, target) => {
    for (const pair of written(parameter, value, styles_js_1.escape))
        addCookie(target, pair.join("="));
};
exports.InCookie = InCookie;
const InPath = (parameter, value, target) => {
    const text = written(parameter, value, styles_js_1.escape)[0]?.[1] ?? "";
    if (!text && !parameter.blank) {
        throw new errors_js_1.InvalidArgumentError(`${parameter.arg ?? parameter.name} is empty`);
    }
    target.path = target.path.replaceAll(`{${parameter.name}}`, () => text);
    if (/(^|\/)\.{1,2}(\/|$)/.test(target.path)) {
        throw new errors_js_1.InvalidArgumentError(`the path is ${target.path}`);
    }
};
exports.InPath = InPath;
function addCookie({ headers }, pair, anew = false) {
    if ("document" in globalThis)
        throw new errors_js_1.UnsupportedError("browsers send no cookies for programs");
    const name = pair.replace(/=.*/s, "=");
    const others = headers.get("Cookie")?.split("; ") ?? [];
    const kept = others.filter((one) => !anew || !one.startsWith(name));
    headers.set("Cookie", [...kept, pair].join("; "));
}
