// Request bodies: how each kind is written.

import type { Codec } from "./codecs.js";
import type { Call } from "./core.js";
import {
  InvalidArgumentError,
  MissingBodyError,
  UnsupportedError,
} from "./errors.js";
import {
  chooseType,
  covers,
  fileOf,
  isContent,
  kindOf,
  type FileData,
  type KnownFile,
} from "./files.js";
import { exact, keepDigits, writeJson } from "./json.js";
import { Exact } from "./parameters.js";
import { uuid } from "./random.js";
import {
  escape,
  Form,
  reservedInForm,
  keep,
  textOf,
  type Escape,
  type Pair,
  type Style,
} from "./styles.js";
import { fileBody, joined, type Piece, type Written } from "./uploads.js";

/** How a request body is written. */
export interface Body {
  readonly type: string;
  /** Writes the body into a call, if there is one to send. */
  readonly write: (call: Call, body: Body) => void;
  /** Makes the body from the arguments that are not parameters. */
  readonly make?: (call: Call, body: Body) => unknown;
  /** Names of properties by argument, if they differ. */
  readonly names?: Readonly<Record<string, string>>;
  /** Required arguments. */
  readonly needs?: readonly string[];
  /** Properties that are always sent. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** It has no arguments: it is always sent. */
  readonly always?: boolean;
  /** The property that requests a stream, its value, and what writes the rest. */
  readonly switched?: {
    readonly name: string;
    readonly value?: boolean;
    readonly write: (call: Call, body: Body) => void;
  };
  readonly required?: boolean;
  /** null is a body, the JSON `null`. */
  readonly nullable?: boolean;
  readonly codec?: Codec;
  /** The media types of a file, if there are several. */
  readonly types?: readonly string[];
  /** Content types of files by file name extension. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** How the properties of a form or multipart body are written, by name on the wire. */
  readonly parts?: Readonly<Record<string, Part>>;
  /** How other properties are written. */
  readonly rest?: Part;
  /** The media type of a multipart body as JSON: if no file is among its values. */
  readonly json?: string;
  /** Properties that are required as JSON, and those that are required with a file. */
  readonly jsonNeeds?: readonly string[];
  readonly fileNeeds?: readonly string[];
}

/** How one property of a form or multipart body is written (Encoding Object). */
export interface Part {
  /** `style`: like a query parameter. */
  readonly as: "text" | "json" | "bytes" | "style";
  /** It may be anything: a value that is not a file is sent as text. */
  readonly anything?: boolean;
  /** Each item of an array on its own. */
  readonly repeated?: boolean;
  /** Content types of the part. */
  readonly types?: readonly string[];
  /** Content types of files by file name extension. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** The content type of the objects of a union, which are JSON. */
  readonly objects?: string;
  /** The content type of the texts of a union with files. */
  readonly texts?: string;
  /** Which of these go only in JSON, if no file is in the body. */
  readonly jsonOnly?: readonly ("objects" | "texts")[];
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Headers of the part, with their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that the part requires. */
  readonly needs?: readonly string[];
}

type Headed = Readonly<Record<string, string>>;

/** A value of a part of a multipart body, with headers of the part. */
class PartValue {
  constructor(
    readonly value: unknown,
    readonly headers: Headed,
  ) {}

  toJSON(): unknown {
    return this.value;
  }
}

/**
 * Gives a part of a multipart body headers: pass the result in place of the value in a call, or of an item of a list
 * whose items are parts. Values that the API fixes take precedence.
 */
export function withPartHeaders<T>(
  value: T,
  headers: Readonly<Record<string, string>>,
): T {
  return new PartValue(value, headers) as T;
}

/** A value without the headers of its parts. */
function bare(value: unknown): unknown {
  if (value instanceof PartValue) return value.value;
  return Array.isArray(value) && value.some((one) => one instanceof PartValue)
    ? value.map(bare)
    : value;
}

/** Headers by the names of properties on the wire: those of each item, or of all. */
type Told = ReadonlyMap<string, Headed | readonly Headed[]>;

/** A body without the headers of its parts, and those headers. */
function unheaded(value: unknown, codec?: Codec): [unknown, Told] {
  const told = new Map<string, Headed | readonly Headed[]>();
  if (Object.prototype.toString.call(value) !== "[object Object]")
    return [value, told];
  const made = { ...(value as Readonly<Record<string, unknown>>) };
  for (const [key, item] of Object.entries(made)) {
    made[key] = bare(item);
    if (made[key] === item) continue;
    const wire = codec
      ? Object.keys(Object(codec.encode({ [key]: null })) as object)[0]
      : key;
    const of = (one: unknown): Headed =>
      one instanceof PartValue ? one.headers : {};
    told.set(wire ?? key, Array.isArray(item) ? item.map(of) : of(item));
  }
  return [told.size ? made : value, told];
}

