import type { Fetch } from "./core.js";
import { type KnownFile } from "./files.js";
/** What a body is once it is written. */
export interface Written {
    readonly body: string | Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;
    readonly type: string;
    /** What a large body is sent through. */
    readonly through?: (own: Fetch) => Fetch;
}
/** A body of one file. `part` is what is told of when it cannot be read. */
export declare function fileBody(data: KnownFile["data"], type: string, part: string): Written;
/** A piece of a body, and what is told of when it cannot be read. */
export type Piece = readonly [part: string, data: KnownFile["data"]];
/** A body of pieces: a Blob, or a stream where one of them is read while it is sent. */
export declare function joined(pieces: readonly Piece[], type: string): Written;
