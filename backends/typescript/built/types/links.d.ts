/** The target of the first entry of a relation. */
export declare function LinkTarget(field: string | null, relation: string): string | undefined;