const TEXT: Part = { as: "text" };

type Write = Body["write"];

/** A body as one value: from the options, from the argument `body`, or made of arguments. */
function wholeOf(call: Call, body: Body): unknown {
  const { args, options } = call;
  const own = body.make
    ? body.make(call, body)
    : (args as { readonly body?: unknown }).body;
  if (options.body !== undefined && own !== undefined)
    throw new InvalidArgumentError(
      "the body is given both as option and as argument",
    );
  const value = own === undefined ? options.body : own;
  return value && body.fixed ? { ...body.fixed, ...value } : value;
}

/** Makes a body from the arguments that are not parameters; undefined if none of them is given. */
export function FromFields(
  { args, operation: { params = [] }, options }: Call,
  { names = {}, needs = [], always }: Body,
): object | undefined {
  const others = new Set<string>();
  for (const { name, arg = name, given: found = Exact } of params)
    if (found === Exact) others.add(arg);
  const given = new Map(
    Object.entries(args).filter(
      ([name, value]) => value !== undefined && !others.has(name),
    ),
  );
  if (!given.size && (!always || options.body !== undefined)) return undefined;
  const missing = needs.filter((name) => !given.has(name));
  if (missing.length && options.body === undefined)
    throw new InvalidArgumentError(`the body needs ${missing.join(", ")}`);
  const named = [...given].map(
    ([name]) =>
      [name, Object.hasOwn(names, name) ? names[name] : name] as const,
  );
  const made = Object.fromEntries(
    named.map(([name, wire]) => [wire, given.get(name)]),
  );
  for (const [name, wire] of named) {
    const long = exact(args, name);
    if (typeof long === "bigint" && wire) keepDigits(made, wire, long);
  }
  return made;
}

/** The writer of a body: checks that a required body is given, and that it can be sent. */
function writer(
  write: (value: unknown, body: Body, told: Told) => Written,
): Write {
  return (call, body) => {
    const { method } = call;
    const { extraBody } = call.options;
    const given = wholeOf(call, body);
    const value = extraBody ? (given ?? {}) : given;
    const missing = value === undefined || (value === null && !body.nullable);
    if (missing && !body.required) return;
    if (method === "GET" || method === "HEAD") {
      throw new UnsupportedError(`fetch does not send a body with ${method}`);
    }
    if (missing) throw new MissingBodyError();
    call.whole = value;
    const [plain, told] = unheaded(value, body.codec);
    const json = body.codec ? body.codec.encode(plain) : plain;
    const whole = extraBody ? { ...objectOf(json), ...extraBody } : json;
    const { type, ...written } = write(whole, body, told);
    call.headers.set("Content-Type", type);
    Object.assign(call, written);
  };
}

/** A body that properties may be added to. */
function objectOf(json: unknown): object {
  if (Object(json) !== json || Array.isArray(json) || json instanceof Blob)
    throw new InvalidArgumentError("extraBody needs a body that is an object");
  return json as object;
}

/** Writes a body with a property that requests a stream: the method sets it, not the caller. */
export const ToSwitched: Write = (call, body) => {
  const { codec, make, required, switched } = body;
  if (!switched) return;
  const { name, value, write } = switched;
  const encode = (given: unknown): unknown => {
    const json = codec ? codec.encode(given) : given;
    if (Object.prototype.toString.call(json) !== "[object Object]") return json;
    const { [name]: _, ...others } = json as Record<string, unknown>;
    return value === undefined ? others : { ...others, [name]: value };
  };
  const own = (of: Call): unknown =>
    make ? make(of, body) : (of.args as { readonly body?: unknown }).body;
  write(call, {
    ...body,
    codec: { decode: (json) => json, encode },
    make: (of) => {
      const found = own(of);
      const sends = value && !required && of.options.body === undefined;
      return found === undefined && sends ? {} : found;
    },
  });
};

export const ToJson: Write = /* @__PURE__ */ writer((value, { type }) => ({
  body: writeJson(value),
  type,
}));

/** One JSON value per line. */
export const ToLines: Write = /* @__PURE__ */ writer((value, { type }) => {
  if (typeof value !== "object" || !value || !(Symbol.iterator in value))
    throw new InvalidArgumentError("body must be a list: each item is a line");
  // A JSON text sequence marks where each value begins (RFC 7464).
  const mark = type.endsWith("json-seq") ? "\u001e" : "";
  const lines = [...(value as Iterable<unknown>)].map(
    (line) => `${mark}${writeJson(line)}\n`,
  );
  return { body: lines.join(""), type };
});

