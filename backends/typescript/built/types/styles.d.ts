/** Encodes text for the place it goes to. */
export type Escape = (text: string) => string;
export type Pair = readonly [name: string, value: string];
/** Percent-encodes everything but unreserved characters (RFC 3986). */
export declare const escape: Escape;
/** Leaves reserved characters and triplets, but not what would end or split a query. */
export declare const Reserved: Escape;
export declare const keep: Escape;
/** One value as text; JSON for objects and arrays. */
export declare function textOf(value: unknown): string;
/** What a style is told of a value. */
export interface Styled {
    readonly name: string;
    readonly value: unknown;
    readonly explode?: boolean | undefined;
    readonly encode: Escape;
}
/** A serialization style: the names and values that a value becomes. */
export type Style = (given: Styled) => Pair[];
/** `a,b` and `k,v` or `k=v`: path segments and headers. */
export declare const Simple: Style;
/** `.a.b`. */
export declare const Label: Style;
/** `;name=a,b`, or `;name=a;name=b`. */
export declare const Matrix: Style;
/** `name=a&name=b` and `k=v&l=w&l=x`, or joined: queries, forms and cookies. */
export declare const Form: Style;
/** `name=a%20b`. */
export declare const SpaceDelimited: Style;
/** `name=a%7Cb`. */
export declare const PipeDelimited: Style;
/** `name[key]=value`, and deeper. */
export declare const DeepObject: Style;
/** JSON text, for what is described by a media type. */
export declare const Json: Style;
