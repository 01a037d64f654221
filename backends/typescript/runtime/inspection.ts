// Checks of what successful responses hold.

import { check, READ } from "./schemas.js";
import type { Schema, Schemas, Violation } from "./schemas.js";

/** What was read: JSON, of a media type that is declared for a status; of a stream, with the name of its event. */
export interface CheckedAnswer {
  readonly status: string;
  readonly type: string;
  readonly event?: string | undefined;
  readonly json: unknown;
}

/** What successful responses hold, by operation, status and media type: the schema of it, or of events by name. */
export type Answers = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Holds>>>>>
>;

interface Holds {
  readonly schema?: Schema;
  readonly events?: Schemas;
}

const own = <T>(of: Readonly<Record<string, T>> = {}, name: string) =>
  Object.hasOwn(of, name) ? of[name] : undefined;

/** All violations in what was read of a response; what is not declared has none. */
export function wrongAnswer(
  operations: Answers,
  schemas: Schemas,
  operation: string,
  { status, type, event = "", json }: CheckedAnswer,
): Violation[] {
  const held = own(own(own(operations, operation), status), type);
  const { schema, events } = held ?? {};
  const found = schema ?? own(events, event) ?? own(events, "");
  return found ? check(json, found, schemas, "", READ) : [];
}
