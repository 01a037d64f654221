// What this package throws. Everything derives from SDKError.

import type { Violation } from "./schemas.js";

/** The base of every error of this package. */
export class SDKError extends Error {
  /** For a call that its signal ended, the name of the platform's error: `AbortError` or `TimeoutError`. */
  declare readonly aborted?: string;

  override get name(): string {
    return this.aborted ?? this.constructor.name;
  }
}

/** The client lacks a setting that a request needs, such as a base URL. */
export class ConfigurationError extends SDKError {}

/** A call needs credentials that the client does not have; nothing was sent. */
export class MissingCredentialsError extends ConfigurationError {}

/** An argument cannot be sent; nothing was sent. */
export class InvalidArgumentError extends SDKError {}

/** The request body is required and was not given; nothing was sent. */
export class MissingBodyError extends InvalidArgumentError {
  constructor() {
    super("the request body is required");
  }
}

/**
 * `fetch` cannot send this request: a body of GET or HEAD, TRACE, or a cookie from a browser; nothing was sent. Or the
 * server redirects a stream, which cannot be sent twice.
 */
export class UnsupportedError extends SDKError {}

/** The server could not be reached, or closed the connection before it answered. */
export class APIConnectionError extends SDKError {}

/** The server did not answer in time. */
export class APITimeoutError extends APIConnectionError {}

/** The server's next page is a page that was already read. */
export class PaginationError extends SDKError {}

/** Lets whatever shows an error show what the server sent. */
export function unveil<E extends APIError>(error: E): E {
  const { headers, body, error: value } = error;
  for (const [key, one] of Object.entries({ headers, body, error: value }))
    Object.defineProperty(error, key, { value: one, enumerable: true });
  return error;
}

/** The details of an error response. */
export interface Failure<E = unknown> {
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The body: decoded JSON, else text; undefined without a body. */
  readonly body?: unknown;
  /** The body as its declared type. */
  readonly error?: E;
  /** Seconds that the server asks to wait, counted from when it answered. */
  readonly retryAfter?: number | undefined;
  readonly violations?: readonly Violation[];
}

/** The server answered with an error. */
export class APIError<E = unknown> extends SDKError implements Failure<E> {
  declare readonly status: number;
  declare readonly retryAfter: number | undefined;
  // What a server sent may repeat credentials: nothing shows it unless `unveil` says so.
  readonly #sent: readonly [Headers, unknown, E];

  constructor(
    message: string,
    { headers, body, error, ...shown }: Failure<E>,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    Object.assign(this, shown);
    this.#sent = [headers, body, error as E];
  }

  get headers(): Headers {
    return this.#sent[0];
  }

  get body(): unknown {
    return this.#sent[1];
  }

  get error(): E {
    return this.#sent[2];
  }

  /** The server's id of the request. */
  get requestId(): string | null {
    return this.headers.get("x-request-id") ?? this.headers.get("request-id");
  }
}

/** The token endpoint refused to give a token, or its response has none. */
export class TokenError<E = unknown> extends APIError<E> {}

/**
 * The response cannot be read: it is broken, no JSON, or longer than the bound. With `validateResponses: true` also: it
 * breaks its schema.
 */
export class DecodeError extends APIError {
  /** All violations of the schema. */
  declare readonly violations?: readonly Violation[];
}

// An error is an instance of the class of its status, whatever class the document declares for its body.

function has(value: unknown, least: number, most = least): boolean {
  return (
    value instanceof APIError && value.status >= least && value.status <= most
  );
}

/** 304: the caller's copy is still current; calls with If-None-Match or If-Modified-Since throw it. */
export class NotModified<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 304);
  }
}

/** 400: the server does not understand the request. */
export class BadRequestError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 400);
  }
}

/** 401: credentials are missing or wrong. */
export class AuthenticationError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 401);
  }
}

/** 403: the credentials do not allow this. */
export class PermissionDeniedError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 403);
  }
}

/** 404: the resource does not exist. */
export class NotFoundError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 404);
  }
}

/** 409: the request conflicts with the current state. */
export class ConflictError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 409);
  }
}

/** 410: the resource no longer exists. */
export class GoneError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 410);
  }
}

/** 422: the request is well-formed but its content is not valid. */
export class UnprocessableEntityError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 422);
  }
}

/** 429: too many requests; see `retryAfter`. */
export class RateLimitError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 429);
  }
}

/** 5XX: the server failed. */
export class ServerError<E = unknown> extends APIError<E> {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return has(value, 500, 599);
  }
}

/** The constructor of an error. */
export type ErrorClass = new (
  message: string,
  failure: Failure<never>,
) => APIError;

/** The class of a status; a function, so that programs that do not use it do not bundle the classes. */
export function statusError(status: number): ErrorClass | undefined {
  const found: Readonly<Record<number, ErrorClass>> = {
    304: NotModified,
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    422: UnprocessableEntityError,
    429: RateLimitError,
  };
  return found[status] ?? (status < 500 ? undefined : ServerError);
}
