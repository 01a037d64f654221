import type { Fetch } from "./core.js";
/** A request as hooks see it; its headers may be changed before it is sent. */
export interface HookRequest {
    readonly operationId: string;
    /** The template of its path, which OpenTelemetry calls `http.route`. */
    readonly route: string;
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
}
/** Functions that are called for every attempt of every request, redirects and requests for tokens included. */
export interface Hooks {
    /** Before a request is sent; may change its headers. */
    beforeRequest?(request: HookRequest): unknown;
    /** When a response came; its body is not read yet and must be left alone. */
    afterResponse?(request: HookRequest, response: Response): unknown;
    /** When no response came. */
    onError?(request: HookRequest, error: unknown): unknown;
}
/** What takes messages: `console`, pino, winston ... */
export interface Logger {
    debug(message: string, ...rest: unknown[]): void;
}
/** Options of those who look on. */
export interface Observers {
    /** Functions that are called for every attempt of every request. */
    hooks?: Hooks | undefined;
    /**
     * Is told of every attempt in a line: method, path, status, milliseconds, and the server's name for the request. The
     * console is, where the environment says `..._LOG=debug`.
     */
    logger?: Logger | undefined;
}
/**
 * Puts hooks and a logger between a client and what sends its requests; `prefix` is what the environment variables begin
 * with. Errors are then thrown as the class of their status: what a program that has functions alone would carry for
 * nothing.
 */
export declare function observed<O extends Observers & {
    readonly auth?: "external" | undefined;
    readonly fetch?: Fetch | undefined;
}>(options: O, prefix: string): O;
