// What a method returns: the promise of a result, and of its response.

import {
  prepare,
  send,
  type Core,
  type Operation,
  type Reply,
  type RequestOptions,
} from "./core.js";
import { metadata, readerOf, type Read, type Told } from "./responses.js";

/** Reads a body within the time limit; one that is lost is requested again, if the request may be sent again. */
export async function bodyOf(reply: Reply): Promise<Complete> {
  const { call, response, release, again } = reply;
  const reader = readerOf(call.operation, response);
  try {
    const read = await (!reader ||
    /HEAD|20[45]/.test(call.method + response.status)
      ? response.blob()
      : reader.read(response, reader, call as Told));
    return { ...(read as Read), reply };
  } catch (error) {
    return bodyOf(await again(error));
  } finally {
    release();
  }
}

/** A body with its response. */
export interface Complete extends Read {
  readonly reply: Reply;
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
export class ResultPromise<T, M = object> implements Promise<T> {
  declare readonly [Symbol.toStringTag]: string;
  readonly #reply: Promise<Reply>;
  #full: Promise<WithResponse<T, M>> | undefined;

  constructor(
    protected readonly core: Core,
    operation: Operation,
    args: object | null | undefined,
    options: RequestOptions<unknown> = {},
  ) {
    this.#reply = prepare(core, operation, args, options).then((call) =>
      send(core, call),
    );
  }

  /** Makes the result, of this reply or of a retry. */
  protected async finish(reply: Reply): Promise<readonly [T, Response]> {
    const body = await bodyOf(reply);
    return [body.value as T, body.reply.response];
  }

  /** The result and its response. */
  withResponse(): Promise<WithResponse<T, M>> {
    return (this.#full ??= this.#reply.then(async (first) => {
      const [result, response] = await this.finish(first);
      return {
        result,
        response,
        metadata: metadata(first.call.operation, response) as M,
      };
    }));
  }

  /** The response alone, to read its body in pieces. */
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
    return this.withResponse().then(
      ({ result }) => (resolved ? resolved(result) : (result as never)),
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
