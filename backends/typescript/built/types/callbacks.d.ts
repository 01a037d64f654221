import { SDKError } from "./errors.js";
/** A value that a callback's URL is made of is missing. */
export declare class CallbackURLError extends SDKError {
}
/** A piece of a callback's URL: text, or a value of the request or the response to it. */
export type UrlPart = string | {
    readonly root: string;
    readonly part?: string;
    readonly name?: string;
    readonly pointer?: readonly string[];
};
/** One side of an exchange as runtime expressions see it; bodies are decoded JSON. */
export interface CallbackMessage {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Headers | Readonly<Record<string, string>>;
    readonly body?: unknown;
}
/** The request that starts a callback, and the response to it. */
export interface CallbackExchange {
    readonly url?: string;
    readonly method?: string;
    readonly status?: number;
    readonly request?: CallbackMessage;
    readonly response?: CallbackMessage;
}
/** Puts a callback's URL together. Throws a CallbackURLError where there is no such callback, or a value is missing. */
export declare function resolveUrl(urls: Readonly<Record<string, readonly UrlPart[]>>, name: string, exchange: CallbackExchange): string;
/** What a JSON pointer leads to; undefined where that is nothing. */
export declare function pointed(body: unknown, pointer: readonly string[]): unknown;
