import type { Codec } from "./codecs.js";
import { type Escape, type Style } from "./styles.js";
export interface Parameter {
    /** Its name on the wire. */
    readonly name: string;
    /** Puts it into its place. */
    readonly in: (parameter: Parameter, value: unknown, target: Target) => void;
    /** The argument's name, where it is another. */
    readonly arg?: string;
    readonly required?: boolean;
    /** null is a value to send; otherwise it means that there is none. */
    readonly nullable?: boolean;
    /** How a list or an object is written; without it the value is one text. */
    readonly style?: Style;
    readonly explode?: boolean;
    /** How values are encoded in a query, where it is not as everywhere. */
    readonly encode?: Escape;
    readonly codec?: Codec;
    /** What is sent always. */
    readonly fixed?: unknown;
    /** The client has the value, not the caller. */
    readonly shared?: boolean;
}
/** The parts of a request that parameters fill. */
export interface Target {
    /** The URL without its query. */
    path: string;
    readonly query: string[];
    readonly headers: Headers;
    /** Sets another token, where an error says that the one sent was refused. */
    renew?: ((error: unknown, headers: Headers) => Promise<boolean>) | undefined;
}
/** Text as it stands in a header: without spaces around it, and its bytes of UTF-8 as `fetch` takes bytes. */
export declare function headerText(text: string, name: string): string;
type Place = Parameter["in"];
export declare const InQuery: Place;
export declare const InHeader: Place;
export declare const InCookie: Place;
export declare const InPath: Place;
/** Adds a cookie, in place of one of its name where `anew`. */
export declare function addCookie({ headers }: Target, pair: string, anew?: boolean): void;
export {};
