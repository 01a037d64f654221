/** The target of the first entry of a relation. */
export declare function findLink(field: string | null, relation: string): string | undefined;
