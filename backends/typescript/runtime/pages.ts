// Pages of results: next(), items and pages.

import type { Body } from "./bodies.js";
import type { Codec } from "./codecs.js";
import {
  NotGet,
  prepare,
  send,
  type Call,
  type Settings,
  type Operation,
  type Reply,
} from "./core.js";
import { PaginationError } from "./errors.js";
import { decoded, exact } from "./json.js";
import {
  bodyOf,
  ResultPromise,
  type Complete,
  type Result,
} from "./results.js";

/** A step: to a property, to an item, or to every item. */
type Step = string | number | EachStep;
type EachStep = (
  json: unknown,
  walkOn: (item: unknown) => unknown,
  rest: readonly Step[],
) => unknown;

/** A place in the body by steps, or in a header. */
export type Source = readonly Step[] | HeaderSource;

/** A header; `read` may extract a part of it. */
export interface HeaderSource {
  readonly header: string;
  readonly rel?: string;
  readonly read: (headers: Headers, source: HeaderSource) => string | undefined;
}

/** An argument, or a property of the body; `start` is its value if it is absent. */
interface Place {
  readonly arg: string;
  /** The object that has it, if not the arguments. */
  readonly of?: (call: Call) => object;
  readonly start?: number;
}

/** A change of an argument that leads to the next page; `text`: the number is sent as a string. */
export interface Advance extends Place {
  readonly by: (seen: Seen, change: Advance) => unknown;
  readonly from?: Source;
  readonly text?: boolean;
  /** A key that identifies a cursor, if it may be an array or object. */
  readonly mark?: (cursor: unknown) => string;
}

/** A rule that ends the pages. */
export interface Stop extends Partial<Place> {
  readonly when: (seen: Seen, rule: Stop) => boolean;
  readonly at?: Source;
}

/** How an operation is paged: all changes apply together, unless one of the rules holds. */
export interface Paging {
  /** The place of the items. */
  readonly items?: Source;
  readonly codec?: Codec;
  readonly stop?: readonly Stop[];
  /** Makes the call for the next page, and returns its cursor or URL, and that of the previous page. */
  readonly next: (
    core: Settings,
    seen: Seen,
    paging: Paging,
  ) => Promise<Next | null>;
  readonly advance?: readonly Advance[];
  /** The place of the next page's whole URL. */
  readonly url?: Source;
}

type Next = readonly [call: Call, mark: string, used: string];

export interface PagedOperation extends Operation {
  readonly paging: Paging;
}

/** What a page says about the next one. */
export interface Seen {
  readonly paging: Paging;
  readonly reply: Reply;
  readonly json: unknown;
  readonly items: readonly unknown[];
  /** The number of previous pages. */
  readonly count: number;
  /** The cursor or URL of an earlier page, replaced at doubling distances: a loop returns to it (Brent). */
  readonly mark: string | undefined;
}

/** One page. Iterating gives its items and those of all pages that follow, requested as needed. */
export class Page<R, I> implements AsyncIterable<I> {
  readonly #core: Settings;
  readonly #seen: Seen;

  constructor(
    core: Settings,
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
    const { paging, items } = this.#seen;
    return (paging.items &&
      items.map((item) => decoded(item, paging.codec))) as I[];
  }

