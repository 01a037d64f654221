/**
 * The content of a file. Streams and what else is read piece by piece, such as a `Readable` of node, are sent as they come
 * and cannot be sent again; a path, by `fromPath()`, and a `Blob` can.
 */
export type FileContent = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string> | Response | PathFile | string;
/** A file with its name, its content type and headers of its part. */
export interface FileData {
    readonly data: FileContent;
    readonly name?: string | undefined;
    readonly type?: string | undefined;
    /** How many bytes a stream has; nothing is taken for whole that has not as many. */
    readonly size?: number | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
}
/** A file to send: its content alone, or with a name, a content type and headers of its part. */
export type FileInput = FileContent | FileData;
/** A file of the file system, which is opened when it is sent. */
export declare class PathFile {
    readonly path: string | URL;
    readonly name: string;
    readonly type?: string | undefined;
    constructor(path: string | URL, name: string, type?: string | undefined);
    /** How many bytes it has, where that can be told, and what reads them. */
    open(): Promise<Opened>;
}
/**
 * A file of the file system of node, Bun or Deno, for where files are taken. It is opened each time that it is sent, and
 * read piece by piece. It is called as the file is, unless `name` says otherwise.
 */
export declare function fromPath(path: string | URL, { name, type }?: Pick<FileData, "name" | "type">): PathFile;
/** What is read once, from its start. */
export interface Opened {
    /** How many bytes there are, where that is known. */
    readonly size?: number | undefined;
    readonly pieces: AsyncIterable<unknown>;
}
/** Content that is read while it is sent. */
export interface Source {
    /** It is gone when it was read. */
    readonly once?: boolean;
    readonly open: () => Opened | Promise<Opened>;
}
/** A file as it is sent. */
export interface KnownFile {
    readonly data: string | Uint8Array | ArrayBuffer | Blob | Source;
    readonly name?: string | undefined;
    readonly type?: string | undefined;
    /** What a server calls it: it counts where the document lists it. */
    readonly hint?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
}
/** Whether a value is the content of a file, text aside. */
export declare function isContent(value: unknown): boolean;
/**
 * What a caller gives as a file. `part` is what is told of when it is none; what may be `any` value is its text.
 */
export declare function fileOf(value: unknown, part: string, any?: boolean): KnownFile;
/** Whether content is read while it is sent. */
export declare const isSource: (data: KnownFile["data"]) => data is Source;
/** What a value is called in an error. */
export declare function kindOf(value: unknown): string;
/** What a file is called: by its own type, else its name, else the one that is declared. */
export declare function chooseType({ types, extensions, }: {
    readonly types?: readonly string[];
    readonly extensions?: Readonly<Record<string, string>>;
}, { type, hint, name }: Omit<KnownFile, "data">, part: string): string;
/** Whether a media type is the declared one, or of its range. */
export declare function covers(declared: string, given: string): boolean;
