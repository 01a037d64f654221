import type { HeaderSource } from "./pages.js";
/** The target of the first entry of a relation. */
export declare function LinkTarget(headers: Headers, { header, rel: relation }: HeaderSource): string | undefined;
