import { SDKError } from "./errors.js";
import { type FormCheck } from "./forms.js";
import { type Written } from "./received.js";
import { type Schema, type Schemas, type Violation } from "./schemas.js";
/** Parameters as they came: by name, a text or several. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;
/** A request as a server has it. */
export interface CheckedRequest {
    /** The parts of the path, decoded; of styles label and matrix with their signs. */
    readonly path?: Values;
    /** The query as it stands in the URL, or decoded by name. */
    readonly query?: string | URLSearchParams | Values;
    readonly headers?: Headers | Values;
    /** By default those of the header `Cookie`. */
    readonly cookies?: Values;
    /** Bytes or text, or what the server made of them: decoded JSON, the fields of a form. */
    readonly body?: unknown;
    /** By default the header of that name. */
    readonly contentType?: string;
}
/** What is declared of a parameter. */
export interface ParameterCheck extends Written {
    readonly required?: boolean;
}
/** What is declared of a body of one media type. */
export interface BodyCheck extends FormCheck {
    readonly kind: string;
    readonly schema?: Schema;
}
/** What is declared of an operation's requests; `body` by media type. */
export interface Checked {
    readonly params?: readonly ParameterCheck[];
    readonly body?: Readonly<Record<string, BodyCheck>>;
    readonly required?: boolean;
}
/** A request that is not as the API declares it; `violations` says all that is wrong. */
export declare class InvalidRequest extends SDKError {
    readonly violations: readonly Violation[];
    constructor(violations: readonly Violation[]);
    /**
     * The status that fits: 415 for a media type that is not declared, 400 where parameters are wrong or the body cannot
     * be read or is missing, 422 for what it holds.
     */
    get status(): 400 | 415 | 422;
}
/** All that is wrong with a request. */
export declare function violations(declared: Checked, request: CheckedRequest, schemas: Schemas): Violation[];
