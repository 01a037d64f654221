import type { Codec } from "./codecs.js";
import { type Call, type Core, type Operation, type Reply } from "./core.js";
import { ResultPromise } from "./results.js";
/** A step: to a property, to an item, or to every item. */
type Step = string | number | EachStep;
type EachStep = (json: unknown, walkOn: (item: unknown) => unknown, rest: readonly Step[]) => unknown;
/** A place in the body by steps, or in a header. */
export type Source = readonly Step[] | HeaderSource;
/** A header, of which `read` may find a part. */
export interface HeaderSource {
    readonly header: string;
    readonly rel?: string;
    readonly read: (headers: Headers, source: HeaderSource) => string | undefined;
}
/** An argument, or a property of the body; `start` is what an absent one stands for. */
interface Place {
    readonly arg: string;
    /** What has it, where that is not the arguments. */
    readonly of?: (call: Call) => object;
    readonly start?: number;
}
/** A change of an argument that leads to the next page; `text`: the number is sent as a string. */
export interface Advance extends Place {
    readonly by: (seen: Seen, change: Advance) => unknown;
    readonly from?: Source;
    readonly text?: boolean;
    /** What tells a cursor from others, where it may be an array or object. */
    readonly mark?: (cursor: unknown) => string;
}
/** A rule that ends the pages. */
export interface Stop extends Partial<Place> {
    readonly when: (seen: Seen, rule: Stop) => boolean;
    readonly at?: Source;
}
/** How an operation is paged: all changes together, unless one of the rules holds. */
export interface Paging {
    /** Where the items are. */
    readonly items?: Source;
    readonly codec?: Codec;
    readonly stop?: readonly Stop[];
    /** Makes the call of the next page, and tells its cursor or URL, and that of the page before. */
    readonly next: (core: Core, seen: Seen, paging: Paging) => Promise<Next | null>;
    readonly advance?: readonly Advance[];
    /** Where the whole URL of the next page stands. */
    readonly url?: Source;
}
type Next = readonly [call: Call, mark: string, used: string];
export interface PagedOperation extends Operation {
    readonly paging: Paging;
}
/** What a page tells of the next one. */
export interface Seen {
    readonly paging: Paging;
    readonly reply: Reply;
    readonly json: unknown;
    readonly items: readonly unknown[];
    /** How many pages came before. */
    readonly count: number;
    /** The cursor or URL of an earlier page, taken anew at doubling distances: a circle meets it again (Brent). */
    readonly mark: string | undefined;
}
/** One page. Iterating gives its items and those of all pages that follow, which are asked for as needed. */
export declare class Page<R, I> implements AsyncIterable<I> {
    #private;
    /** The decoded body. */
    readonly result: R;
    constructor(core: Core, seen: Seen, 
    /** The decoded body. */
    result: R);
    /** The response that the page came in, its body read. */
    get response(): Response;
    /** The items of this page alone. */
    get items(): I[];
    /** The following page, or null when none remains. */
    next(): Promise<Page<R, I> | null>;
    /** This page and all that follow. */
    pages(): AsyncGenerator<Page<R, I>, void, undefined>;
    [Symbol.asyncIterator](): AsyncGenerator<I, void, undefined>;
}
/** One page, of which nothing says where its items are: walk the pages, and look at `result`. */
export interface PlainPage<R> {
    /** The decoded body. */
    readonly result: R;
    /** The response that the page came in, its body read. */
    readonly response: Response;
    /** The following page, or null when none remains. */
    next(): Promise<PlainPage<R> | null>;
    /** This page and all that follow. */
    pages(): AsyncGenerator<PlainPage<R>, void, undefined>;
}
/** The promise of a first page; it can be iterated without awaiting it. */
export declare class PagePromise<R, I, M = object> extends ResultPromise<Page<R, I>, M> implements AsyncIterable<I> {
    protected finish(reply: Reply): Promise<readonly [Page<R, I>, Response]>;
    /** The first page and all that follow. */
    pages(): AsyncGenerator<Page<R, I>, void, undefined>;
    [Symbol.asyncIterator](): AsyncGenerator<I, void, undefined>;
}
/** The promise of a first page of which nothing says where its items are. */
export interface PlainPagePromise<R, M = object> extends ResultPromise<PlainPage<R>, M> {
    /** The first page and all that follow. */
    pages(): AsyncGenerator<PlainPage<R>, void, undefined>;
}
/** Pages are of one class; the type alone hides the items that there are not. */
export declare const PlainPagePromise: new <R, M = object>(...given: ConstructorParameters<typeof PagePromise>) => PlainPagePromise<R, M>;
/** The next page is asked for with other arguments. */
export declare function ByArguments(core: Core, seen: Seen, { advance }: Paging): Promise<Next>;
/** The next page is asked for with another body, and perhaps with other arguments. */
export declare function ByBody(core: Core, seen: Seen, paging: Paging): Promise<Next>;
/** The next page has a URL. */
export declare function ByUrl(core: Core, { reply, json }: Seen, { url }: Paging): Promise<Next | null>;
/** The whole body of a call, which may have none. */
export declare const OfBody: ({ whole }: Call) => object;
/** One more. */
export declare const Increment: Advance["by"];
/** As many more as there are results. */
export declare const AddCount: Advance["by"];
/** What the response says. */
export declare const SetFrom: Advance["by"];
/** The text of an array or object, its parts after one another. */
export declare const ByParts: (cursor: unknown) => string;
/** There are no results. */
export declare const Empty: Stop["when"];
/** There are fewer results than the limit that the caller gives. */
export declare const Short: Stop["when"];
/** The server does not say that there is more. */
export declare const NoMore: Stop["when"];
/** There is no single value that is more than blank: arrays and objects are none. */
export declare const Missing: Stop["when"];
/** There is no value, null, or a blank or empty one; for arguments that take arrays or objects. */
export declare const Absent: Stop["when"];
/** The next number is beyond the last, or nothing tells that. */
export declare const Past: Stop["when"];
/** The value of a header. */
export declare function HeaderValue(headers: Headers, { header }: HeaderSource): string | undefined;
/** The step to every item of an array. */
export declare function Each(json: unknown, walkOn: (item: unknown) => unknown, rest: readonly Step[]): unknown;
export {};