  /** The next page, or null after the last. */
  async next(): Promise<Page<R, I> | null> {
    const seen = this.#seen;
    const { paging, mark: old, count } = seen;
    if (paging.stop?.some((rule) => rule.when(seen, rule))) return null;
    const next = await paging.next(this.#core, seen, paging);
    if (!next) return null;
    const [call, mark, used] = next;
    if (mark === used || mark === old)
      throw new PaginationError("pages repeat");
    const kept = (count + 1) & (count + 2) ? old : mark;
    const body = await bodyOf(send(this.#core, call));
    return toPage(this.#core, body, count + 1, kept);
  }

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<Page<R, I>, void, undefined> {
    for (let page: Page<R, I> | null = this; page; page = await page.next())
      yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I, void, undefined> {
    // Programs in JavaScript have no compiler that hides this of a PlainPage.
    if (!this.#seen.paging.items)
      throw new PaginationError("no items: use pages()");
    for await (const page of this.pages()) yield* page.items;
  }
}

/** One page whose items the API does not describe: iterate over pages, and read `result`. */
export interface PlainPage<R> {
  /** The decoded body. */
  readonly result: R;
  /** The response that the page came in, its body read. */
  readonly response: Response;
  /** The next page, or null after the last. */
  next(): Promise<PlainPage<R> | null>;
  /** This page and all that follow. */
  pages(): AsyncGenerator<PlainPage<R>, void, undefined>;
}

/** The promise of a first page; it can be iterated without awaiting it. */
export class PagePromise<R, I, M = object>
  extends ResultPromise<Page<R, I>, M>
  implements AsyncIterable<I>
{
  protected override async finish(
    reply: Promise<Reply>,
    core: Settings,
  ): Promise<Result<Page<R, I>>> {
    const body = await bodyOf(reply);
    return { ...body, value: toPage(core, body) };
  }

  /** The first page and all that follow. */
  async *pages(): AsyncGenerator<Page<R, I>, void, undefined> {
    yield* (await this).pages();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I, void, undefined> {
    yield* await this;
  }
}

/** The promise of a first page whose items the API does not describe. */
export interface PlainPagePromise<R, M = object>
  extends ResultPromise<PlainPage<R>, M> {
  /** The first page and all that follow. */
  pages(): AsyncGenerator<PlainPage<R>, void, undefined>;
}

/** All pages have one class; only the type hides items that the API does not describe. */
export const PlainPagePromise = PagePromise as unknown as new <R, M = object>(
  ...given: ConstructorParameters<typeof PagePromise>
) => PlainPagePromise<R, M>;

function toPage<R, I>(
  core: Settings,
  { reply, json, value }: Complete,
  count = 0,
  mark?: string,
): Page<R, I> {
  const { paging } = reply.call.operation as PagedOperation;
  const found = paging.items && find(paging.items, json, reply.response);
  const items = Array.isArray(found) ? found : [];
  const seen = { paging, reply, json, items, count, mark };
  return new Page(core, seen, value as R);
}

/** The next page is requested with other arguments. */
export async function ByArguments(
  core: Settings,
  seen: Seen,
  { advance }: Paging,
): Promise<Next> {
  const { operation, args, options } = seen.reply.call;
  const next: Record<string, unknown> = { ...args };
  let used = "";
  let mark = "";
  for (const change of advance as readonly Advance[]) {
    const value = change.by(seen, change);
    const { mark: text = String } = change;
    mark += text(value) + " ";
    used += text(current(change, seen) ?? change.start) + " ";
    if (!change.of) next[change.arg] = value;
  }
  return [await prepare(core, operation, next, options), mark, used];
}

/** The next page is requested with another body, and perhaps with other arguments. */
export async function ByBody(
  core: Settings,
  seen: Seen,
  paging: Paging,
): Promise<Next> {
  const { operation, options } = seen.reply.call;
  const made: Record<string, unknown> = { ...OfBody(seen.reply.call) };
  for (const change of paging.advance ?? [])
    if (change.of) made[change.arg] = change.by(seen, change);
  const body = { ...(operation.body as Body), make: (): unknown => made };
  const call: Call = {
    ...seen.reply.call,
    operation: { ...operation, body },
    options: { ...options, body: undefined },
  };
  const reply = { ...seen.reply, call };
  return ByArguments(core, { ...seen, reply }, paging);
}

/** The next page has a URL. */
export async function ByUrl(
  core: Settings,
  { reply, json }: Seen,
  { url }: Paging,
): Promise<Next | null> {
  const { call, response } = reply;
  const target = find(url as Source, json, response);
  if (typeof target !== "string" || !target.trim()) return null;
  const used = response.redirected ? response.url : call.url;
  // `URL` reads a backslash as a slash, unlike RFC 3986.
  const path = target.trim().replaceAll("\\", "%5C");
  const next = await NotGet(core, { ...call, url: used }, path, 303);
  if (!next)
    throw new PaginationError("the server's next page is not a callable URL");
  return [next, next.url, used];
}

function current(
  { arg, of }: Partial<Place>,
  { reply: { call } }: Seen,
): unknown {
  const values = of?.(call) ?? call.args;
  return (values as Readonly<Record<string, unknown>>)[arg as string];
}

/** The whole body of a call, if it has one. */
export const OfBody = ({ whole }: Call): object => Object(whole) as object;

function plus(seen: Seen, change: Advance, count: number): unknown {
  const value = (numberOf(current(change, seen)) ?? change.start ?? 0) + count;
  return change.text ? String(value) : value;
}

/** Adds one. */
export const Increment: Advance["by"] = (seen, change) => plus(seen, change, 1);

/** Adds the number of results. */
export const AddCount: Advance["by"] = (seen, change) =>
  plus(seen, change, seen.items.length);

/** Takes the value from the response. */
export const SetFrom: Advance["by"] = (seen, { from }) =>
  find(from as Source, seen.json, seen.reply.response);

/** The text of an array or object, its parts after one another. */
export const ByParts = (cursor: unknown): string =>
  Object(cursor) === cursor
    ? `[${Object.entries(cursor as object).map(([key, item]) => key + ByParts(item))}]`
    : `${cursor as string}`;

/** Stops if there are no results. */
export const Empty: Stop["when"] = ({ items }) => !items.length;

/** Stops if there are fewer results than the requested limit. */
export const Short: Stop["when"] = (seen, rule) =>
  seen.items.length < (numberOf(current(rule, seen)) ?? 0);

/** Stops unless the server says that there are more. */
export const NoMore: Stop["when"] = ({ json, reply }, { at = [] }) => {
  const value = find(at, json, reply.response);
  return "header" in at
    ? !/^\s*true\s*$/i.test(`${value as string}`)
    : value !== true;
};

/** Stops if there is no value, or a blank one; arrays and objects are not values. */
export const Missing: Stop["when"] = ({ json, reply }, { at }) => {
  const value = find(at as Source, json, reply.response) ?? "";
  return Object(value) === value || !`${value as string}`.trim();
};

/** Stops if there is no value, null, or a blank or empty one; for arguments that take arrays or objects. */
export const Absent: Stop["when"] = ({ json, reply }, { at }) => {
  const value = find(at as Source, json, reply.response) ?? "";
  return typeof value === "object"
    ? !Object.keys(value).length
    : !String(value).trim();
};

/** Stops if the next number is beyond the last, or the last is unknown. */
export const Past: Stop["when"] = (seen, rule) => {
  const { at = [] } = rule;
  const value = find(at, seen.json, seen.reply.response);
  const last =
    typeof value === "string" && !("header" in at)
      ? undefined
      : numberOf(value);
  return (
    last === undefined ||
    (numberOf(current(rule, seen)) ?? rule.start ?? 0) + 1 > last
  );
};

function numberOf(value: unknown): number | undefined {
  if (!/^(string|number|bigint)$/.test(typeof value) || value === "")
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

function find(source: Source, json: unknown, { headers }: Response): unknown {
  return "read" in source ? source.read(headers, source) : walk(source, json);
}

/** The value of a header. */
export function HeaderValue(
  headers: Headers,
  { header }: HeaderSource,
): string | undefined {
  return headers.get(header) ?? undefined;
}

function walk([step, ...rest]: readonly Step[], json: unknown): unknown {
  if (step === undefined) return json;
  if (typeof step === "function")
    return step(json, (item) => walk(rest, item), rest);
  if (Array.isArray(json))
    return typeof step === "number" ? walk(rest, json.at(step)) : undefined;
  return typeof step === "string" &&
    Object(json) === json &&
    Object.hasOwn(json as object, step)
    ? walk(rest, exact(json as object, step))
    : undefined;
}

/** The step to every item of an array. */
export function Each(
  json: unknown,
  walkOn: (item: unknown) => unknown,
  rest: readonly Step[],
): unknown {
  if (!Array.isArray(json)) return undefined;
  const found = json.map(walkOn).filter((item) => item !== undefined);
  return rest.includes(Each) ? found.flat() : found;
}
