// Answers that are bounded, and held to their schemas: what `observed` adds to reading.

import type { Call } from "./core.js";
import { ConfigurationError, DecodeError, SDKError } from "./errors.js";
import type { Observers } from "./hooks.js";
import { asked, success, type Read, type Telling } from "./responses.js";
import type { CheckedAnswer } from "./inspection.js";
import { inFull } from "./json.js";
import type { Violation } from "./schemas.js";
import { CUT, noted, TELLING } from "./telling.js";

/** A response that breaks its schema, as hooks see it. */
export interface InvalidResponse {
  readonly operationId: string;
  /** The template of its path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** The server's id of the request. */
  readonly requestId: string | null;
  /** All violations of one body, or of one value of a stream. */
  readonly violations: readonly Violation[];
  /** The number of violations. */
  readonly count: number;
}

/** Loads the check of responses, a module of its own: only clients that use it load it. */
export type LoadCheck = () => Promise<{
  validateResponse(operation: string, answer: CheckedAnswer): Violation[];
}>;

/** Makes what a client reads with, by its options. */
export function tellingOf(
  { validateResponses, maxResponseBytes, hooks }: Observers,
  load: LoadCheck | undefined,
): Telling {
  const mostOf = ({ options }: Call): number | null =>
    options.maxResponseBytes === undefined
      ? (maxResponseBytes ?? null)
      : options.maxResponseBytes;
  const modeOf = ({ options }: Call): boolean | "report" | undefined =>
    options.validateResponses ?? validateResponses;
  const hold: NonNullable<Telling["inspect"]> = async (
    call,
    response,
    reader,
    found,
  ) => {
    const { operation } = call;
    const declared = success(operation, response.status)?.status;
    if (operation.foreign || !declared) return;
    if (!load)
      throw new ConfigurationError(
        "validateResponses needs the validators: give observed() what loads them",
      );
    const { validateResponse } = await load();
    const { id, path: route, method } = operation;
    const { type } = reader;
    const { what, json, event } = found;
    const answer = { status: declared, type, event, json: inFull(json) };
    const violations = validateResponse(id, answer);
    const [first, ...more] = violations;
    if (!first) return;
    const { status, headers } = response;
    const requestId = headers.get("x-request-id") ?? headers.get("request-id");
    if (modeOf(call) === "report") {
      const count = violations.length;
      const told = { operationId: id, route, method, status, requestId };
      try {
        await hooks?.onInvalidResponse?.({ ...told, violations, count });
      } catch (cause) {
        throw new SDKError(`a hook failed: ${String(cause)}`, { cause });
      }
      return;
    }
    const at = first.pointer && ` at ${first.pointer}`;
    const others = more.length
      ? `; ${more.length} more violation${more[1] ? "s" : ""}`
      : "";
    const line = `${status} ${asked(call)}: ${what} breaks its schema${at}: ${first.message}${others}`;
    throw new DecodeError(noted(line, headers, call), {
      ...{ status, headers, body: json },
      violations,
    });
  };
  return {
    ...TELLING,
    inspect: (call, ...given) =>
      modeOf(call) ? hold(call, ...given) : undefined,
    mostOf,
    tooLong,
    async read(response, reader, call): Promise<Read> {
      const most = mostOf(call);
      const whole =
        most === null ? response : await bounded(response, most, call);
      const read = (await reader.read(whole, reader, call as object)) as Read;
      if (read.json !== undefined && modeOf(call))
        await hold(call, response, reader, { what: "the body", ...read });
      return read;
    },
    async text(response, call) {
      const most = mostOf(call as Call);
      if (most === null) return TELLING.text(response, call);
      const [bytes, cut] = await head(response, most);
      if (cut) CUT.set(response, most);
      return TELLING.text(again(response, bytes), call);
    },
  };
}

const again = ({ status, headers }: Response, bytes: Blob): Response =>
  new Response(bytes, { status, headers });

/** The first bytes of a body, and whether there are more; the connection is then given up. */
async function head(
  response: Response,
  most: number,
): Promise<[bytes: Blob, cut: boolean]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let left = most; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push((value as Uint8Array<ArrayBuffer>).subarray(0, left));
    left -= value.length;
    if (left < 0) {
      await reader.cancel().catch(() => undefined);
      return [new Blob(pieces), true];
    }
  }
  return [new Blob(pieces), false];
}

async function bounded(
  response: Response,
  most: number,
  call: Call,
): Promise<Response> {
  const [bytes, cut] = await head(response, most);
  if (cut) throw tooLong(call, response, "the body", most);
  return again(response, bytes);
}

function tooLong(
  call: Call,
  { status, headers }: Response,
  what: string,
  most: number,
): DecodeError {
  const line = `${status} ${asked(call)}: ${what} is longer than the ${most} bytes of maxResponseBytes`;
  return new DecodeError(noted(line, headers, call), { status, headers });
}