/** Text, XML among it; bytes are text that is encoded already. */
export const ToText: Write = /* @__PURE__ */ writer((value, { type }) => {
  if (value instanceof Uint8Array) return { body: value, type };
  if (Object(value) === value && !(value instanceof Date))
    throw new InvalidArgumentError(`body must be text: it is ${type}`);
  return { body: textOf(value), type };
});

/** Bytes as they are; if there are several media types, a file names its own. */
export const ToBytes: Write = /* @__PURE__ */ writer((value, body) => {
  const file = fileOf(value, "body");
  const types = body.types ?? [body.type];
  const type = chooseType({ ...body, types }, file, "body");
  return fileBody(file.data, type, "body");
});

/** `application/x-www-form-urlencoded`. */
export const ToForm: Write = /* @__PURE__ */ writer((value, body) => {
  const written: string[] = [];
  for (const [name, part, item] of properties(value, body)) {
    if (part.as === "style") {
      const encode = part.allowReserved ? reservedInForm : escape;
      const pairs = styled(name, item, part, encode);
      written.push(...pairs.map((pair) => pair.join("=")));
    } else {
      for (const [, one] of split(part, item)) {
        written.push(`${plus(name)}=${formText(part, one, name)}`);
      }
    }
  }
  return { body: written.join("&"), type: body.type };
});

function styled(
  name: string,
  value: unknown,
  { style = Form, explode = false }: Part,
  encode: Escape,
): Pair[] {
  return style({ name, value, explode, encode });
}

const plus = (text: string): string => escape(text).replace(/%20/g, "+");

function formText(part: Part, value: unknown, name: string): string {
  if (part.as === "json") return plus(writeJson(value, name));
  if (part.as !== "bytes") return plus(textOf(value));
  const { data } = fileOf(value, name, part.anything);
  if (typeof data === "string") return plus(data);
  if (data instanceof Blob || "open" in data)
    throw new InvalidArgumentError(
      `${name} must be text or bytes in a form, not ${kindOf(value)}`,
    );
  const bytes = [...new Uint8Array(data)].map((byte) =>
    byte < 128 ? escape(String.fromCharCode(byte)) : `%${byte.toString(16)}`,
  );
  return bytes.join("").replace(/%../g, (sign) => sign.toUpperCase());
}

/** `multipart/form-data`, and other multipart types, whose parts have no names. */
export const ToMultipart: Write = /* @__PURE__ */ writer(multipart);

/** Multipart if a file is among the values, else JSON. */
export const ToJsonOrFiles: Write = /* @__PURE__ */ writer(
  (value, body, told) => {
    const { json = "", jsonNeeds = [], fileNeeds = [] } = body;
    const values = [...properties(value, body)];
    const files = values.some(
      ([, part, item]) =>
        part.as === "bytes" &&
        !part.anything &&
        split(part, item).some(([, one]) => !otherType(part, one)),
    );
    const there = files
      ? values.map(([name]) => name)
      : Object.entries(value as object).flatMap(([name, item]) =>
          item === undefined ? [] : [name],
        );
    const missing = (files ? fileNeeds : jsonNeeds).find(
      (name) => !there.includes(name),
    );
    if (missing !== undefined)
      throw new InvalidArgumentError(
        `${missing} must be given ${files ? "with a file" : "without a file"}: ${files ? body.type : json} requires it`,
      );
    if (!files) return { body: writeJson(value), type: json };
    for (const [name, part, item] of values) {
      if (split(part, item).some(([, one]) => isJsonOnly(part, one)))
        throw new InvalidArgumentError(
          `${name} must be a file if another value is one: its other types can only be sent as ${json}`,
        );
    }
    return multipart(value, body, told);
  },
);

const isJsonOnly = (part: Part, value: unknown): boolean =>
  otherType(part, value) !== undefined &&
  !!part.jsonOnly?.includes(typeof value === "object" ? "objects" : "texts");

