// Pages of results: next(), items and pages.

import type { Body } from "./bodies.js";
import type { Codec } from "./codecs.js";
import {
  AsGetAfter303,
  prepare,
  send,
  type Call,
  type Settings,
  type Operation,
  type Reply,
} from "./core.js";
import { PaginationError } from "./errors.js";
import { decoded, inFull } from "./json.js";
import {
  bodyOf,
  Exchange,
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
}

/** A rule that ends the pages. */
export interface Stop extends Partial<Place> {
  readonly when: (seen: Seen, rule: Stop) => boolean;
  readonly at?: Source;
}

/** How an operation is paged: all changes apply together, unless one of the rules holds. */
export interface Paging {
  /** The place of the items. */
  readonly items: Source;
  readonly codec?: Codec;
  readonly stop?: readonly Stop[];
  /** Makes the call for the next page, and returns its cursor or URL, and that of the previous page. */
  readonly next: (
    core: Settings,
    seen: Seen,
    paging: Paging,
  ) => Promise<Next | null>;
  readonly advance?: readonly Advance[];
  /** A key that identifies cursors, if they may be arrays or objects. */
  readonly mark?: (cursors: readonly unknown[]) => string;
  /** The place of the next page's whole URL. */
  readonly url?: Source;
}

type Values = Readonly<Record<string, unknown>>;

type Next = readonly [call: Call, mark: string, used: string];

export interface PagedOperation extends Operation {
  readonly paging: Paging;
}

/** What a page says about the next one. */
export interface Seen extends Complete {
  readonly paging: Paging;
  readonly items: () => readonly unknown[];
  /** The number of the page. */
  readonly count: number;
  /** The cursor or URL of an earlier page, replaced at doubling distances: a loop returns to it (Brent). */
  readonly mark: string | undefined;
}

/** One page. Iterating gives its items and those of all pages that follow, requested as needed. */
export interface Page<R, I> extends AsyncIterable<I> {
  /** The decoded body. */
  readonly result: R;
  /** The response that the page came in, its body read. */
  readonly response: Response;
  /** The items of this page alone. */
  readonly items: I[];
  /** The next page, or null after the last. */
  next(): Promise<Page<R, I> | null>;
  /** This page and all that follow. */
  pages(): AsyncGenerator<Page<R, I>, void, undefined>;
}

class LoadedPage<R, I> implements Page<R, I> {
  readonly #core: Settings;
  readonly #seen: Seen;

  readonly result: R;

  constructor(core: Settings, read: Complete, count = 1, mark?: string) {
    const { paging } = read.reply.call.operation as PagedOperation;
    const items = (): unknown[] => {
      const found = find(paging.items, read);
      return Array.isArray(found) ? found : [];
    };
    this.#core = core;
    this.#seen = { ...read, paging, items, count, mark };
    this.result = read.value as R;
  }

  get response(): Response {
    return this.#seen.reply.response;
  }

  get items(): I[] {
    const { paging, items } = this.#seen;
    return items().map((item) => decoded(item, paging.codec)) as I[];
  }

