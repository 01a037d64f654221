import type { Reply } from "./core.js";
import { type Reader } from "./responses.js";
import { ResultPromise } from "./results.js";
/** Server-sent events, as the HTML standard has them; the data of each, up to the sentinel. */
export declare function AsEvents(response: Response, { sentinel }: Reader, told?: Told): AsyncGenerator<string>;
/** What a stream of events tells beside its data. */
interface Told {
    lastEventId?: string | undefined;
}
/** One JSON value a line. */
export declare function AsLines(response: Response): AsyncGenerator<string>;
/** Values as the server sends them. Iterate once; leaving the loop lets the connection go. */
export declare class Stream<T> implements AsyncIterable<T> {
    #private;
    readonly response: Response;
    private readonly reader;
    /** The id of the last event that had one: a server takes it up again as the header `Last-Event-ID`. */
    lastEventId: string | undefined;
    constructor(response: Response, reader: Reader);
    [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
    /** Lets the connection go. */
    close(): Promise<void>;
}
/** The promise of a stream; it can be iterated without awaiting it. */
export declare class StreamPromise<T, M = object> extends ResultPromise<Stream<T>, M> implements AsyncIterable<T> {
    protected finish(reply: Reply): Promise<readonly [Stream<T>, Reply]>;
    [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
}
export {};
