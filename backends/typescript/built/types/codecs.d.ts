/** Makes a value of JSON, and JSON of a value. What has not the declared type passes as it is. */
export interface Codec {
    decode(value: unknown): unknown;
    encode(value: unknown): unknown;
}
/** A property: the name it has in the program, and its codec. */
export interface FieldCodec {
    readonly name?: string;
    readonly codec?: Codec;
}
/** What values look like on the wire, as far as it tells them from others. */
export interface Look {
    readonly kinds?: readonly string[];
    readonly keys?: readonly string[];
    /** Properties with the value they have, or those of which they have one. */
    readonly consts?: Readonly<Record<string, unknown>>;
    /** An object without the properties of `consts` fits, too. */
    readonly rest?: boolean;
    /** The scalars of which each is one. */
    readonly values?: readonly unknown[];
    /** How a text of theirs is read. */
    readonly form?: Codec;
    /** What each item of a list, or value of a map, looks like: one of these. */
    readonly items?: readonly Look[];
    /** What these properties are called in the program, where it is not the same. */
    readonly names?: Readonly<Record<string, string>>;
}
/** A member of a union: how a value of it is recognised, on the wire. */
export interface CaseCodec extends Look {
    readonly codec?: Codec;
    readonly tags?: readonly string[];
}
/** Date and time. */
export declare const DateTimeCodec: Codec;
/** A date without a time: midnight of UTC. */
export declare const DateCodec: Codec;
/** An integer as a bigint. */
export declare const BigIntCodec: Codec;
/** An integer as its digits. */
export declare const DigitsCodec: Codec;
/** Bytes, as base64 in JSON. */
export declare const Base64Codec: Codec;
/** Bytes, as the base64 of URLs in JSON, without padding. */
export declare const Base64UrlCodec: Codec;
/** A codec that is declared further down, or holds itself. */
export declare function lazy(find: () => Codec): Codec;
export declare function list(item: Codec): Codec;
export declare function map(item: Codec): Codec;
/** An object; `fields` by name on the wire, `rest` for the properties that are not among them. */
export declare function model(fields: Readonly<Record<string, FieldCodec>>, rest?: Codec): Codec;
/** A union; `tag` is the property on the wire whose value chooses, `name` its name in the program. */
export declare function union(cases: readonly CaseCodec[], tag?: string, name?: string | undefined, other?: Codec): Codec;
