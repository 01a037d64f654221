import type { Body } from "./bodies.js";
import { APIError } from "./errors.js";
import { type Parameter, type Target } from "./parameters.js";
import { type Answering } from "./responses.js";
import { type RetryPolicy } from "./retries.js";
import { type Scheme } from "./security.js";
import { type Server } from "./servers.js";
/** Options that every client has. */
export interface ClientOptions {
    /** Where the API is; by default a server that the document names. */
    baseUrl?: string | undefined;
    /** A server of the document, by its place or its name. */
    server?: number | string | undefined;
    /** Milliseconds for each attempt; 0 for as long as it takes. */
    timeout?: number | undefined;
    /** Milliseconds that a stream may be silent; without it, only a signal ends the wait for its next bytes. */
    streamTimeout?: number | undefined;
    /** How often a request is repeated, or what of the policy is to change. */
    retries?: number | Partial<RetryPolicy> | undefined;
    /** Sent with every request, as UTF-8. */
    headers?: Readonly<Record<string, string | undefined>> | undefined;
    /** `"external"` where others add the credentials: an own `fetch`, or a hook, counts as that. */
    auth?: "external" | undefined;
    /** What sends requests, in place of the global `fetch`. */
    fetch?: Fetch | undefined;
    /** What else `fetch` is to be told with every request: a `dispatcher` of undici, `credentials`, `cache` ... */
    fetchOptions?: FetchOptions | undefined;
    /** Looks at every call before it is sent: `checkCall` refuses what breaks the schemas. */
    validate?: CallCheck | undefined;
}
/** Looks at the arguments of a call, and throws where it shall not be made. */
export type CallCheck = (core: Core, call: Call) => void;
/** What `fetch` takes beside a request itself, and what the one at hand takes more. */
export type FetchOptions = Omit<RequestInit, "method" | "headers" | "body" | "signal"> & Readonly<Record<string, unknown>>;
/** Sends a request of the operation with that operationId, and that template of its path. */
export type Fetch = (url: string, init: RequestInit, operationId: string, route: string) => Promise<Response>;
/** Options of one call; each stands in front of the client's own. `B` is the type of the whole body. */
export interface RequestOptions<B = never> {
    /** The whole body, in place of the arguments that it is made of. */
    body?: B | undefined;
    /** Milliseconds for each attempt; 0 for as long as it takes. */
    timeout?: number | undefined;
    /** Milliseconds that a stream may be silent; 0 for as long as it takes. */
    streamTimeout?: number | undefined;
    retries?: number | Partial<RetryPolicy> | undefined;
    /** Headers to add, sent as UTF-8; null takes one away. */
    headers?: Readonly<Record<string, string | null | undefined>> | undefined;
    /** What to add to the query, beside what the document has; a list is sent as several. */
    extraQuery?: Readonly<Record<string, unknown>> | undefined;
    /** Properties to add to a body that is JSON or a form, beside what the document has. */
    extraBody?: Readonly<Record<string, unknown>> | undefined;
    /** The key to send in place of a new one; sent where the API has keys. */
    idempotencyKey?: string | undefined;
    /** The base URL to call. */
    server?: string | undefined;
    /**
     * `"manual"` follows no redirect: it is the result, whose headers `withResponse()` shows. In a browser, `fetch` does not
     * show them.
     */
    redirects?: "manual" | undefined;
    /** How many times in a row a stream of events is taken up again after it was lost; 0 by default. */
    reconnect?: number | undefined;
    signal?: AbortSignal | undefined;
}
/** Options of a call that have its whole body. */
export type WholeBody<B> = RequestOptions<B> & {
    body: B;
};
/** Arguments of a call but for those that make its body: `N` names the others. */
export type NoFields<P, N extends keyof P = never> = Pick<P, N> & {
    readonly [K in keyof P as string extends K ? never : Exclude<K, N>]?: undefined;
};
/** What the document says about every operation. */
export interface Api {
    /** The name and version of the package. */
    readonly agent: string;
    /** What the environment variables begin with. */
    readonly prefix: string;
    readonly servers: readonly Server[];
    readonly retries?: Partial<RetryPolicy>;
    readonly timeout?: number;
}
/** What one client was given, by the names of the document. */
export interface Given {
    readonly variables: Readonly<Record<string, string | undefined>>;
    readonly globals: Readonly<Record<string, unknown>>;
}
/** A client without methods: the first argument of the functions in `groups`. */
export interface Core {
    readonly api: Api;
    readonly options: ClientOptions;
    readonly given: Given;
}
/** The facts of an operation. */
export interface Operation extends Answering {
    readonly id: string;
    readonly path: string;
    /** What the path's template has in its query. */
    readonly query?: readonly string[];
    readonly params?: readonly Parameter[];
    readonly body?: Body;
    readonly accept?: string;
    /** Alternatives, each of schemes that hold together. */
    readonly security?: readonly (readonly Scheme[])[];
    /** The scopes that a scheme needs here, by its option. */
    readonly scopes?: Readonly<Record<string, readonly string[]>>;
    readonly servers?: readonly Server[];
    readonly retries?: Partial<RetryPolicy>;
    readonly timeout?: number;
    /** Refuses what cannot be sent at all. */
    readonly guard?: () => void;
    /** The header of the key that makes a POST repeatable, and what sets it. */
    readonly idempotency?: string;
    readonly keyed?: (call: Call) => void;
    /** Where redirects of it lead; those of a GET need no word. */
    readonly moved?: typeof NotGet;
    /** Of a POST or PATCH: whether it may be sent again. */
    readonly unsafe?: (call: Call, last: Call, policy: RetryPolicy, error: Partial<APIError>) => boolean;
}
/** Sets the idempotency key, where the API takes one: a POST or PATCH always has it. */
export declare function Keyed(call: Call): void;
/**
 * Whether a POST or PATCH may be sent again after an error that ended at `last`: it does no harm, or was certainly not done
 * (D16.5).
 */
