import { type Core, type Operation, type Reply, type RequestOptions } from "./core.js";
import { type Read } from "./responses.js";
/** Reads a body within the time limit; one that is lost is asked for again, where the request may be sent again. */
export declare function bodyOf(reply: Reply): Promise<Complete>;
/** A body with the response that it came in. */
export interface Complete extends Read {
    readonly reply: Reply;
}
/** A result with the response it came in, whose declared headers are in `metadata`. */
export interface WithResponse<T, M = object> {
    readonly result: T;
    readonly response: Response;
    readonly metadata: M;
}
/**
 * The promise of a result. `withResponse()` gives the response too; `asResponse()` gives it alone, its body not read.
 */
export declare class ResultPromise<T, M = object> implements Promise<T> {
    #private;
    protected readonly core: Core;
    readonly [Symbol.toStringTag]: string;
    constructor(core: Core, operation: Operation, args: object | null | undefined, options?: RequestOptions<unknown>);
    /** Makes the result, of this reply or of one that came after it. */
    protected finish(reply: Reply): Promise<readonly [T, Response]>;
    /** The result and the response it came in. */
    withResponse(): Promise<WithResponse<T, M>>;
    /** The response alone, to read its body piece by piece. */
    asResponse(): Promise<Response>;
    then<A = T, B = never>(resolved?: ((value: T) => A | PromiseLike<A>) | null, rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B>;
    finally(done?: (() => void) | null): Promise<T>;
}
