// Verification of webhook signatures, over the raw bytes and in constant time, by the WebCrypto of every platform.

import { SDKError } from "./errors.js";

/** A secret: text, or bytes. */
export type Secret = string | Uint8Array;

/** How webhooks are signed. */
export interface Signature {
  /** As in standardwebhooks.com; the rest does not apply then. */
  readonly standard?: boolean;
  readonly header?: string;
  readonly encoding?: "hex" | "base64";
  /** The text before the signature. */
  readonly prefix?: string;
  /** What is signed, of `{body}` and `{timestamp}`. */
  readonly signed?: string;
  /** The keys in a header that is a list of keys and values. */
  readonly timestampKey?: string;
  readonly signatureKey?: string;
  /** How many seconds a timestamp may differ from now. */
  readonly tolerance?: number;
}

/** A webhook without a valid signature. */
export class SignatureError extends SDKError {}

/** The id, timestamp and signatures of a webhook. */
interface Carried {
  readonly message: Uint8Array;
  readonly signatures: readonly Uint8Array[];
  /** Signatures of a private key, by Ed25519. */
  readonly asymmetric?: readonly Uint8Array[];
}

/** What a public key of a standard webhook begins with. */
const PUBLIC = "whpk_";

/** Checks a webhook. Throws a SignatureError if no signature matches any of the secrets. */
export async function verify(
  signature: Signature,
  headers: Headers,
  body: Uint8Array,
  secrets: readonly Secret[],
): Promise<void> {
  const {
    message,
    signatures,
    asymmetric = [],
  } = signature.standard
    ? standard(signature, headers, body)
    : carried(signature, headers, body);
  let fits = false;
  for (const secret of secrets) {
    if (
      signature.standard &&
      typeof secret === "string" &&
      secret.startsWith(PUBLIC)
    ) {
      fits = (await verifies(secret, asymmetric, message)) || fits;
      continue;
    }
    const bytes = signature.standard ? standardSecret(secret) : utf8(secret);
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey(
      "raw",
      bytes as BufferSource,
      algorithm,
      false,
      ["verify"],
    );
    for (const given of signatures) {
      const right = crypto.subtle.verify(
        "HMAC",
        key,
        given as BufferSource,
        message as BufferSource,
      );
      fits = (await right) || fits;
    }
  }
  if (!fits) throw new SignatureError("the signature is not valid");
}

/** Whether a signature is that of a public key. Node, Deno, Bun and browsers have Ed25519 in WebCrypto. */
async function verifies(
  secret: string,
  signatures: readonly Uint8Array[],
  message: Uint8Array,
): Promise<boolean> {
  const bytes = base64(secret.slice(PUBLIC.length));
  if (bytes?.length !== 32)
    throw new SignatureError("a public key is not 32 bytes in base64");
  if (isSmall(bytes)) return false;
  let fits = false;
  try {
    const key = await crypto.subtle.importKey(
      "raw",
      bytes as BufferSource,
      "Ed25519",
      false,
      ["verify"],
    );
    for (const given of signatures)
      fits =
        (await crypto.subtle.verify(
          "Ed25519",
          key,
          given as BufferSource,
          message as BufferSource,
        )) || fits;
  } catch (error) {
    if ((error as Error).name === "NotSupportedError")
      throw new SignatureError("this platform cannot verify Ed25519", {
        cause: error,
      });
    return false;
  }
  return fits;
}

/** Points whose order divides 8, without their signs and in every encoding: anybody can sign with such a key. */
const SMALL = [
  "00".repeat(32),
  "01" + "00".repeat(31),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ec" + "ff".repeat(30) + "7f",
  "ed" + "ff".repeat(30) + "7f",
  "ee" + "ff".repeat(30) + "7f",
];

function isSmall(key: Uint8Array): boolean {
  const bytes = [...key];
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  return SMALL.includes(
    bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  );
}

function carried(
  signature: Signature,
  headers: Headers,
  body: Uint8Array,
): Carried {
  const {
    header = "",
    prefix = "",
    timestampKey,
    signatureKey,
    signed = "{body}",
  } = signature;
  const value = required(headers, header);
  let timestamp = "";
  let texts = [value.trim()];
  if (timestampKey !== undefined || signatureKey !== undefined) {
    const pairs = value
      .split(",")
      .map((part) => /^([^=]*)=?(.*)$/s.exec(part.trim()) ?? []);
    timestamp = pairs.find(([, key]) => key === timestampKey)?.[2] ?? "";
    texts = pairs
      .filter(([, key]) => key === signatureKey)
      .map(([, , text = ""]) => text);
  }
  if (timestampKey !== undefined) checkAge(timestamp, signature.tolerance);
  const [before = "", after = ""] = signed
    .replaceAll("{timestamp}", timestamp)
    .split("{body}", 2);
  const read = signature.encoding === "base64" ? base64 : hex;
  return {
    message: concat(utf8(before), body, utf8(after)),
    signatures: texts
      .filter((text) => text.startsWith(prefix))
      .map((text) => read(text.slice(prefix.length)))
      .filter((bytes) => bytes !== undefined),
  };
}

function standard(
  signature: Signature,
  headers: Headers,
  body: Uint8Array,
): Carried {
  const id = required(headers, "webhook-id");
  const timestamp = required(headers, "webhook-timestamp");
  const texts = required(headers, "webhook-signature").split(" ");
  checkAge(timestamp, signature.tolerance ?? 300);
  const read = (version: string) =>
    texts
      .filter((text) => text.startsWith(version))
      .map((text) => base64(text.slice(version.length)))
      .filter((bytes) => bytes !== undefined);
  return {
    message: concat(utf8(`${id}.${timestamp}.`), body),
    signatures: read("v1,"),
    asymmetric: read("v1a,"),
  };
}

function standardSecret(secret: Secret): Uint8Array {
  if (typeof secret !== "string") return secret;
  const bytes = base64(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new SignatureError("a secret is not base64");
  return bytes;
}

function required(headers: Headers, name: string): string {
  const value = headers.get(name);
  if (value === null)
    throw new SignatureError(`the header ${name.toLowerCase()} is missing`);
  return value;
}

function checkAge(timestamp: string, tolerance: number | undefined): void {
  if (!/^\d{1,20}$/.test(timestamp))
    throw new SignatureError("the timestamp is not a number");
  const age = Date.now() / 1000 - Number(timestamp);
  if (tolerance !== undefined && Math.abs(age) > tolerance) {
    throw new SignatureError(`the timestamp is ${Math.round(age)} seconds old`);
  }
}

const utf8 = (text: Secret): Uint8Array =>
  typeof text === "string" ? new TextEncoder().encode(text) : text;

function hex(text: string): Uint8Array | undefined {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function base64(text: string): Uint8Array | undefined {
  if (
    !/^[A-Za-z0-9+/]*={0,2}$/.test(text) ||
    text.replace(/=/g, "").length % 4 === 1
  )
    return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
