// Pages of results: next(), items and pages.

import type { Codec } from "./codecs.js";
import {
  moved,
  prepare,
  send,
  type Call,
  type Core,
  type Operation,
  type Reply,
} from "./core.js";
import { PaginationError } from "./errors.js";
import { findLink } from "./links.js";
import { read } from "./responses.js";
import { ResultPromise } from "./results.js";
import { textOf } from "./styles.js";

/** A place in the body by steps (`null` is every item of an array), or a header, or a link of a Link header. */
export type Source =
  | readonly (string | number | null)[]
  | { readonly header: string; readonly rel?: string };

/** An argument, or a property of the body; `start` is what an absent one stands for. */
export interface Place {
  readonly arg?: string;
  readonly body?: string;
  readonly start?: number;
}

/** A change of an argument that leads to the next page; `text`: the number is sent as a string. */
export type Advance = Place &
  (
    | { readonly add: 1 | "count"; readonly text?: boolean }
    | { readonly from: Source }
  );

/** A rule that ends the pages. */
export type Stop =
  | { readonly when: "empty" }
  | { readonly when: "missing"; readonly at: Source }
  | (Place & { readonly when: "short" })
  | (Place & { readonly when: "past"; readonly at: Source });

/** How an operation is paged: all changes together, unless one of the rules holds. */
export interface Paging {
  /** Where the items are. */
  readonly items?: Source;
  readonly codec?: Codec;
  readonly advance?: readonly Advance[];
  readonly stop?: readonly Stop[];
  /** Where the whole URL of the next page stands. */
  readonly url?: Source;
}

export interface PagedOperation extends Operation {
  readonly paging: Paging;
}

interface Seen {
  readonly reply: Reply;
  readonly json: unknown;
  readonly items: readonly unknown[];
}

/** One page. Iterating gives its items and those of all pages that follow, which are asked for as needed. */
export class Page<R, I> implements AsyncIterable<I> {
  readonly #core: Core;
  readonly #seen: Seen;

  constructor(
    core: Core,
    seen: Seen,
    /** The decoded body. */
    readonly result: R,
  ) {
    this.#core = core;
    this.#seen = seen;
  }

  /** The response that the page came in, its body read. */
  get response(): Response {
    return this.#seen.reply.response;
  }

  /** The items of this page alone. */
  get items(): I[] {
    const { codec } = pagingOf(this.#seen.reply.call);
    return this.#seen.items.map((item) =>
      codec ? codec.decode(item) : item,
    ) as I[];
  }

