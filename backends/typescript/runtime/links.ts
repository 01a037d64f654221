// The Link header (RFC 8288).

import type { HeaderSource } from "./pages.js";

const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER =
  /\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?/y;

/** The target of the first link with a relation. */
export function LinkTarget(
  headers: Headers,
  { header, rel: relation = "" }: HeaderSource,
): string | undefined {
  const field = headers.get(header);
  TARGET.lastIndex = 0;
  for (
    let entry = TARGET.exec(field ?? "");
    entry;
    entry = TARGET.exec(field ?? "")
  ) {
    PARAMETER.lastIndex = TARGET.lastIndex;
    let relations: string[] | undefined;
    for (
      let found = PARAMETER.exec(field ?? "");
      found;
      found = PARAMETER.exec(field ?? "")
    ) {
      TARGET.lastIndex = PARAMETER.lastIndex;
      if (found[1]?.toLowerCase() === "rel") {
        relations ??= (found[2] ?? found[3] ?? "").toLowerCase().split(/\s+/);
      }
    }
    if (relations?.includes(relation.toLowerCase())) return entry[1];
  }
  return undefined;
}
