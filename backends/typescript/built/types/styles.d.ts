export type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
/** Encodes text for the place it goes to. */
export type Escape = (text: string) => string;
export type Pair = readonly [name: string, value: string];
/** Percent-encodes everything but unreserved characters (RFC 3986). */
export declare const escape: Escape;
/** Leaves reserved characters and triplets, but not what would end or split a query. */
export declare const escapeReserved: Escape;
export declare const keep: Escape;
/** One value as text; JSON for objects and arrays. */
export declare function textOf(value: unknown): string;
/** `a,b` and `k,v` or `k=v`: path segments and headers. */
export declare function simple(value: unknown, explode: boolean, encode: Escape): string;
/** `.a.b`. */
export declare function label(value: unknown, explode: boolean): string;
/** `;name=a,b`, or `;name=a;name=b`. */
export declare function matrix(name: string, value: unknown, explode: boolean): string;
/** The names and values of a query, a form or cookies. */
export declare function pairs(name: string, value: unknown, style: Style | undefined, explode: boolean, encode?: Escape, encodeName?: Escape): Pair[];