  /** The following page, or null when none remains. */
  async next(): Promise<Page<R, I> | null> {
    const call = await following(this.#core, this.#seen);
    return call && toPage(this.#core, await send(this.#core, call));
  }

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<Page<R, I>, void, undefined> {
    for (let page: Page<R, I> | null = this; page; page = await page.next())
      yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** The promise of a first page; it can be iterated without awaiting it. */
export class PagePromise<R, I, M = object>
  extends ResultPromise<Page<R, I>, M>
  implements AsyncIterable<I>
{
  protected override finish(reply: Reply): Promise<Page<R, I>> {
    return toPage(this.core, reply);
  }

  /** The first page and all that follow. */
  async *pages(): AsyncGenerator<Page<R, I>, void, undefined> {
    yield* (await this).pages();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I, void, undefined> {
    yield* await this;
  }
}

async function toPage<R, I>(core: Core, reply: Reply): Promise<Page<R, I>> {
  const { value, json } = await read(reply.call.operation, reply.response);
  reply.release();
  const { items } = pagingOf(reply.call);
  const found = items && find(items, json, reply.response);
  return new Page(
    core,
    { reply, json, items: Array.isArray(found) ? found : [] },
    value as R,
  );
}

const pagingOf = (call: Call): Paging =>
  (call.operation as PagedOperation).paging;

async function following(core: Core, seen: Seen): Promise<Call | null> {
  const { call, response } = seen.reply;
  const { stop = [], url, advance = [] } = pagingOf(call);
  if (stop.some((rule) => ends(rule, seen))) return null;
  if (url) {
    const target = find(url, seen.json, response);
    return typeof target === "string" && target.trim()
      ? goTo(call, target.trim(), response)
      : null;
  }
  const args: Record<string, unknown> = { ...call.args };
  for (const change of advance) {
    const value =
      "from" in change
        ? cursor(change.from, change, seen)
        : added(change, seen);
    if (change.body === undefined) args[change.arg ?? ""] = value;
    else
      args["body"] = {
        ...(args["body"] as object | undefined),
        [change.body]: value,
      };
  }
  return prepare(core, call.operation, args, call.options);
}

function goTo(call: Call, target: string, response: Response): Call {
  const used = response.url || call.url;
  const next = moved({ ...call, url: used, bare: !!call.bare }, target, true);
  if (!next)
    throw new PaginationError(
      `the server's next page ${target} is no URL to call`,
    );
  if (next.url === used)
    throw new PaginationError(
      `the server's next page ${target} is the page it answered`,
    );
  return { ...next, keyed: false };
}

function current({ arg, body }: Place, { reply }: Seen): unknown {
  const args = reply.call.args as Readonly<Record<string, unknown>>;
  if (body === undefined) return args[arg ?? ""];
  return (
    args["body"] as Readonly<Record<string, unknown>> | null | undefined
  )?.[body];
}

function added(
  change: Place & { readonly add: 1 | "count"; readonly text?: boolean },
  seen: Seen,
): unknown {
  const from = numberOf(current(change, seen)) ?? change.start ?? 0;
  const value = from + (change.add === 1 ? 1 : seen.items.length);
  return change.text ? String(value) : value;
}

function cursor(from: Source, place: Place, seen: Seen): unknown {
  const value = find(from, seen.json, seen.reply.response);
  const used = current(place, seen);
  if (used !== undefined && used !== null && textOf(used) === textOf(value)) {
    throw new PaginationError(
      `the server answered ${textOf(value)}, which led to this page, as the next one`,
    );
  }
  return value;
}

function ends(rule: Stop, seen: Seen): boolean {
  if (rule.when === "empty") return !seen.items.length;
  if (rule.when === "short") {
    const limit = numberOf(current(rule, seen)) ?? rule.start;
    return limit !== undefined && seen.items.length < limit;
  }
  const value = find(rule.at, seen.json, seen.reply.response);
  if (rule.when === "missing")
    return (
      value === undefined ||
      value === null ||
      (typeof value === "string" && !value.trim())
    );
  const pages =
    typeof value === "string" && Array.isArray(rule.at)
      ? undefined
      : numberOf(value);
  return (
    pages === undefined ||
    (numberOf(current(rule, seen)) ?? rule.start ?? 0) + 1 > pages
  );
}

function numberOf(value: unknown): number | undefined {
  if (
    typeof value === "string"
      ? !/^\s*[+-]?\d+\s*$/.test(value)
      : typeof value !== "number" && typeof value !== "bigint"
  ) {
    return undefined;
  }
  const number = Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

function find(source: Source, json: unknown, response: Response): unknown {
  if (!("header" in source)) return walk(source, json);
  const text = response.headers.get(source.header);
  return source.rel === undefined
    ? (text ?? undefined)
    : findLink(text, source.rel);
}

function walk(
  steps: readonly (string | number | null)[],
  json: unknown,
): unknown {
  let value = json;
  for (const [index, step] of steps.entries()) {
    if (step === null) {
      const rest = steps.slice(index + 1);
      if (!Array.isArray(value)) return undefined;
      const found = value
        .map((item) => walk(rest, item))
        .filter((item) => item !== undefined);
      return rest.includes(null) ? found.flat() : found;
    }
    if (typeof step === "number")
      value = Array.isArray(value) ? (value.at(step) as unknown) : undefined;
    else
      value =
        isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
