"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.PagePromise = exports.Page = void 0;
const core_js_1 = require("./core.js");
const errors_js_1 = require("./errors.js");
const links_js_1 = require("./links.js");
const responses_js_1 = require("./responses.js");
const results_js_1 = require("./results.js");
const styles_js_1 = require("./styles.js");
class Page {
    result;
    #core;
    #seen;
    constructor(core, seen, result) {
        this.result = result;
        this.#core = core;
        this.#seen = seen;
    }
    get response() {
        return this.#seen.reply.response;
    }
    get items() {
        const { codec } = pagingOf(this.#seen.reply.call);
        return this.#seen.items.map((item) => codec ? codec.decode(item) : item);
    }
    async next() {
        const call = await following(this.#core, this.#seen);
        return call && toPage(this.#core, await (0, core_js_1.send)(this.#core, call));
    }
    async *pages() {
        for (let page = this; page; page = await page.next())
            yield page;
    }
    async *[Symbol.asyncIterator]() {
        for await (const page of this.pages())
            yield* page.items;
    }
}
exports.Page = Page;
class PagePromise extends results_js_1.ResultPromise {
    finish(reply) {
        return toPage(this.core, reply);
    }
    async *pages() {
        yield* (await this).pages();
    }
    async *[Symbol.asyncIterator]() {
        yield* await this;
    }
}
exports.PagePromise = PagePromise;
async function toPage(core, reply) {
    const { value, json } = await (0, responses_js_1.read)(reply.call.operation, reply.response);
    reply.release();
    const { items } = pagingOf(reply.call);
    const found = items && find(items, json, reply.response);
    return new Page(core, { reply, json, items: Array.isArray(found) ? found : [] }, value);
}
const pagingOf = (call) => call.operation.paging;
async function following(core, seen) {
    const { call, response } = seen.reply;
    const { stop = [], url, advance = [] } = pagingOf(call);
    if (stop.some((rule) => ends(rule, seen)))
        return null;
    if (url) {
        const target = find(url, seen.json, response);
        return typeof target === "string" && target.trim()
            ? goTo(call, target.trim(), response)
            : null;
    }
    const args = { ...call.args };
    for (const change of advance) {
        const value = "from" in change
            ? cursor(change.from, change, seen)
            : added(change, seen);
        if (change.body === undefined)
            args[change.arg ?? ""] = value;
        else
            args["body"] = {
                ...args["body"],
                [change.body]: value,
            };
    }
    return (0, core_js_1.prepare)(core, call.operation, args, call.options);
}
function goTo(call, target, response) {
    const used = response.url || call.url;
    const next = (0, core_js_1.moved)({ ...call, url: used, bare: !!call.bare }, target, true);
    if (!next)
        throw new errors_js_1.PaginationError(`the server's next page ${target} is no URL to call`);
    if (next.url === used)
        throw new errors_js_1.PaginationError(`the server's next page ${target} is the page it answered`);
    return { ...next, keyed: false };
}
function current({ arg, body }, { reply }) {
    const args = reply.call.args;
    if (body === undefined)
        return args[arg ?? ""];
    return args["body"]?.[body];
}
function added(change, seen) {
    const from = numberOf(current(change, seen)) ?? change.start ?? 0;
    const value = from + (change.add === 1 ? 1 : seen.items.length);
    return change.text ? String(value) : value;
}
function cursor(from, place, seen) {
    const value = find(from, seen.json, seen.reply.response);
    const used = current(place, seen);
    if (used !== undefined && used !== null && (0, styles_js_1.textOf)(used) === (0, styles_js_1.textOf)(value)) {
        throw new errors_js_1.PaginationError(`the server answered ${(0, styles_js_1.textOf)(value)}, which led to this page, as the next one`);
    }
    return value;
}
function ends(rule, seen) {
    if (rule.when === "empty")
        return !seen.items.length;
    if (rule.when === "short") {
        const limit = numberOf(current(rule, seen)) ?? rule.start;
        return limit !== undefined && seen.items.length < limit;
    }
    const value = find(rule.at, seen.json, seen.reply.response);
    if (rule.when === "missing")
        return (value === undefined ||
            value === null ||
            (typeof value === "string" && !value.trim()));
    const pages = typeof value === "string" && Array.isArray(rule.at)
        ? undefined
        : numberOf(value);
    return (pages === undefined ||
        (numberOf(current(rule, seen)) ?? rule.start ?? 0) + 1 > pages);
}
function numberOf(value) {
    if (typeof value === "string"
        ? !/^\s*[+-]?\d+\s*$/.test(value)
        : typeof value !== "number" && typeof value !== "bigint") {
        return undefined;
    }
    const number = Number(value);
    return Number.isFinite(number) ? Math.trunc(number) : undefined;
}
function find(source, json, response) {
    if (!("header" in source))
        return walk(source, json);
    const text = response.headers.get(source.header);
    return source.rel === undefined
        ? (text ?? undefined)
        : (0, links_js_1.findLink)(text, source.rel);
}
function walk(steps, json) {
    let value = json;
    for (const [index, step] of steps.entries()) {
        if (step === null) {
            const rest = steps.slice(index + 1);
            if (!Array.isArray(value))
                return undefined;
            const found = value
                .map((item) => walk(rest, item))
                .filter((item) => item !== undefined);
            return rest.includes(null) ? found.flat() : found;
        }
        if (typeof step === "number")
            value = Array.isArray(value) ? value.at(step) : undefined;
        else
            value =
                isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }
    return value;
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
