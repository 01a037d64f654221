/** A schema, in words of JSON Schema; `$ref` names a printed type, `tagged` is the discriminator of a union. */
export interface Schema {
    readonly $ref?: string;
    readonly type?: readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly additionalProperties?: Schema | boolean;
    readonly required?: readonly string[];
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    /** The members of an open enum, which tell the members of a oneOf apart. */
    readonly known?: readonly unknown[];
    readonly tagged?: readonly [
        tag: string,
        members: Readonly<Record<string, Schema>>
    ];
    readonly open?: boolean;
    readonly const?: unknown;
    readonly enum?: readonly unknown[];
    readonly format?: string;
    readonly pattern?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly minimum?: number | bigint;
    readonly maximum?: number | bigint;
    readonly exclusiveMinimum?: number | bigint;
    readonly exclusiveMaximum?: number | bigint;
    readonly multipleOf?: number | bigint;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly uniqueItems?: boolean;
    readonly minProperties?: number;
    readonly maxProperties?: number;
}
export type Schemas = Readonly<Record<string, Schema>>;
/** One thing that is wrong with a value. */
export interface Violation {
    /** For a request what is meant. */
    readonly place: "body" | "path" | "query" | "header" | "cookie";
    /** Where in the value, as a JSON pointer. */
    readonly pointer: string;
    /** The keyword that is violated. */
    readonly rule: string;
    readonly message: string;
}
/**
 * Finds every violation in a value; `strict`: unknown members of open enums and unions are mistakes too, which tells
 * the members of a oneOf apart.
 */
export declare function check(value: unknown, schema: Schema, schemas: Schemas, pointer?: string, strict?: boolean): Generator<Violation>;
/** Whether nothing is wrong with a value. */
export declare function fits(value: unknown, schema: Schema, schemas: Schemas, strict?: boolean): boolean;
/** Writes a name as a part of a JSON pointer. */
export declare const escaped: (name: string) => string;
