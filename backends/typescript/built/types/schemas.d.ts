type Table = Readonly<Record<string, Schema>>;
/** A schema, in words of JSON Schema; `$ref` names a printed type, `tagged` is the discriminator of a union. */
export interface Schema {
    readonly $ref?: string;
    /** The schema of the type, by which texts are read, where this one says more. */
    readonly read?: Schema;
    readonly type?: readonly string[];
    readonly properties?: Table;
    readonly patternProperties?: Table;
    readonly additionalProperties?: Schema | boolean;
    readonly unevaluatedProperties?: Schema | boolean;
    readonly propertyNames?: Schema;
    readonly required?: readonly string[];
    readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
    readonly dependentSchemas?: Table;
    readonly items?: Schema | boolean;
    readonly prefixItems?: readonly Schema[];
    readonly unevaluatedItems?: Schema | boolean;
    readonly contains?: Schema;
    readonly minContains?: number;
    readonly maxContains?: number;
    readonly allOf?: readonly Schema[];
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly not?: Schema;
    readonly if?: Schema;
    readonly then?: Schema;
    readonly else?: Schema;
    /** The members of an open enum, which tell the members of a oneOf apart. */
    readonly known?: readonly unknown[];
    /** A value without a tag may fit several members. */
    readonly many?: boolean;
    readonly tagged?: readonly [tag: string, members: Table];
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
/** Finds every violation in a value. */
export declare function check(value: unknown, schema: Schema, schemas: Schemas, pointer?: string): Violation[];
/** Whether nothing is wrong with a value. */
export declare const fits: (value: unknown, schema: Schema, schemas: Schemas) => boolean;
/** Writes a name as a part of a JSON pointer. */
export declare const escaped: (name: string) => string;
export {};
