/** In the order in which they are checked. */
export declare const ASSERTIONS: readonly ["const", "enum", "format", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"];
export type Assertion = (typeof ASSERTIONS)[number];
/** The JSON type of a value; a whole number is an integer. */
export declare function kindOf(value: unknown): string;
/** What is wrong with a value under a keyword; undefined where nothing is. */
export declare function broken(value: unknown, rule: Assertion, limit: unknown): string | undefined;
/** Whether JSON values are the same: 1 is 1.0, the order of properties means nothing. */
export declare const equal: (left: unknown, right: unknown) => boolean;
