// Files to send: their content, names and content types.

import { InvalidArgumentError } from "./errors.js";
import { textOf } from "./styles.js";

/**
 * The content of a file. Streams and other iterables of pieces, such as a `Readable` of node, are sent as they are read
 * and cannot be sent again; a path, by `fromPath()`, and a `Blob` can.
 */
export type FileContent =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>
  | Response
  | PathFile
  | string;

/** A file with its name, its content type and headers of its part. */
export interface FileData {
  readonly data: FileContent;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  /** The number of bytes of a stream; a stream of another length is an error. */
  readonly size?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A file to send: its content alone, or with a name, a content type and headers of its part. */
export type FileInput = FileContent | FileData;

/** The part of `node:fs/promises` that is used. */
interface FileSystem {
  readonly promises: {
    stat(path: string | URL): Promise<{
      readonly size: number;
      isFile(): boolean;
      isDirectory(): boolean;
    }>;
  };
  createReadStream(path: string | URL): AsyncIterable<Uint8Array>;
}

/** A file of the file system, which is opened when it is sent. */
export class PathFile {
  constructor(
    readonly path: string | URL,
    readonly name: string,
    readonly type?: string,
  ) {}

  /** The number of bytes, if known, and their reader. */
  async open(): Promise<Opened> {
    // A name that bundlers for browsers do not read: they would look for the module.
    const home = ["node", "fs"].join(":");
    const system = (await import(
      /* webpackIgnore: true */ /* @vite-ignore */ home
    )) as FileSystem;
    const found = await system.promises.stat(this.path);
    if (found.isDirectory()) throw new Error(`${this.name} is a directory`);
    const { path } = this;
    // Opened when the first byte is read.
    const pieces = (async function* () {
      yield* system.createReadStream(path);
    })();
    return { size: found.isFile() ? found.size : undefined, pieces };
  }
}

/**
 * A file of the file system of node, Bun or Deno, to pass as a file. It is opened each time that it is sent, and
 * read in pieces. Its name is that of the file, unless `name` is given.
 */
export function fromPath(
  path: string | URL,
  { name, type }: Pick<FileData, "name" | "type"> = {},
): PathFile {
  const text = typeof path === "string" ? path : decodeURI(path.pathname);
  return new PathFile(path, name ?? baseName(text), type);
}

const baseName = (path: string): string => /[^/\\]*$/.exec(path)?.[0] ?? "";

/** Content that is read once, from its start. */
export interface Opened {
  /** The number of bytes, if it is known. */
  readonly size?: number | undefined;
  readonly pieces: AsyncIterable<unknown>;
}

/** Content that is read while it is sent. */
export interface Source {
  /** It can be read only once. */
  readonly once?: boolean;
  readonly open: () => Opened | Promise<Opened>;
}

/** A file as it is sent. */
export interface KnownFile {
  readonly data: string | Uint8Array | ArrayBuffer | Blob | Source;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  /** The content type of a Response: used if the document lists it. */
  readonly hint?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Whether a value is the content of a file, text aside. */
export function isContent(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream ||
    value instanceof Response ||
    value instanceof PathFile ||
    (typeof value === "object" && !!value && Symbol.asyncIterator in value)
  );
}

/**
 * A caller's value as a file. Errors name `part`; with `any`, another value is sent as its text.
 */
export function fileOf(value: unknown, part: string, any = false): KnownFile {
  const refuse = (told: string): never => {
    throw new InvalidArgumentError(`${part} ${told}`);
  };
  if (typeof value === "string") return { data: value };
  if (value instanceof Blob)
    return {
      data: value,
      type: value.type,
      name: "name" in value ? String(value.name) : undefined,
    };
  if (value instanceof ArrayBuffer) return { data: value };
  if (ArrayBuffer.isView(value))
    return {
      data: new Uint8Array(value.buffer, value.byteOffset, value.byteLength),
    };
  if (value instanceof PathFile) {
    const { name, type } = value;
    return { data: { open: () => value.open() }, name, type };
  }
  if (value instanceof Response) {
    const { body, bodyUsed, ok, status, url, headers } = value;
    if (bodyUsed) refuse("is a Response that was already read");
    if (!ok) refuse(`is a Response of status ${status}, not a file`);
    // It is decoded: its Content-Length does not apply.
    const length =
      !headers.has("content-encoding") && headers.get("content-length");
    return {
      data: once(body ?? new Blob().stream(), length ? +length : undefined),
      name: /^https?:/.test(url) ? baseName(new URL(url).pathname) : undefined,
      hint: headers.get("content-type") ?? undefined,
    };
  }
  if (value instanceof ReadableStream) {
    if (value.locked) refuse("is a locked stream");
    return { data: once(value) };
  }
  if (isContent(value)) {
    const { readable, path } = value as {
      readonly readable?: unknown;
      readonly path?: unknown;
    };
    if (readable === false) refuse("is a closed stream");
    return {
      data: once(value as AsyncIterable<unknown>),
      name: typeof path === "string" ? baseName(path) : undefined,
    };
  }
  if (isNamed(value)) {
    const { size, data: given, ...own } = value;
    const { data, ...known } = fileOf(given, part, any);
    const told = Object.fromEntries(
      Object.entries(own).filter(([, one]) => one !== undefined),
    );
    const sized =
      size === undefined || !isSource(data)
        ? data
        : { ...data, open: async () => ({ ...(await data.open()), size }) };
    return { ...known, ...told, data: sized };
  }
  return any
    ? { data: textOf(value) }
    : refuse(
        `must be a file (text, bytes, a Blob, a stream, a Response, fromPath("...") or { data, name }), not ${kindOf(value)}`,
      );
}

const isNamed = (value: unknown): value is FileData =>
  typeof value === "object" && value !== null && "data" in value;

/** Whether content is read while it is sent. */
export const isSource = (data: KnownFile["data"]): data is Source =>
  typeof data === "object" && "open" in data;

function once(pieces: AsyncIterable<unknown>, size?: number): Source {
  return { once: true, open: () => ({ size, pieces }) };
}

/** How an error describes a value. */
export function kindOf(value: unknown): string {
  if (value instanceof Promise) return "a Promise: await it";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  if (!value) return "null";
  const name = (value as Partial<object>).constructor?.name ?? "";
  return /^(Object)?$/.test(name) ? "an object" : name;
}

/** The content type of a file: its own, else by its name, else the declared one. */
export function chooseType(
  {
    types = [],
    extensions = {},
  }: {
    readonly types?: readonly string[];
    readonly extensions?: Readonly<Record<string, string>>;
  },
  { type, hint, name = "" }: Omit<KnownFile, "data">,
  part: string,
): string {
  const told = types.join(" or ");
  const wrong = (text: string): never => {
    throw new InvalidArgumentError(`the content type of ${part} ${text}`);
  };
  const takes = (kind: string): boolean =>
    !types.length || types.some((one) => covers(one, kind));
  if (type) return takes(type) ? type : wrong(`must be ${told}, not ${type}`);
  if (hint && takes(hint)) return hint;
  const single = types.filter((one) => !one.includes("*"));
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(extensions, ending)
    ? extensions[ending]
    : undefined;
  if (known) return known;
  if (single.length === 1) return String(single[0]);
  const octets = "application/octet-stream";
  return takes(octets) ? octets : wrong(`is missing: it must be ${told}`);
}

/** Whether a media type is the declared one, or in its range. */
export function covers(declared: string, given: string): boolean {
  const [known = "", sent = ""] = [declared, given].map((type) =>
    type.replace(/;.*/s, "").trim().toLowerCase(),
  );
  return (
    known === sent ||
    known === "*/*" ||
    (known.endsWith("/*") && sent.startsWith(known.slice(0, -1)))
  );
}
