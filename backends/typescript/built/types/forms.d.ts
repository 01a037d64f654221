import { type Texts, type Written } from "./received.js";
import { type Schema, type Schemas, type Violation } from "./schemas.js";
/** A field of a form: text, or what a server has made of it; a part has a media type. */
export interface Field {
    readonly name: string;
    readonly value: unknown;
    readonly type?: string | undefined;
    /** Those of a part, in lower case; none where a server has read it. */
    readonly headers?: Texts;
}
/** How a property of a form is written. */
export interface PartCheck extends Pick<Written, "style" | "explode"> {
    readonly encode: string;
    readonly repeated?: boolean;
    /** The media types that the document names. */
    readonly types?: readonly string[];
    /** The media type of parts that are JSON where others are files or text. */
    readonly objects?: string;
    readonly headers?: readonly (Written & {
        readonly required?: boolean;
    })[];
}
/** The properties of a form; `order` where parts may have no names. */
export interface FormCheck {
    readonly parts?: Readonly<Record<string, PartCheck>>;
    readonly order?: readonly string[];
}
/** Splits multipart (RFC 2046); undefined where it does not end as it must. */
export declare function partsOf(body: Uint8Array, contentType: string): Field[] | undefined;
/** Yields what is wrong with the fields of a form. */
export declare function checkForm(declared: Schema, form: FormCheck, sent: readonly Field[], schemas: Schemas): Generator<Violation>;
/** A media type as it is compared. */
export declare const plainType: (type: string) => string;
/** Whether a media type is the declared one, or of its range. */
export declare function covers(declared: string, sent: string): boolean;
