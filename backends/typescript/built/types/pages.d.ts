import type { Codec } from "./codecs.js";
import { type Core, type Operation, type Reply } from "./core.js";
import { ResultPromise } from "./results.js";
/** A place in the body by steps (`null` is every item of an array), or a header, or a link of a Link header. */
export type Source = readonly (string | number | null)[] | {
    readonly header: string;
    readonly rel?: string;
};
/** An argument, or a property of the body; `start` is what an absent one stands for. */
export interface Place {
    readonly arg?: string;
    readonly body?: string;
    readonly start?: number;
}
/** A change of an argument that leads to the next page; `text`: the number is sent as a string. */
export type Advance = Place & ({
    readonly add: 1 | "count";
    readonly text?: boolean;
} | {
    readonly from: Source;
});
/** A rule that ends the pages. */
export type Stop = {
    readonly when: "empty";
} | {
    readonly when: "missing";
    readonly at: Source;
} | (Place & {
    readonly when: "short";
}) | (Place & {
    readonly when: "past";
    readonly at: Source;
});
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
/** The promise of a first page; it can be iterated without awaiting it. */
export declare class PagePromise<R, I, M = object> extends ResultPromise<Page<R, I>, M> implements AsyncIterable<I> {
    protected finish(reply: Reply): Promise<Page<R, I>>;
    /** The first page and all that follow. */
    pages(): AsyncGenerator<Page<R, I>, void, undefined>;
    [Symbol.asyncIterator](): AsyncGenerator<I, void, undefined>;
}
export {};
