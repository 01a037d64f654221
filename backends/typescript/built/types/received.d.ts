import { type Schema, type Schemas } from "./schemas.js";
/** The texts of one place of a request, such as its query, by name. */
export type Texts = ReadonlyMap<string, readonly string[]>;
/** How a parameter, or a property of a form, is written. */
export interface Written {
    readonly name: string;
    readonly in: "path" | "query" | "header" | "cookie";
    readonly style?: string;
    readonly explode?: boolean;
    /** The media type of one that is described by `content`. */
    readonly media?: string;
    readonly schema?: Schema;
}
/** Finds the schema by which texts are read: the one that a schema refers to. */
export declare function follow(schema: Schema, schemas: Schemas): Schema;
/** The schema of items, where there is one. */
export declare const itemsIn: ({ items }: Schema) => Schema;
export declare function isJson(mediaType: string): boolean;
/**
 * Reads a parameter; undefined where it is not there. `declared` are the names of the place. Throws a SyntaxError where
 * it is described as JSON and is none.
 */
export declare function readParameter(it: Written, texts: Texts, declared: ReadonlySet<string>, schemas: Schemas): unknown;
/** Reads several texts where an array is declared, else the last; one text alone may be its JSON. */
export declare function readTexts(texts: readonly string[], declared: Schema, schemas: Schemas): unknown;
/** Reads a text as what is declared; containers within a text are JSON. */
export declare function readText(text: string, declared: Schema, schemas: Schemas): unknown;
