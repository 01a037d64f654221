// Pages: next(), items and pages (spec 2.5, 4.4).

import { PaginationError } from "./errors.js";
import { ResultPromise, type Core, type Operation, type RequestOptions, type WithResponse } from "./runtime.js";

/** How an operation is paged: what leads to the next page, or `undefined` at the end. */
export interface Paging<R, T> {
  readonly items: (result: R) => T[] | undefined;
  /** The arguments of the next page, or its URL. */
  readonly next: (seen: { result: R; request: object; response: Response; items: T[] | undefined }) => object | URL | undefined;
}

/** One page. Iterating it walks its items and those of all pages that follow. */
export class Page<R, T> implements AsyncIterable<T> {
  readonly result: R;
  readonly response: Response;

  constructor(
    private readonly from: { core: Core; operation: Operation; paging: Paging<R, T>; request: object; options?: RequestOptions | undefined },
    full: WithResponse<R>,
  ) {
    this.result = full.result;
    this.response = full.response;
  }

  /** The items of this page. */
  get items(): T[] {
    return this.from.paging.items(this.result) ?? [];
  }

  /** The following page, or null when none remains. */
  async next(): Promise<Page<R, T> | null> {
    const { core, operation, paging, request, options } = this.from;
    const items = paging.items(this.result);
    const to = paging.next({ result: this.result, request, response: this.response, items });
    if (to === undefined) return null;
    if (!(to instanceof URL)) return new Page({ ...this.from, request: to }, await core.send<R>(operation, to, options));
    if (to.href === this.response.url) throw new PaginationError(`${to.href} is the page that named it`);
    return new Page(this.from, await core.follow<R>(operation, to, options));
  }

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<Page<R, T>> {
    for (let page: Page<R, T> | null = this; page; page = await page.next()) yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** The promise of a first page; it can be iterated without awaiting it. */
export class PagePromise<R, T> extends ResultPromise<Page<R, T>> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    yield* await this;
  }

  async *pages(): AsyncGenerator<Page<R, T>> {
    yield* (await this).pages();
  }
}

export function paged<R, T>(
  core: Core,
  operation: Operation,
  paging: Paging<R, T>,
  request: object,
  options?: RequestOptions,
): PagePromise<R, T> {
  const first = core.send<R>(operation, request, options);
  return new PagePromise(
    first.then((full) => ({ result: new Page({ core, operation, paging, request, options }, full), response: full.response })),
  );
}

/** Where the URL of the next page leads, resolved against the page that names it. */
export function link(value: unknown, response: Response): URL | undefined {
  return typeof value === "string" && value.trim() ? new URL(value, response.url) : undefined;
}

/** The target of a relation in a Link header (RFC 8288). */
export function linked(response: Response, relation: string): URL | undefined {
  const header = response.headers.get("Link") ?? "";
  for (const [, target, rest] of header.matchAll(/<([^>]*)>((?:\s*;\s*\w+\*?=(?:"[^"]*"|[^\s",;]+))*)/g)) {
    const relations = /;\s*rel=(?:"([^"]*)"|([^\s",;]+))/.exec(rest ?? "");
    if ((relations?.[1] ?? relations?.[2] ?? "").split(/\s+/).includes(relation)) return link(target, response);
  }
  return undefined;
}
