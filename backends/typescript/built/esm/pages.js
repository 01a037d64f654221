import { moved, prepare, send, } from "./core.js";
import { PaginationError } from "./errors.js";
import { bodyOf, ResultPromise } from "./results.js";
export class Page {
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
        const paging = pagingOf(this.#seen.reply.call);
        const { stop = [] } = paging;
        if (stop.some((rule) => rule.when(this.#seen, rule)))
            return null;
        const call = await paging.next(this.#core, this.#seen, paging);
        if (!call)
            return null;
        return (await toPage(this.#core, await send(this.#core, call)))[0];
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
export class PagePromise extends ResultPromise {
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
async function toPage(core, first) {
    const { value, json, reply } = await bodyOf(first);
    const { items } = pagingOf(reply.call);
    const found = items && find(items, json, reply.response);
    const seen = { reply, json, items: Array.isArray(found) ? found : [] };
    return [new Page(core, seen, value), reply];
}
const pagingOf = (call) => call.operation.paging;
export async function ByArguments(core, seen, { advance = [] }) {
    const { operation, args, options } = seen.reply.call;
    const next = { ...args };
    for (const change of advance) {
        const value = change.by(seen, change);
        if (change.body === undefined)
            next[change.arg ?? ""] = value;
        else
            next["body"] = {
                ...next["body"],
                [change.body]: value,
            };
    }
    return prepare(core, operation, next, options);
}
export async function ByUrl(core, { reply, json }, { url = [] }) {
    const { call, response } = reply;
    const target = find(url, json, response);
    if (typeof target !== "string" || !target.trim())
        return null;
    const used = response.url || call.url;
    const next = await moved(core, { ...call, url: used }, target.trim(), true);
    if (!next)
        throw new PaginationError(`${target} is no URL to call`);
    if (next.url === used)
        throw new PaginationError(`the next page ${target} is this page`);
    return { ...next, repeatable: true };
}
function current({ arg = "", body }, { reply }) {
    const args = reply.call.args;
    const owner = body === undefined
        ? args
        : args["body"];
    return owner?.[body ?? arg];
}
function plus(seen, change, count) {
    const value = (numberOf(current(change, seen)) ?? change.start ?? 0) + count;
    return change.text ? String(value) : value;
}
export const Increment = (seen, change) => plus(seen, change, 1);
export const AddCount = (seen, change) => plus(seen, change, seen.items.length);
export const SetFrom = (seen, change) => {
    const value = find(change.from ?? [], seen.json, seen.reply.response);
    const used = current(change, seen);
    if (used !== undefined && used !== null && String(used) === String(value)) {
        throw new PaginationError(`the next page ${String(value)} is this page`);
    }
    return value;
};
export const Empty = ({ items }) => !items.length;
export const Short = (seen, rule) => seen.items.length < (numberOf(current(rule, seen)) ?? rule.start ?? 0);
export const Missing = ({ json, reply }, { at = [] }) => {
    const value = find(at, json, reply.response) ?? "";
    return typeof value === "string" && !value.trim();
};
export const Past = (seen, rule) => {
    const { at = [] } = rule;
    const value = find(at, seen.json, seen.reply.response);
    const last = typeof value === "string" && !("header" in at)
        ? undefined
        : numberOf(value);
    return (last === undefined ||
        (numberOf(current(rule, seen)) ?? rule.start ?? 0) + 1 > last);
};
function numberOf(value) {
    if (!/^(string|number|bigint)$/.test(typeof value) || value === "")
        return undefined;
    const number = Number(value);
    return Number.isFinite(number) ? Math.trunc(number) : undefined;
}
function find(source, json, { headers }) {
    return "read" in source ? source.read(headers, source) : walk(source, json);
}
export function HeaderValue(headers, { header }) {
    return headers.get(header) ?? undefined;
}
function walk([step, ...rest], json) {
    if (step === undefined)
        return json;
    if (typeof step === "function")
        return step(json, (item) => walk(rest, item), rest);
    const parts = json;
    const list = Array.isArray(json);
    if (!json || typeof json !== "object" || list !== (typeof step === "number"))
        return undefined;
    const key = list && +step < 0 ? json.length + +step : step;
    return Object.hasOwn(json, key) ? walk(rest, parts[key]) : undefined;
}
export function Each(json, walkOn, rest) {
    if (!Array.isArray(json))
        return undefined;
    const found = json.map(walkOn).filter((item) => item !== undefined);
    return rest.includes(Each) ? found.flat() : found;
}
