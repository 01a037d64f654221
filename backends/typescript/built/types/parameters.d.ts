import type { Codec } from "./codecs.js";
import { type Style } from "./styles.js";
export interface Parameter {
    /** Its name on the wire. */
    readonly name: string;
    readonly in: "path" | "query" | "header" | "cookie";
    /** The argument's name, where it is another. */
    readonly arg?: string;
    readonly required?: boolean;
    /** null is a value to send; otherwise it means that there is none. */
    readonly nullable?: boolean;
    readonly style?: Style;
    /** By default true for queries and false elsewhere. */
    readonly explode?: boolean;
    readonly allowReserved?: boolean;
    /** The parameter is described by a media type: its value is JSON text. */
    readonly json?: boolean;
    readonly codec?: Codec;
    /** What is sent always. */
    readonly fixed?: unknown;
    /** The client has the value, not the caller. */
    readonly shared?: boolean;
}
/** The parts of a request that parameters fill. */
export interface Target {
    path: string;
    readonly query: string[];
    readonly cookies: string[];
    readonly headers: Headers;
}
/** Put an argument's value into a request. */
export declare function writeParameter(parameter: Parameter, given: unknown, target: Target): void;
/** Checks that text can stand in a header; text beyond Latin-1 goes as UTF-8. */
export declare function headerText(text: string, name: string): string;
