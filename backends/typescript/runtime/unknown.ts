// Values that servers send and the API does not document: unchanged at run time, with a type of their own.

declare const mark: unique symbol;

// Members of enums, since comparing with a documented value rules these out, unlike a branded string; two of them,
// since a comparison with a single one would rule that out too.
declare enum Texts {
  one = "<one>",
  other = "<other>",
}
declare enum Numbers {
  one = 0.1,
  other = 0.2,
}

/** A string that the API does not document. Servers may send it; `unknown("x")` makes one. */
export type UnknownValue = Texts & { readonly [mark]: true };

/** A number that the API does not document. Servers may send it; `unknown(7)` makes one. */
export type UnknownNumber = Numbers & { readonly [mark]: true };

/**
 * A member of a union that the API does not document. The property that tells the members apart is typed as a literal
 * that no document uses, so that the documented members narrow; at run time it is the received value, which
 * `unknownTag` returns.
 */
export type UnknownMember<Tag extends string> = Marked<Tag> & {
  readonly [name in Tag]: "<unknown>";
} & { readonly [name: string]: unknown };

interface Marked<Tag extends string> {
  readonly [mark]: { readonly [name in Tag]: true };
}

/**
 * Types an undocumented value as a documented one, to send it: a string or a number of an enum, an object as the member
 * of a union. Comparing it with a received value needs this, too.
 */
export function unknown(value: string): UnknownValue;
export function unknown(value: number): UnknownNumber;
export function unknown<T extends object>(
  value: T,
): UnknownMember<keyof T & string>;
export function unknown(value: unknown): unknown {
  return value;
}

/**
 * Returns the received tag of an undocumented member, as text; empty if there is none. `tag` is its property, by
 * default `type`. It does not accept documented members, so that a `switch` that ends with it must handle them all.
 */
export function unknownTag<Tag extends string>(
  member: Marked<Tag>,
  ...tag: Tag extends "type" ? [tag?: Tag] : [tag: Tag]
): string {
  const came = (member as never as Record<string, unknown>)[tag[0] ?? "type"];
  return String(came ?? "");
}
