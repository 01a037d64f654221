import type { Codec } from "./codecs.js";
import type { Call } from "./core.js";
import { type Style } from "./styles.js";
/** How a request body is written. */
export interface Body {
    readonly type: string;
    /** Writes the body into a call, where there is one to send. */
    readonly write: (call: Call, body: Body) => void;
    /** Makes the body of the arguments that are no parameters. */
    readonly make?: (call: Call, body: Body) => unknown;
    /** Its properties that have other names than their arguments, by these. */
    readonly names?: Readonly<Record<string, string>>;
    /** Arguments that it needs. */
    readonly needs?: readonly string[];
    /** Properties that are sent untold. */
    readonly fixed?: Readonly<Record<string, unknown>>;
    /** There is nothing to be told of it: it is always sent. */
    readonly always?: boolean;
    /** The property that makes the answer a stream, what is sent for it, and what writes the rest. */
    readonly switched?: {
        readonly name: string;
        readonly value?: boolean;
        readonly write: (call: Call, body: Body) => void;
    };
    readonly required?: boolean;
    /** null is a body, the JSON `null`. */
    readonly nullable?: boolean;
    readonly codec?: Codec;
    /** The media types of a file, where there are several. */
    readonly types?: readonly string[];
    /** Those of files by the extensions of their names. */
    readonly extensions?: Readonly<Record<string, string>>;
    /** How the properties of a form or multipart body are written, by name on the wire. */
    readonly parts?: Readonly<Record<string, Part>>;
    /** How the others are written. */
    readonly rest?: Part;
    /** The media type of a multipart body as JSON: where no file is among its values. */
    readonly json?: string;
    /** Properties that it must have as JSON, and those that it must have with a file. */
    readonly jsonNeeds?: readonly string[];
    readonly fileNeeds?: readonly string[];
}
/** How one property of a form or multipart body is written (Encoding Object). */
export interface Part {
    /** `style`: like a query parameter. */
    readonly as: "text" | "json" | "bytes" | "style";
    /** It may be anything: what is no file is sent as its text. */
    readonly anything?: boolean;
    /** Each item of an array on its own. */
    readonly repeated?: boolean;
    /** Content types of the part. */
    readonly types?: readonly string[];
    /** Those of files by the extensions of their names. */
    readonly extensions?: Readonly<Record<string, string>>;
    /** The content type of the objects of a union, which are JSON. */
    readonly objects?: string;
    /** The content type of the texts of a union with files. */
    readonly texts?: string;
    /** Which of these go in JSON alone, where no file is in the body. */
    readonly jsonOnly?: readonly ("objects" | "texts")[];
    readonly style?: Style;
    readonly explode?: boolean;
    readonly allowReserved?: boolean;
    /** Headers of the part, with their values. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Headers that must be given with it. */
    readonly needs?: readonly string[];
}
/**
 * Gives a part of a multipart body headers: what is returned stands for the value in a call, or for an item of a list
 * of which each is a part. What the API says of a header itself counts first.
 */
export declare function withPartHeaders<T>(value: T, headers: Readonly<Record<string, string>>): T;
type Write = Body["write"];
/** Makes a body of the arguments that are no parameters; there is none where none of them is given. */
export declare function FromFields({ args, operation: { params }, options }: Call, { names, needs, always }: Body): object | undefined;
/** Writes a body whose property says whether the answer is a stream: it is the method that decides, not what is given. */
export declare const ToSwitched: Write;
export declare const ToJson: Write;
/** One JSON value a line. */
export declare const ToLines: Write;
/** Text, XML among it; bytes are text that is encoded already. */
export declare const ToText: Write;
/** Bytes as they are; of several media types, a file has its own. */
export declare const ToBytes: Write;
/** `application/x-www-form-urlencoded`. */
export declare const ToForm: Write;
/** `multipart/form-data`, and other multipart types, whose parts have no names. */
export declare const ToMultipart: Write;
/** Multipart where a file is among the values, else JSON. */
export declare const ToJsonOrFiles: Write;
export {};
