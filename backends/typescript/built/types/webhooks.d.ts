import type { Codec } from "./codecs.js";
import { SDKError } from "./errors.js";
import { type Secret, type Signature } from "./signatures.js";
/** A webhook whose payload is missing, too large or cannot be read. */
export declare class PayloadError extends SDKError {
}
/** A webhook of a name that the API does not declare; names are case-sensitive. */
export declare class UnknownEventError extends SDKError {
}
/** An answer of a handler: a status, a body, and headers. */
export declare class Reply<S extends number, B = undefined> {
    readonly status: S;
    readonly body?: B | undefined;
    readonly headers: Readonly<Record<string, string>>;
    constructor(status: S, body?: B | undefined, headers?: Readonly<Record<string, string>>);
}
/** What is to be answered to the sender. */
export interface WebhookResponse {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
}
/** What came with the payload of an event. */
export interface EventContext {
    /** What the event is received under; "" for one that the API did not declare. */
    readonly name: string;
    readonly headers: Headers;
}
/** Handles an event; what it returns is answered, nothing with the status of success. */
export type Handler<P, A> = (payload: P, context: EventContext) => A | Promise<A>;
/** How a payload of one media type is read; `shape` is the JSON type it must have. */
export interface Payload {
    readonly type: string;
    readonly as: "json" | "jsonl" | "text" | "bytes";
    readonly codec?: Codec;
    readonly shape?: "object" | "array";
}
/** What is declared of a webhook or a callback. */
export interface EventFacts {
    readonly payloads: readonly Payload[];
    readonly required?: boolean;
    /** Media types of the declared answers by status; "" for one without a body. */
    readonly answers?: Readonly<Record<string, string>>;
    /** The status of a handler that returns no other. */
    readonly success?: number;
    /** The status where the event cannot be read or handled. */
    readonly failure?: number;
    readonly unsigned?: boolean;
    /** The method of its requests; POST by default. */
    readonly method?: string;
    /** What the receiver's tag holds for it. */
    readonly tags?: readonly string[];
    /** Another name that it is found by. */
    readonly short?: string;
}
/** Headers as servers give them. */
export type HeaderInput = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
export interface ReceiverOptions {
    /** One secret or several, any of which a signature may be made with. */
    secrets?: Secret | readonly Secret[];
    /** What is larger is refused; 32 MiB by default. */
    maxBodyBytes?: number;
    /** Tells whether the event of an id was handled before; it is then only answered. */
    seen?: (id: string) => boolean | Promise<boolean>;
    /**
     * Finds the id of an event; by default the header `webhook-id`, else what the API's document says of payloads, a text
     * or an integer that is not empty.
     */
    eventId?: (payload: unknown, headers: Headers) => string | undefined;
    /**
     * Finds the name of an event that is received without one, in JSON (undefined where it is none) that is not verified
     * yet, and headers; by default the property of payloads that tells webhooks apart.
     */
    eventName?: (payload: unknown, headers: Headers) => string | undefined;
    /** false receives without verification, for tests. */
    verify?: boolean;
    /** Is told of what failed. */
    onError?: (name: string, error: unknown) => void;
}
/** A request of `node:http`, as far as it counts here. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
    iterator?(options: {
        destroyOnReturn: boolean;
    }): AsyncIterable<Uint8Array>;
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}
interface NodeResponse {
    writeHead(status: number, headers: Record<string, string>): unknown;
    end(body?: string | Uint8Array): unknown;
}
type AnyHandler = (payload: never, context: EventContext) => unknown;
/** Receives events. Its subclass that is printed knows which there are. */
export declare class Receiver {
    #private;
    constructor(events: Readonly<Record<string, EventFacts>>, signature: Signature | undefined, options: ReceiverOptions, tag?: string, idAt?: readonly string[]);
    protected register(name: string, handler: AnyHandler): this;
    /**
     * Handles events that have no other handler. One that the API did not declare when this was made has no name, and
     * bytes for a payload; without such a handler 404 is answered to it, and failure to what is declared.
     */
    otherwise(handler: Handler<unknown, unknown>): this;
    /** Verifies and reads an event. */
    protected readAny(name: string | undefined, headers: HeaderInput, body: Uint8Array): Promise<unknown>;
    /**
     * Receives an event: the answer is the handler's, or that of failure. Never rejects.
     *
     * `name` is undefined where it is found in what is received; `method` is that of the request: another than the event's
     * is answered with 405.
     */
    handle(name: string | undefined, headers: HeaderInput, body: Uint8Array, method?: string): Promise<WebhookResponse>;
    /**
     * Receives a request of `fetch`. The event's name is the last segment of the path, if it is one, unless it is given;
     * else it is found in what is received.
     */
    fetch(request: Request, name?: string | undefined): Promise<Response>;
    /** A listener for `http.createServer` of node; names are those of `fetch`. */
    listener(): (request: NodeRequest, response: NodeResponse) => void;
}
export {};