export declare function Unsafe({ method, operation: { idempotency }, headers }: Call, last: Call, { unsafe }: RetryPolicy, error: Partial<APIError>): boolean;
/** Refuses TRACE, which `fetch` does not send. */
export declare function NoTrace(): never;
/** A request while it is made, and when it is ready to go. */
export interface Call extends Target {
    readonly operation: Operation;
    readonly args: object;
    options: RequestOptions<unknown>;
    /** The body before it is written. */
    whole?: unknown;
    readonly method: string;
    url: string;
    body?: RequestInit["body"] | undefined;
    /** What the body is sent through. */
    through?: ((own: Fetch) => Fetch) | undefined;
    readonly timeout: number;
    /** The base URL: credentials belong to its origin. */
    readonly base: string;
    /** It has left the origin: nothing of the client goes along. */
    readonly bare?: boolean | undefined;
    /** How many redirects are followed; of 0 they are results. */
    readonly hops?: number | undefined;
}
/** A good response, its body not read yet. */
export interface Reply {
    readonly call: Call;
    /** Before redirects: what is sent to have the same again. */
    readonly first: Call;
    readonly response: Response;
    /** Ends the time limit: the rest may take as long as it takes. */
    readonly release: () => void;
    /** Sends the request again after its body was lost, or throws why not. */
    readonly again: (cause: unknown) => Promise<Reply>;
}
/** Makes the request of an operation and its arguments. Nothing is sent. */
export declare function prepare(core: Core, operation: Operation, args: object | null | undefined, options: RequestOptions<unknown>): Promise<Call>;
/** How a call is repeated. */
export declare function policyOf({ options: own, api }: Core, call: Call): RetryPolicy;
/** Sends a request until there is a good response, or an error to throw; follows redirects. */
export declare function send(core: Core, call: Call, attempt?: number, started?: number): Promise<Reply>;
/** Waits, until a signal ends it; what is sent then is not sent at all. */
export declare function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
/** Where a redirect of a request leads that is no GET, which 303 makes of it; after 301 and 302 that is uncertain. */
export declare function NotGet(core: Core, call: Call, target: string, status: number): Promise<Call | undefined>;
/**
 * The request for another URL, relative to the one before. On another origin only Accept and User-Agent go along; on the
 * same one, credentials are set anew.
 */
export declare function moved(core: Core, call: Call, target: string): Promise<Call | undefined>;