  async next(): Promise<Page<R, I> | null> {
    const seen = this.#seen;
    const { paging, mark: old, count } = seen;
    if (paging.stop?.some((rule) => rule.when(seen, rule))) return null;
    const next = await paging.next(this.#core, seen, paging);
    if (!next) return null;
    const [call, mark, used] = next;
    if (mark === used || mark === old)
      throw new PaginationError("pages repeat");
    const body = await bodyOf(send(this.#core, call));
    const kept = count & (count + 1) ? old : mark;
    return new LoadedPage(this.#core, body, count + 1, kept);
  }

  async *pages(): AsyncGenerator<Page<R, I>, void, undefined> {
    for (let page: Page<R, I> | null = this; page; page = await page.next())
      yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I, void, undefined> {
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
export interface PagePromise<R, I, M = object>
  extends ResultPromise<Page<R, I>, M>,
    AsyncIterable<I> {
  /** The first page and all that follow. */
  pages(): AsyncGenerator<Page<R, I>, void, undefined>;
}

export const PagePromise = {
  /** The promise of one page that is there already, and the last, as tests give in place of a call. */
  of<I, R = unknown>(
    items: I[],
    result: R = undefined as R,
    response: Response = new Response(),
  ): PagePromise<R, I> {
    const page: Page<R, I> = {
      result,
      items,
      response,
      next: () => Promise.resolve(null),
      async *pages() {
        yield page;
      },
      async *[Symbol.asyncIterator]() {
        yield* items;
      },
    };
    const { pages, [Symbol.asyncIterator]: each } = page;
    return Object.assign(ResultPromise.of(page, response), {
      pages,
      [Symbol.asyncIterator]: each,
    });
  },
};

/** The promise of the first page of a call. */
export class PageExchange<R, I, M = object>
  extends Exchange<Page<R, I>, M>
  implements PagePromise<R, I, M>
{
  protected override async finish(
    reply: Promise<Reply>,
    core: Settings,
  ): Promise<Result<Page<R, I>>> {
    const body = await bodyOf(reply);
    return { ...body, value: new LoadedPage(core, body) };
  }

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
export const PlainPageExchange = PageExchange as unknown as new <R, M = object>(
  ...given: ConstructorParameters<typeof PageExchange>
) => PlainPagePromise<R, M>;

/** The next page is requested with other arguments. */
export async function ByArguments(
  core: Settings,
  seen: Seen,
  { advance = [], mark = String }: Paging,
): Promise<Next> {
  const { call } = seen.reply;
  const { operation, args, options } = call;
  const next: Record<string, unknown> = { ...args };
  const used = advance.map(
    ({ arg, of, start }) => ((of?.(call) ?? args) as Values)[arg] ?? start,
  );
  const made = advance.map((change) => {
    const value = change.by(seen, change);
    if (!change.of) next[change.arg] = value;
    return value;
  });
  return [
    await prepare(core, operation, next, options),
    mark(made),
    mark(used),
  ];
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
  const target = find(url as Source, { reply, json });
  if (typeof target !== "string" || !target.trim()) return null;
  const used = response.redirected ? response.url : call.url;
  // `URL` reads a backslash as a slash, unlike RFC 3986.
  const path = target.trim().replaceAll("\\", "%5C");
  const next = await AsGetAfter303(core, { ...call, url: used }, path, 303);
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
  plus(seen, change, seen.items().length);

/** Takes the value from the response. */
export const SetFrom: Advance["by"] = (seen, { from }) =>
  find(from as Source, seen);

/** The text of an array or object, its parts after one another. */
export const ByParts = (cursor: unknown): string =>
  Object(cursor) === cursor
    ? `[${Object.entries(cursor as object).map(([key, item]) => key + ByParts(item))}]`
    : `${cursor as string}`;

/** Stops if there are no results. */
export const Empty: Stop["when"] = ({ items }) => !items().length;

/** Stops if there are fewer results than the requested limit. */
export const Short: Stop["when"] = (seen, rule) =>
  seen.items().length < (numberOf(current(rule, seen)) ?? 0);

/** Stops unless the server says that there are more. */
export const NoMore: Stop["when"] = (seen, { at = [] }) => {
  const value = find(at, seen);
  return "header" in at
    ? !/^\s*true\s*$/i.test(`${value as string}`)
    : value !== true;
};

/** Stops if there is no value, or a blank one; arrays and objects are not values. */
export const Missing: Stop["when"] = (seen, { at }) => {
  const value = find(at as Source, seen) ?? "";
  return Object(value) === value || !`${value as string}`.trim();
};

/** Stops if there is no value, null, or a blank or empty one; for arguments that take arrays or objects. */
export const Absent: Stop["when"] = (seen, { at }) => {
  const value = find(at as Source, seen) ?? "";
  return typeof value === "object"
    ? !Object.keys(value).length
    : !String(value).trim();
};

/** Stops if the next number is beyond the last, or the last is unknown. */
export const Past: Stop["when"] = (seen, rule) => {
  const { at = [] } = rule;
  const value = find(at, seen);
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

function find(
  source: Source,
  { json, reply }: Pick<Complete, "json" | "reply">,
): unknown {
  return "read" in source
    ? source.read(reply.response.headers, source)
    : walk(source, json);
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
  const walkOn = (item: unknown): unknown => walk(rest, item);
  if (typeof step === "function") return step(json, walkOn, rest);
  if (typeof step === "number")
    return Array.isArray(json) ? walkOn(json.at(step)) : undefined;
  // Its own properties, and not the length of a list.
  return walkOn(({ __proto__: null, ...(json as object) } as Values)[step]);
}

/** Items that the API does not describe: programs in JavaScript have no compiler that hides them. */
export const Undeclared: HeaderSource = {
  header: "",
  read() {
    throw new PaginationError("no items: use pages()");
  },
};

/** The step to JSON whose integers have all their digits. */
export const InFull: EachStep = (json, walkOn) => walkOn(inFull(json));

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
