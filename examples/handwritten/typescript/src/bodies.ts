// How request bodies are written (spec 2.7, D8).

import { pairs, type Style } from "./styles.js";
import type { Written } from "./runtime.js";

/** A file to upload: its bytes, alone or with a name, a content type and headers of its part. */
export type FileInput =
  | Blob
  | Uint8Array
  | { data: Blob | Uint8Array; name?: string; type?: string; headers?: Record<string, string> };

interface Body {
  write(value: unknown): Written;
  required: boolean;
}

export const json = (required: boolean): Body => ({
  required,
  write: (value) => ({ content: JSON.stringify(value, (_, item) => (typeof item === "bigint" ? raw(item) : item)), type: "application/json" }),
});

function raw(value: bigint): unknown {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
  if (rawJSON) return rawJSON(String(value));
  return Number(value);
}

type FormEncoding = Record<string, { style?: Style; explode?: boolean; allowReserved?: boolean }>;

export const form = (required: boolean, encoding: FormEncoding): Body => ({
  required,
  write(value) {
    const written: string[] = [];
    for (const [name, item] of Object.entries(value as object)) {
      if (item === undefined || item === null) continue;
      const how = encoding[name];
      if (how) written.push(...pairs(name, item, how.style, how.explode, how.allowReserved));
      else for (const one of Array.isArray(item) ? item : [item]) written.push(new URLSearchParams([[name, plain(one)]]).toString());
    }
    return { content: written.join("&"), type: "application/x-www-form-urlencoded" };
  },
});

const plain = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

interface PartEncoding {
  file?: boolean;
  types?: readonly string[];
  headers?: Record<string, string>;
}

export const multipart = (required: boolean, parts: Record<string, PartEncoding>): Body => ({
  required,
  write(value) {
    const boundary = crypto.randomUUID();
    const pieces: BlobPart[] = [];
    for (const [name, item] of Object.entries(value as object)) {
      if (item === undefined || item === null) continue;
      for (const one of Array.isArray(item) ? item : [item]) {
        pieces.push(`--${boundary}\r\n`, ...part(name, one, parts[name] ?? {}), "\r\n");
      }
    }
    pieces.push(`--${boundary}--\r\n`);
    return { content: new Blob(pieces), type: `multipart/form-data; boundary=${boundary}` };
  },
});

function part(name: string, value: unknown, how: PartEncoding): BlobPart[] {
  const file = how.file ? asFile(value as FileInput) : undefined;
  const type = choose(how.types ?? [], file?.type) ?? (file ? "application/octet-stream" : typeof value === "object" ? "application/json" : undefined);
  const head = [
    `Content-Disposition: form-data; name="${escape(name)}"` + (file ? `; filename="${escape(file.name ?? name)}"` : ""),
    ...(type ? [`Content-Type: ${type}`] : []),
    ...Object.entries({ ...file?.headers, ...how.headers }).map(([key, text]) => `${key}: ${text}`),
  ];
  return [head.join("\r\n") + "\r\n\r\n", file ? (file.data as BlobPart) : plain(value)];
}

/** The one declared type, else the file's own, else the first declared that is no pattern (D8.3). */
function choose(declared: readonly string[], given?: string): string | undefined {
  const concrete = declared.filter((type) => !type.includes("*"));
  return declared.length === 1 && concrete.length ? concrete[0] : given || concrete[0];
}

const escape = (text: string): string => text.replace(/["\r\n]/g, (c) => ({ '"': "%22", "\r": "%0D", "\n": "%0A" })[c] ?? c);

function asFile(value: FileInput): { data: Blob | Uint8Array; name?: string; type?: string; headers?: Record<string, string> } {
  if (value instanceof Uint8Array) return { data: value };
  if (value instanceof Blob) return { data: value, type: value.type, ...("name" in value ? { name: String(value.name) } : {}) };
  return value;
}
