// What servers send and the document does not name: at run time it is what came, its type tells it from the rest.

declare const mark: unique symbol;

// Members of enums, since comparing with a named value rules these out, as it would not for any branded text; two of
// them, since a comparison with one alone would rule that out too.
declare enum Texts {
  one = "<one>",
  other = "<other>",
}
declare enum Numbers {
  one = 0.1,
  other = 0.2,
}

/** A text that the document does not name. Servers may send it; `unknown("x")` makes one. */
export type UnknownValue = Texts & { readonly [mark]: true };

/** A number that the document does not name. Servers may send it; `unknown(7)` makes one. */
export type UnknownNumber = Numbers & { readonly [mark]: true };

/**
 * A member of a union that the document does not name, by the property that tells the members apart. That property is
 * typed as a literal that no document uses, so that the named members narrow; at run time it is what came, which
 * `unknownTag` gives.
 */
export type UnknownMember<Tag extends string> = Marked<Tag> & {
  readonly [name in Tag]: "<unknown>";
} & { readonly [name: string]: unknown };

interface Marked<Tag extends string> {
  readonly [mark]: { readonly [name in Tag]: true };
}

/**
 * Takes a value that the document does not name for one that it does, to send it: a text or a number of an enum, an
 * object as the member of a union. A comparison with what servers send needs it, too.
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
 * Gives what came as the tag of a member that the document does not name, as text; it is empty where nothing came. `tag`
 * is the property that has it, which is `type` unless it is said. It takes no member that the document names, so that a
 * `switch` which ends in it has to have all of them.
 */
export function unknownTag<Tag extends string>(
  member: Marked<Tag>,
  ...tag: Tag extends "type" ? [tag?: Tag] : [tag: Tag]
): string {
  const came = (member as never as Record<string, unknown>)[tag[0] ?? "type"];
  return String(came ?? "");
}
