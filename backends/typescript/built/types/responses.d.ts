import type { Codec } from "./codecs.js";
import type { Operation } from "./core.js";
import { APIError, SDKError, type ErrorClass } from "./errors.js";
/** How a body of one media type is read. */
export interface Reader {
    /** In lower case, without parameters. */
    readonly type: string;
    readonly read: (response: Response, reader: Reader, told?: Told) => unknown;
    readonly codec?: Codec;
    /** The data that ends a stream of events. */
    readonly sentinel?: string;
    /** So does `[DONE]`, where JSON would be. */
    readonly done?: boolean;
    /** The data of events is text and not JSON. */
    readonly text?: boolean;
    /** What the data of events is by their names. */
    readonly events?: readonly EventData[];
}
/** What the data of events of a name is; without one, of any that is not listed. */
export interface EventData {
    readonly name?: string;
    readonly codec?: Codec;
    readonly text?: boolean;
}
/** What a stream of events tells beside its data. */
export interface Told {
    /** The name of the last event. */
    event?: string;
    /** The id of the last whole event that had one. */
    id?: string;
    /** Milliseconds that the server wants to pass before it is called again. */
    retry?: number;
    /** The last line has no end. */
    cut?: boolean;
    /** Nothing follows. */
    done?: boolean;
    /** Milliseconds to wait for more. */
    patience?: number | undefined;
    /** Lets the connection go. */
    close?: () => unknown;
}
/** What is declared for a status: `200`, `2XX` or `default`. */
export interface Answer {
    readonly status: string;
    readonly readers?: readonly Reader[];
    /** Chooses among several readers by the content type. */
    readonly choose?: (readers: readonly Reader[], headers: Headers) => Reader | undefined;
    /** It is thrown, as `raises` where a class is declared. */
    readonly error?: boolean;
    readonly raises?: ErrorClass;
    /** The property of the body that tells what went wrong. */
    readonly message?: string;
    /** The declared headers, and what reads them. */
    readonly headers?: Readonly<Record<string, (text: string) => unknown>>;
    readonly metadata?: (answer: Answer, headers: Headers) => object;
}
/** What a body becomes: the value, and the JSON it was made of, in which paging looks. */
export interface Read {
    readonly value?: unknown;
    readonly json?: unknown;
}
export declare function AsJson(response: Response, { type, codec }: Reader, call?: Told): Promise<Read>;
/** Text, XML among it; of a character set that nobody knows, as UTF-8. */
export declare function AsText(response: Response, { codec }: Reader): Promise<Read>;
/** JSON that is a text; as `text/plain` it is that text, unless it is a JSON text or null. */
export declare function AsJsonOrText(response: Response, reader: Reader, call?: Told): Promise<Read>;
export declare function AsBytes(response: Response): Promise<Read>;
/** What operations and their runtime know of answers. */
export interface Answering {
    readonly method: string;
    readonly answers?: readonly Answer[];
    /** Good statuses that are errors here, and others that are none. */
    readonly errors?: readonly string[];
}
/** The reader of the content type, else one of a range that it lies in. */
export declare function ByType(readers: readonly Reader[], headers: Headers): Reader | undefined;
/** What the body of a good response is read by. */
export declare function readerOf(operation: Answering, response: Response): Reader | undefined;
/** What a call asks, for errors: the method and the path, never the query. */
export declare const asked: ({ method, path }: Asked) => string;
/** What errors tell of a call. */
export interface Asked {
    readonly method: string;
    /** The URL without its query. */
    readonly path: string;
    readonly options?: {
        readonly signal?: AbortSignal | undefined;
    };
}
/** The error of a call that its signal ended, or whose connection broke, whatever `fetch` throws. */
export declare function lost(cause: unknown, call: Asked): SDKError;
/** What `observed` adds to the options of a client: what programs that have functions alone would carry for nothing. */
export interface Throwing {
    readonly thrown?: (status: number) => ErrorClass | undefined;
    readonly told?: Telling;
}
/** What errors are told by. */
export interface Telling {
    /** The text of an error, by its character set. */
    readonly text: (response: Response) => Promise<string>;
    /** The words of an answer that is an error, and what else it says; `declared` is the property of the body for that. */
    readonly words: (declared: string | undefined, body: unknown, text: string, response: Response) => string;
    /** What there are no credentials for, and which would do. */
    readonly missing: (call: Asked, security: NonNullable<Operation["security"]>) => Error;
}
/** The error that a bad response is thrown as. */
export declare function failure(call: Asked & {
    readonly operation: Answering;
}, response: Response, { thrown, told }: Throwing): Promise<APIError>;
/** What is declared of the headers of a good response, as their declared types. */
export declare function metadata(operation: Answering, response: Response): object;
/** The declared headers that a response has. */
export declare function Declared({ headers }: Answer, given: Headers): object;
export declare const Text: (text: string) => unknown;
export declare const Numeric: (text: string) => unknown;
export declare const BigIntText: (text: string, other?: unknown) => unknown;
export declare const Flag: (text: string) => unknown;
/** JSON. */
export declare const jsonHeader: (text: string) => unknown;
/** A list between commas; `item` reads each. */
export declare const listHeader: (item: (text: string) => unknown) => (text: string) => unknown;
/** An object between commas, `a,1` or exploded `a=1`; `item` reads what is not `known`. */
export declare const objectHeader: (item: (text: string) => unknown, known?: Readonly<Record<string, (text: string) => unknown>>, explode?: boolean) => (text: string) => unknown;
/** A header whose values have a codec. */
export declare const codedHeader: (read: (text: string) => unknown, codec: Codec) => (text: string) => unknown;
