import { type Core, type Reply } from "./core.js";
import { type Reader, type Told } from "./responses.js";
import { ResultPromise } from "./results.js";
/** Server-sent events, as the HTML standard has them; the data of each, up to what ends them. */
export declare function AsEvents(response: Response, reader: Reader, told?: Told): AsyncGenerator<string>;
/** One JSON value a line. */
export declare function AsLines(response: Response, _: Reader, told?: Told): AsyncGenerator<string>;
/** Values as the server sends them. Iterate once; leaving the loop lets the connection go. */
export declare class Stream<T> implements AsyncIterable<T> {
    #private;
    constructor(core: Core, reply: Reply);
    /** The response that the stream comes in; another one where it was taken up again. */
    get response(): Response;
    /** The name of the event that the last value came in; `message` where it has none. */
    get event(): string | undefined;
    /** The id of the last event that had one: a server takes it up again as the header `Last-Event-ID`. */
    get lastEventId(): string | undefined;
    /** Seconds that the server wants to pass before it is called again, where it said so. */
    get retryAfter(): number | undefined;
    [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
    /** Lets the connection go, and ends the iteration. */
    close(): Promise<void>;
}
/** The promise of a stream; it can be iterated without awaiting it. */
export declare class StreamPromise<T, M = object> extends ResultPromise<Stream<T>, M> implements AsyncIterable<T> {
    protected finish(reply: Reply): Promise<readonly [Stream<T>, Response]>;
    [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
}
