/** The base of every error of this package. */
export declare class SDKError extends Error {
    /** Of a call that its signal ended: what the platform's error is called, `AbortError` or `TimeoutError`. */
    readonly aborted?: string;
    get name(): string;
}
/** The client lacks something to make a request with, such as a base URL. */
export declare class ConfigurationError extends SDKError {
}
/** A call needs credentials and the client has none of them; nothing was sent. */
export declare class MissingCredentialsError extends ConfigurationError {
}
/** An argument cannot be sent; nothing was. */
export declare class InvalidArgumentError extends SDKError {
}
/** The request body is required and was not given; nothing was sent. */
export declare class MissingBodyError extends InvalidArgumentError {
    constructor();
}
/**
 * `fetch` cannot send this request: a body of GET or HEAD, TRACE, or a cookie from a browser; nothing was sent. Or the
 * server redirects a stream, which cannot be sent twice.
 */
export declare class UnsupportedError extends SDKError {
}
/** The server could not be reached, or went away before it answered. */
export declare class APIConnectionError extends SDKError {
}
/** The server did not answer in time. */
export declare class APITimeoutError extends APIConnectionError {
}
/** The next page would be the same page again. */
export declare class PaginationError extends SDKError {
}
/** What is known of a response that is an error. */
export interface Failure<E = unknown> {
    /** The HTTP status. */
    readonly status: number;
    readonly headers: Headers;
    /** The body: decoded where it is JSON, else text; undefined where there is none. */
    readonly body?: unknown;
    /** The body as its declared type. */
    readonly error?: E;
    /** Seconds that the server asks to wait, counted from when it answered. */
    readonly retryAfter?: number | undefined;
}
/** The server answered with an error. */
export declare class APIError<E = unknown> extends SDKError implements Failure<E> {
    readonly status: number;
    readonly headers: Headers;
    readonly body: unknown;
    readonly error: E;
    readonly retryAfter: number | undefined;
    constructor(message: string, failure: Failure<E>, options?: ErrorOptions);
    /** The server's name for the request. */
    get requestId(): string | null;
}
/** No token was given: the token endpoint refused to, or answered something else. */
export declare class TokenError<E = unknown> extends APIError<E> {
}
/** The response cannot be read: it is not what its declaration says, or broken. */
export declare class DecodeError extends APIError {
}
/** 304: what the caller has is still right; a call with If-None-Match or If-Modified-Since gets it. */
export declare class NotModified<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 400: the server does not understand the request. */
export declare class BadRequestError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 401: credentials are missing or wrong. */
export declare class AuthenticationError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 403: the credentials do not allow this. */
export declare class PermissionDeniedError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 404: there is no such thing. */
export declare class NotFoundError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 409: the request does not fit the present state. */
export declare class ConflictError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 410: there is no such thing any more. */
export declare class GoneError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 422: the request is well-formed and makes no sense. */
export declare class UnprocessableEntityError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 429: too many requests; see `retryAfter`. */
export declare class RateLimitError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** 5XX: the server failed. */
export declare class ServerError<E = unknown> extends APIError<E> {
    static [Symbol.hasInstance](value: unknown): boolean;
}
/** What an error is made by. */
export type ErrorClass = new (message: string, failure: Failure<never>) => APIError;
/** The class of a status; a function, so that a program that does not ask for them has none. */
export declare function statusError(status: number): ErrorClass | undefined;
