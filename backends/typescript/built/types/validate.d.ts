import { SDKError } from "./errors.js";
import { type Schema, type Schemas, type Violation } from "./schemas.js";
/** Parameters as they came: by name, a text or several. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;
/** A request as a server has it. */
export interface CheckedRequest {
    readonly path?: Values;
    readonly query?: Values;
    readonly headers?: Headers | Values;
    readonly cookies?: Values;
    /** Text, bytes, or decoded JSON. */
    readonly body?: unknown;
    /** By default the header of that name. */
    readonly contentType?: string;
}
/** What is declared of a parameter; `split` separates the items of a list in one value. */
export interface ParameterCheck {
    readonly name: string;
    readonly in: "path" | "query" | "header" | "cookie";
    readonly required?: boolean;
    readonly schema?: Schema;
    readonly split?: string;
}
/** What is declared of an operation's requests; `body`: a schema by media type, null where its form is not checked. */
export interface Checked {
    readonly params?: readonly ParameterCheck[];
    readonly body?: Readonly<Record<string, Schema | null>>;
    readonly required?: boolean;
}
/** A request that is not as the API declares it; `violations` says all that is wrong. */
export declare class InvalidRequest extends SDKError {
    readonly violations: readonly Violation[];
    constructor(violations: readonly Violation[]);
}
/** All that is wrong with a request. */
export declare function violations(declared: Checked, request: CheckedRequest, schemas: Schemas): Violation[];
