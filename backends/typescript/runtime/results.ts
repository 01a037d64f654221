// What a method returns: the promise of a result, and of its response.

import {
  prepare,
  send,
  type Call,
  type Core,
  type Operation,
  type Reply,
  type RequestOptions,
  type Settings,
} from "./core.js";
import {
  readerFor,
  success,
  type Read,
  type Reader,
  type Told,
} from "./responses.js";

/** Reads a body within the time limit; one that is lost is requested again, if the request may be sent again. */
export async function bodyOf(given: Reply | Promise<Reply>): Promise<Complete> {
  const reply = await given;
  const { call, response } = reply;
  const reader = readerFor(
    success(call.operation, response.status),
    response.headers,
  );
  try {
    // What nobody wants is read to its end.
    const how: Reader =
      reader && !/HEAD|20[45]/.test(call.method + response.status)
        ? reader
        : { type: "", read: (): unknown => response.blob() };
    const read = await (call.told?.read ?? how.read)(
      response,
      how,
      call as Call & Told,
    );
    // With the spread first, engines copy it slowly.
    return { reply, ...(read as Pick<Complete, keyof Read>) };
  } catch (error) {
    return bodyOf(reply.again(error));
  } finally {
    reply.release();
  }
}

/** A result and the response that it was made of. */
export interface Result<T> {
  readonly value: T;
  readonly reply: Reply;
}

/** A body with its response. */
export interface Complete extends Result<unknown> {
  readonly json: unknown;
}

/** A result with its response, whose declared headers are in `metadata`. */
export interface WithResponse<T, M = object> {
  readonly result: T;
  readonly response: Response;
  readonly metadata: M;
}

/**
 * The promise of a result. `withResponse()` also gives the response; `asResponse()` only the response, its body unread.
 */
export interface ResultPromise<T, M = object> extends Promise<T> {
  /** The result and its response. */
  withResponse(): Promise<WithResponse<T, M>>;
  /** The response alone, to read its body in pieces. */
  asResponse(): Promise<Response>;
}

export const ResultPromise = {
  /** The promise of a value that is there already, as tests give in place of a call; one of an error is its promise. */
  of<T, M = object>(
    value: T | Promise<T>,
    response: Response = new Response(),
    metadata: M = {} as M,
  ): ResultPromise<T, M> {
    const result = Promise.resolve(value);
    return Object.assign(result, {
      withResponse: () =>
        result.then((one) => ({ result: one, response, metadata })),
      asResponse: () => Promise.resolve(response),
    });
  },
};

/** The promise of the result of a call. */
export class Exchange<T, M = object> implements ResultPromise<T, M> {
  declare readonly [Symbol.toStringTag]: string;
  // Not `private`, which hides nothing where it is shown: the settings have credentials.
  readonly #core: Settings;
  readonly #reply: Promise<Reply>;
  #result: Promise<Result<T>> | undefined;

  constructor(
    core: Core,
    operation: Operation,
    args: object | null | undefined,
    options: RequestOptions<unknown> = {},
  ) {
    const settings = (this.#core = core());
    this.#reply = prepare(settings, operation, args, options).then((call) =>
      send(settings, call),
    );
  }

  /** Makes the result, of this reply or of a retry. */
  protected finish(reply: Promise<Reply>, _core: Settings): Promise<Result<T>> {
    return bodyOf(reply) as Promise<Result<T>>;
  }

  async withResponse(): Promise<WithResponse<T, M>> {
    const result = (await this) as T;
    const { call, response } = ((await this.#result) as Result<T>).reply;
    const metadata = call.operation.metadata?.(call, response) ?? {};
    return { result, response, metadata: metadata as M };
  }

  asResponse(): Promise<Response> {
    return this.#reply.then(({ response, release }) => {
      release();
      return response;
    });
  }

  then<A = T, B = never>(
    resolved?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // The body is read once.
    return (this.#result ??= this.finish(this.#reply, this.#core)).then(
      ({ value }) => (resolved ? resolved(value) : (value as never)),
      rejected,
    );
  }

  catch<B = never>(
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.then().finally(done);
  }
}