function multipart(value: unknown, body: Body, told: Told): Written {
  const boundary = uuid();
  const pieces: Piece[] = [];
  const named = body.type === "multipart/form-data";
  const add = (
    head: readonly string[],
    content: KnownFile["data"],
    part: string,
  ): void => {
    const lines = head.map((line) => line + "\r\n").join("");
    const first = `--${boundary}\r\n${lines}\r\n`;
    pieces.push([part, first], [part, content], [part, "\r\n"]);
  };
  for (const [name, part, item] of properties(value, body)) {
    const given = told.get(name) ?? {};
    if (part.as === "style") {
      const [, headers] = headOf(name, part, named, given as Headed);
      for (const [key, text] of styled(name, item, part, keep)) {
        add([...(named ? [disposition(key)] : []), ...headers], text, name);
      }
      continue;
    }
    for (const [index, one] of split(part, item)) {
      const own = Array.isArray(given) ? (given as Headed[])[index] : given;
      const other = otherType(part, one);
      if (part.as === "bytes" && !other) {
        const file = fileOf(one, name, part.anything);
        const all = { ...file.headers, ...own };
        const [kind, headers] = headOf(name, part, named, all);
        const type = chooseType(
          part,
          { ...file, type: kind ?? file.type },
          name,
        );
        const head = [
          ...(named ? [disposition(name, file.name ?? name)] : []),
          headText(`Content-Type: ${type}`, name),
          ...headers,
        ];
        add(head, file.data, name);
      } else {
        const [kind, headers] = headOf(name, part, named, own as Headed);
        const declared = other ?? part.types?.[0];
        if (kind && declared && !covers(declared, kind))
          throw new InvalidArgumentError(
            `the content type of ${name} must be ${declared}, not ${kind}`,
          );
        const type = kind ?? declared;
        const text = part.as === "json" ? writeJson(one, name) : textOf(one);
        const head = [
          ...(named ? [disposition(name)] : []),
          ...(type ? [headText(`Content-Type: ${type}`, name)] : []),
          ...headers,
        ];
        add(head, text, name);
      }
    }
  }
  pieces.push(["body", `--${boundary}--\r\n`]);
  return joined(pieces, `${body.type}; boundary=${boundary}`);
}

/** The content type given with a part, and its header lines: those of the document take precedence. */
function headOf(
  name: string,
  { headers = {}, needs = [] }: Part,
  named: boolean,
  given: Headed,
): [string | undefined, string[]] {
  const there = new Map<string, string>();
  const known = new Set(Object.keys(headers).map((key) => key.toLowerCase()));
  let type: string | undefined;
  for (const [key, value] of Object.entries(given)) {
    const lower = key.toLowerCase();
    if (lower === "content-type") type = value;
    else if (named && lower === "content-disposition")
      throw new InvalidArgumentError(
        `the headers of ${name} hold Content-Disposition: give the file a name instead`,
      );
    else if (!known.has(lower)) there.set(key, value);
  }
  for (const key of there.keys()) known.add(key.toLowerCase());
  const missing = needs.find((key) => !known.has(key.toLowerCase()));
  if (missing !== undefined)
    throw new InvalidArgumentError(`${name} needs the header ${missing}`);
  return [
    type,
    [...lines(name, Object.fromEntries(there)), ...lines(name, headers)],
  ];
}

/** The content type of a union's value that is not a file: JSON or text. */
function otherType(part: Part, value: unknown): string | undefined {
  if (typeof value !== "object") return part.texts;
  return part.objects && isJson(value) ? part.objects : undefined;
}

/** Whether a value is an object or an array and not a file: its `data` may be text, if nothing else tells of a file. */
function isJson(value: object | null): boolean {
  if (Array.isArray(value)) return true;
  if (isContent(value)) return false;
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  const { data, ...others } = value as Partial<FileData>;
  const keys = Object.keys(others);
  if (data === undefined) return true;
  const told =
    keys.length && keys.every((key) => /^(name|type|headers)$/.test(key));
  return typeof data !== "object" && !told;
}

/** Checks that text can be in the head of a part. */
function headText(text: string, name: string): string {
  if (/[\r\n\0]/.test(text))
    throw new InvalidArgumentError(`the head of ${name} holds a line break`);
  return text;
}

const lines = (
  part: string,
  headers: Readonly<Record<string, string>>,
): string[] =>
  Object.entries(headers).map(([name, text]) =>
    headText(`${name}: ${text}`, part),
  );

const ESCAPES: Readonly<Record<string, string>> = {
  '"': "%22",
  "\r": "%0D",
  "\n": "%0A",
};
const quoted = (text: string): string =>
  `"${text.replace(/["\r\n]/g, (char) => ESCAPES[char] ?? char)}"`;

const disposition = (name: string, file?: string): string =>
  `Content-Disposition: form-data; name=${quoted(name)}` +
  (file === undefined ? "" : `; filename=${quoted(file)}`);

function* properties(
  value: unknown,
  body: Body,
): Generator<[string, Part, unknown]> {
  for (const [name, item] of Object.entries(value as object)) {
    if (item === undefined || item === null) continue;
    const own =
      body.parts && Object.hasOwn(body.parts, name)
        ? body.parts[name]
        : undefined;
    yield [name, own ?? body.rest ?? TEXT, item];
  }
}

/** The items that are written one by one, with their index; nulls are left out. */
function split(part: Part, value: unknown): [number, unknown][] {
  const values: unknown[] =
    part.repeated && Array.isArray(value) ? value : [value];
  return [...values.entries()].filter(
    ([, item]) => item !== undefined && item !== null,
  );
}
