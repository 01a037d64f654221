var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all2) => {
  for (var name in all2)
    __defProp(target, name, { get: all2[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// runtime.ts
var runtime_exports = {};
__export(runtime_exports, {
  APIConnectionError: () => APIConnectionError,
  APIError: () => APIError,
  APITimeoutError: () => APITimeoutError,
  Absent: () => Absent,
  AddCount: () => AddCount,
  AsBytes: () => AsBytes,
  AsEvents: () => AsEvents,
  AsJson: () => AsJson,
  AsJsonOrText: () => AsJsonOrText,
  AsLines: () => AsLines,
  AsText: () => AsText,
  AuthenticationError: () => AuthenticationError,
  BadRequestError: () => BadRequestError,
  Base64Codec: () => Base64Codec,
  Base64UrlCodec: () => Base64UrlCodec,
  Basic: () => Basic,
  Bearer: () => Bearer,
  BigIntCodec: () => BigIntCodec,
  BigIntText: () => BigIntText,
  ByArguments: () => ByArguments,
  ByBody: () => ByBody,
  ByParts: () => ByParts,
  ByType: () => ByType,
  ByUrl: () => ByUrl,
  ConfigurationError: () => ConfigurationError,
  ConflictError: () => ConflictError,
  DateCodec: () => DateCodec,
  DateTimeCodec: () => DateTimeCodec,
  Declared: () => Declared,
  DecodeError: () => DecodeError,
  DeepObject: () => DeepObject,
  DigitsCodec: () => DigitsCodec,
  Each: () => Each,
  Empty: () => Empty,
  Flag: () => Flag,
  Form: () => Form,
  FromFields: () => FromFields,
  GoneError: () => GoneError,
  HeaderValue: () => HeaderValue,
  InCookie: () => InCookie,
  InCookies: () => InCookies,
  InHeader: () => InHeader,
  InPath: () => InPath,
  InQuery: () => InQuery,
  Increment: () => Increment,
  InvalidArgumentError: () => InvalidArgumentError,
  Json: () => Json,
  KeyInCookie: () => KeyInCookie,
  KeyInHeader: () => KeyInHeader,
  KeyInQuery: () => KeyInQuery,
  Keyed: () => Keyed,
  Label: () => Label,
  LinkTarget: () => LinkTarget,
  Matrix: () => Matrix,
  Missing: () => Missing,
  MissingBodyError: () => MissingBodyError,
  MissingCredentialsError: () => MissingCredentialsError,
  NoMore: () => NoMore,
  NoTrace: () => NoTrace,
  NotFoundError: () => NotFoundError,
  NotGet: () => NotGet,
  NotModified: () => NotModified,
  Numeric: () => Numeric,
  OAuth: () => OAuth,
  OAuthVariables: () => OAuthVariables,
  OfBody: () => OfBody,
  OwnTransport: () => OwnTransport,
  Page: () => Page,
  PagePromise: () => PagePromise,
  PaginationError: () => PaginationError,
  Past: () => Past,
  PathFile: () => PathFile,
  PermissionDeniedError: () => PermissionDeniedError,
  PipeDelimited: () => PipeDelimited,
  PlainPagePromise: () => PlainPagePromise,
  RETRIES: () => RETRIES,
  RateLimitError: () => RateLimitError,
  Reserved: () => Reserved,
  ResultPromise: () => ResultPromise,
  SDKError: () => SDKError,
  ServerError: () => ServerError,
  SetFrom: () => SetFrom,
  Short: () => Short,
  Simple: () => Simple,
  SpaceDelimited: () => SpaceDelimited,
  Stream: () => Stream,
  StreamPromise: () => StreamPromise,
  TELLING: () => TELLING,
  Text: () => Text,
  ToBytes: () => ToBytes,
  ToForm: () => ToForm,
  ToJson: () => ToJson,
  ToJsonOrFiles: () => ToJsonOrFiles,
  ToLines: () => ToLines,
  ToMultipart: () => ToMultipart,
  ToSwitched: () => ToSwitched,
  ToText: () => ToText,
  TokenError: () => TokenError,
  UnprocessableEntityError: () => UnprocessableEntityError,
  Unsafe: () => Unsafe,
  UnsupportedError: () => UnsupportedError,
  UserAndPassword: () => UserAndPassword,
  absolute: () => absolute,
  addCookie: () => addCookie,
  anyCall: () => anyCall,
  asked: () => asked,
  authorize: () => authorize,
  base64: () => base64,
  basic: () => basic,
  bodyOf: () => bodyOf,
  chooseType: () => chooseType,
  codedHeader: () => codedHeader,
  environment: () => environment,
  escape: () => escape2,
  failure: () => failure,
  fileBody: () => fileBody,
  fileOf: () => fileOf,
  fromPath: () => fromPath,
  headerText: () => headerText,
  isContent: () => isContent,
  isSource: () => isSource,
  joined: () => joined2,
  jsonHeader: () => jsonHeader,
  keep: () => keep,
  keysOf: () => keysOf,
  kindOf: () => kindOf,
  lazy: () => lazy,
  list: () => list,
  listHeader: () => listHeader,
  lost: () => lost,
  map: () => map,
  metadata: () => metadata,
  model: () => model,
  moved: () => moved,
  objectHeader: () => objectHeader,
  observed: () => observed,
  parseJson: () => parseJson,
  pauseAfter: () => pauseAfter,
  policyOf: () => policyOf,
  prepare: () => prepare,
  readerOf: () => readerOf,
  retryAfter: () => retryAfter,
  send: () => send,
  serverUrl: () => serverUrl,
  sleep: () => sleep,
  statusError: () => statusError,
  textOf: () => textOf,
  union: () => union,
  unknown: () => unknown,
  unknownTag: () => unknownTag,
  uuid: () => uuid,
  variable: () => variable,
  withPartHeaders: () => withPartHeaders,
  writeJson: () => writeJson
});
module.exports = __toCommonJS(runtime_exports);

// errors.ts
var SDKError = class extends Error {
  get name() {
    return this.aborted ?? this.constructor.name;
  }
};
var ConfigurationError = class extends SDKError {
};
var MissingCredentialsError = class extends ConfigurationError {
};
var InvalidArgumentError = class extends SDKError {
};
var MissingBodyError = class extends InvalidArgumentError {
  constructor() {
    super("the request body is required");
  }
};
var UnsupportedError = class extends SDKError {
};
var APIConnectionError = class extends SDKError {
};
var APITimeoutError = class extends APIConnectionError {
};
var PaginationError = class extends SDKError {
};
var APIError = class extends SDKError {
  constructor(message, failure2, options) {
    super(message, options);
    Object.assign(this, failure2);
  }
  /** The server's name for the request. */
  get requestId() {
    return this.headers.get("x-request-id") ?? this.headers.get("request-id");
  }
};
var TokenError = class extends APIError {
};
var DecodeError = class extends APIError {
};
function has(value, least, most = least) {
  return value instanceof APIError && value.status >= least && value.status <= most;
}
var NotModified = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 304);
  }
};
var BadRequestError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 400);
  }
};
var AuthenticationError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 401);
  }
};
var PermissionDeniedError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 403);
  }
};
var NotFoundError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 404);
  }
};
var ConflictError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 409);
  }
};
var GoneError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 410);
  }
};
var UnprocessableEntityError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 422);
  }
};
var RateLimitError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 429);
  }
};
var ServerError = class extends APIError {
  static [Symbol.hasInstance](value) {
    return has(value, 500, 599);
  }
};
function statusError(status) {
  const found = {
    304: NotModified,
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    422: UnprocessableEntityError,
    429: RateLimitError
  };
  return found[status] ?? (status < 500 ? void 0 : ServerError);
}

// json.ts
var TOKEN = /(?:"|\\.)[^"\\]*"?|(?<=[[:,\s]|^)(-?\d{16,})(?![\d.eE])/g;
var LONG = /(?:^|[[:,\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
function parseJson(text) {
  if (!LONG.test(text)) return JSON.parse(text);
  const mark = "" + Math.random();
  const marked = text.replace(
    TOKEN,
    (token, number) => number && !Number.isSafeInteger(+number) ? `"${mark}${number}"` : token
  );
  return JSON.parse(
    marked,
    (_, value) => typeof value === "string" && value.includes(mark) ? BigInt(value.replace(mark, "")) : value
  );
}
function base64(bytes) {
  return btoa(
    bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")
  );
}
function writeJson(value) {
  const mark = `int${Math.random()}:`;
  const text = JSON.stringify(
    value,
    function(key, item) {
      const own = this[key];
      if (own instanceof Uint8Array) return base64(own);
      if (Number.isNaN(item) || item === Infinity || item === -Infinity)
        fail(item);
      return typeof item === "bigint" ? mark + item : item;
    }
  );
  return (text ?? fail(value)).replaceAll(
    new RegExp(`"${mark}(.+?)"`, "g"),
    "$1"
  );
}
function fail(value) {
  throw new InvalidArgumentError(`${String(value)} is no JSON`);
}

// styles.ts
var escape2 = (text) => encodeURIComponent(text).replace(/[!'()]/g, globalThis.escape).replace(/\*/g, "%2A");
var Reserved = (text) => encodeURI(text).replace(/%25([0-9A-Fa-f]{2})/g, "%$1").replace(/[#&+]/g, encodeURIComponent);
var keep = (text) => text;
var namesBy = (encode2) => encode2 === keep ? keep : escape2;
function textOf(value) {
  if (typeof value === "string") return value;
  if (value === null || value === void 0) return "";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return base64(value);
  return typeof value === "bigint" ? String(value) : writeJson(value);
}
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !isText(value);
var isText = (value) => value instanceof Date || value instanceof Uint8Array;
var isEmpty = (value) => Array.isArray(value) ? !value.length : isObject(value) && !Object.keys(value).length;
var present = (value) => Object.entries(value).filter(
  ([, item]) => item !== void 0 && item !== null
);
var items = (value) => value.filter((item) => item !== void 0 && item !== null);
function members(value, between, joint, encode2) {
  if (Array.isArray(value))
    return items(value).map((item) => encode2(textOf(item))).join(between);
  if (!isObject(value)) return encode2(textOf(value));
  return present(value).map(([key, item]) => encode2(key) + joint + encode2(textOf(item))).join(between);
}
var Simple = ({ value, explode, encode: encode2 }) => [
  ["", members(value, ",", explode ? "=" : ",", encode2)]
];
var Label = ({ value, explode, encode: encode2 }) => [
  [
    "",
    isEmpty(value) ? "" : "." + members(value, explode ? "." : ",", explode ? "=" : ",", encode2)
  ]
];
var Matrix = (given) => {
  const { value, explode, encode: encode2 } = given;
  if (isEmpty(value)) return [["", ""]];
  const written2 = explode && isObject(value) ? present(value).map(([key, item]) => [encode2(key), encode2(textOf(item))]) : Form(given);
  return [
    ["", written2.map(([key, item]) => `;${key}${item && "="}${item}`).join("")]
  ];
};
var Form = (given) => joined(given, ",");
var SpaceDelimited = (given) => joined(given, namesBy(given.encode)(" "));
var PipeDelimited = (given) => joined(given, namesBy(given.encode)("|"));
var DeepObject = (given) => {
  const { name, value, encode: encode2 } = given;
  return typeof value === "object" ? deep(namesBy(encode2)(name), value, encode2) : Form(given);
};
function joined({ name, value, explode, encode: encode2 }, between) {
  const encodeName = namesBy(encode2);
  const key = encodeName(name);
  const list2 = Array.isArray(value);
  if (explode && list2)
    return items(value).map((item) => [key, encode2(textOf(item))]);
  if (explode && isObject(value)) {
    return present(value).flatMap(
      ([inner, item]) => items([item].flat()).map(
        (one) => [encodeName(inner), encode2(textOf(one))]
      )
    );
  }
  return isEmpty(value) ? [] : [[key, members(value, between, between, encode2)]];
}
function deep(prefix, value, encode2) {
  if (typeof value !== "object" || value === null || isText(value)) {
    return [[prefix, encode2(textOf(value))]];
  }
  return present(value).flatMap(
    ([key, item]) => deep(prefix + namesBy(encode2)(`[${key}]`), item, encode2)
  );
}
var Json = ({ name, value, encode: encode2 }) => [
  [namesBy(encode2)(name), encode2(writeJson(value))]
];

// files.ts
var PathFile = class {
  constructor(path, name, type) {
    this.path = path;
    this.name = name;
    this.type = type;
  }
  /** How many bytes it has, where that can be told, and what reads them. */
  async open() {
    const home = ["node", "fs"].join(":");
    const system = await import(
      /* webpackIgnore: true */
      /* @vite-ignore */
      home
    );
    const found = await system.promises.stat(this.path);
    if (found.isDirectory()) throw new Error(`${this.name} is a directory`);
    const { path } = this;
    const pieces = async function* () {
      yield* system.createReadStream(path);
    }();
    return { size: found.isFile() ? found.size : void 0, pieces };
  }
};
function fromPath(path, { name, type } = {}) {
  const text = typeof path === "string" ? path : decodeURI(path.pathname);
  return new PathFile(path, name ?? baseName(text), type);
}
var baseName = (path) => /[^/\\]*$/.exec(path)?.[0] ?? "";
function isContent(value) {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof ReadableStream || value instanceof Response || value instanceof PathFile || typeof value === "object" && !!value && Symbol.asyncIterator in value;
}
function fileOf(value, part, any = false) {
  const refuse = (told) => {
    throw new InvalidArgumentError(`${part} ${told}`);
  };
  if (typeof value === "string") return { data: value };
  if (value instanceof Blob)
    return {
      data: value,
      type: value.type,
      name: "name" in value ? String(value.name) : void 0
    };
  if (value instanceof ArrayBuffer) return { data: value };
  if (ArrayBuffer.isView(value))
    return {
      data: new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    };
  if (value instanceof PathFile) {
    const { name, type } = value;
    return { data: { open: () => value.open() }, name, type };
  }
  if (value instanceof Response) {
    const { body, bodyUsed, ok, status, url, headers } = value;
    if (bodyUsed) refuse("is a Response that is read already");
    if (!ok) refuse(`is a Response of status ${status}, and no file`);
    const length = !headers.has("content-encoding") && headers.get("content-length");
    return {
      data: once(body ?? new Blob().stream(), length ? +length : void 0),
      name: /^https?:/.test(url) ? baseName(new URL(url).pathname) : void 0,
      hint: headers.get("content-type") ?? void 0
    };
  }
  if (value instanceof ReadableStream) {
    if (value.locked) refuse("is a stream that somebody else reads");
    return { data: once(value) };
  }
  if (isContent(value)) {
    const { readable, path } = value;
    if (readable === false) refuse("is a stream that is closed");
    return {
      data: once(value),
      name: typeof path === "string" ? baseName(path) : void 0
    };
  }
  if (isNamed(value)) {
    const { size, data: given, ...own } = value;
    const { data, ...known } = fileOf(given, part, any);
    const told = Object.fromEntries(
      Object.entries(own).filter(([, one]) => one !== void 0)
    );
    const sized = size === void 0 || !isSource(data) ? data : { ...data, open: async () => ({ ...await data.open(), size }) };
    return { ...known, ...told, data: sized };
  }
  return any ? { data: textOf(value) } : refuse(
    `must be a file (text, bytes, a Blob, a stream, a Response, fromPath("...") or { data, name }), not ${kindOf(value)}`
  );
}
var isNamed = (value) => typeof value === "object" && value !== null && "data" in value;
var isSource = (data) => typeof data === "object" && "open" in data;
function once(pieces, size) {
  return { once: true, open: () => ({ size, pieces }) };
}
function kindOf(value) {
  if (value instanceof Promise) return "a Promise: await it";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  if (!value) return "null";
  const name = value.constructor?.name ?? "";
  return /^(Object)?$/.test(name) ? "an object" : name;
}
function chooseType({
  types = [],
  extensions = {}
}, { type, hint, name = "" }, part) {
  const told = types.join(" or ");
  const wrong = (text) => {
    throw new InvalidArgumentError(`the content type of ${part} ${text}`);
  };
  const takes = (kind) => !types.length || types.some((one) => covers(one, kind));
  if (type) return takes(type) ? type : wrong(`must be ${told}, not ${type}`);
  if (hint && takes(hint)) return hint;
  const single = types.filter((one) => !one.includes("*"));
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(extensions, ending) ? extensions[ending] : void 0;
  if (known) return known;
  if (single.length === 1) return String(single[0]);
  const octets = "application/octet-stream";
  return takes(octets) ? octets : wrong(`is not told: it must be ${told}`);
}
function covers(declared, given) {
  const [known = "", sent = ""] = [declared, given].map(
    (type) => type.replace(/;.*/s, "").trim().toLowerCase()
  );
  return known === sent || known === "*/*" || known.endsWith("/*") && sent.startsWith(known.slice(0, -1));
}

// random.ts
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const pairs = Array.from(bytes, (byte) => (256 + byte).toString(16).slice(1));
  const text = pairs.join("");
  return text.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

// uploads.ts
var LARGE = 1048576;
function fileBody(data, type, part) {
  if (isSource(data)) return streamed([[part, data]], type);
  return data instanceof Blob && data.size > LARGE && inNode() ? streamed([[part, data]], type) : { body: data, type };
}
function joined2(pieces, type) {
  const data = pieces.map(([, one]) => one);
  if (data.some(isSource)) return streamed(pieces, type);
  return fileBody(new Blob(data), type, "body");
}
var inNode = () => "process" in globalThis && !("Bun" in globalThis || "Deno" in globalThis);
function streamed(pieces, type) {
  const once2 = pieces.some(([, data]) => isSource(data) && data.once);
  let sent = false;
  const through = (own) => async (url, init, ...rest) => {
    if (!init.body) return own(url, init, ...rest);
    checkStreams();
    const send2 = async (more) => {
      if (once2 && sent)
        throw new UnsupportedError(
          "the server redirects the request, and a stream cannot be sent twice: give bytes, a Blob or fromPath(), or call the URL that it redirects to"
        );
      sent = true;
      const { body, size, failed } = await opened(pieces);
      const headers = new Headers(init.headers);
      if (size !== void 0 && inNode())
        headers.set("content-length", `${size}`);
      const all2 = { ...init, ...more, headers, body, duplex: "half" };
      try {
        const response = await own(url, all2, ...rest);
        if (failed()) await response.body?.cancel();
        else return response;
      } catch (cause) {
        if (!failed()) throw cause;
      }
      throw failed();
    };
    if (!inNode()) return send2({});
    try {
      return await send2({ redirect: "error", window: null });
    } catch (error) {
      const { cause } = Object(error);
      if (error instanceof SDKError || !/redirect/i.test(`${String(error)} ${String(cause)}`))
        throw error;
      return send2({});
    }
  };
  return { body: once2 ? new ReadableStream() : new Blob(), type, through };
}
function checkStreams() {
  if (!("document" in globalThis)) return;
  let asked2 = false;
  const { headers } = new Request("https://x.example", {
    method: "POST",
    body: new ReadableStream(),
    get duplex() {
      asked2 = true;
      return "half";
    }
  });
  if (!asked2 || headers.has("content-type"))
    throw new UnsupportedError(
      "this browser does not send streams: give a Blob or bytes"
    );
}
async function opened(pieces) {
  let failure2;
  let size = 0;
  const sources = [];
  for (const [part, data] of pieces) {
    const found = await open(part, data);
    if (size !== void 0)
      size = found.size === void 0 ? void 0 : size + found.size;
    sources.push(() => exactly(part, found.pieces, found.size));
  }
  const all2 = async function* () {
    for (const source of sources) yield* source();
  }();
  const body = new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await all2.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure2 = error;
          throw error;
        }
      },
      async cancel() {
        await all2.return(void 0);
      }
    },
    { highWaterMark: 0 }
  );
  return { body, size, failed: () => failure2 };
}
var encoder = /* @__PURE__ */ new TextEncoder();
function bytesOf(value) {
  if (typeof value === "string") return encoder.encode(value);
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : void 0;
}
async function open(part, data) {
  if (isSource(data)) {
    try {
      return await data.open();
    } catch (cause) {
      throw unreadable(part, cause);
    }
  }
  if (data instanceof Blob) return { size: data.size, pieces: data.stream() };
  const bytes = bytesOf(data);
  const pieces = async function* () {
    yield bytes;
  }();
  return { size: bytes?.length, pieces };
}
function unreadable(part, cause) {
  const told = cause instanceof Error ? cause.message : String(cause);
  return new InvalidArgumentError(`${part} cannot be read: ${told}`, { cause });
}
async function* exactly(part, pieces, size) {
  const wrong = (told) => {
    throw new InvalidArgumentError(
      `${part} has ${told} than the ${size} bytes that it had when it was opened: it was not sent`
    );
  };
  let kept2;
  let total = 0;
  try {
    for await (const piece of pieces) {
      const bytes = bytesOf(piece);
      if (!bytes)
        throw new InvalidArgumentError(
          `a piece of ${part} must be bytes or text, not ${kindOf(piece)}`
        );
      if (!bytes.length) continue;
      total += bytes.length;
      if (total > (size ?? total)) wrong("more");
      if (kept2) yield kept2;
      kept2 = bytes;
    }
  } catch (cause) {
    throw cause instanceof SDKError ? cause : unreadable(part, cause);
  }
  if (total < (size ?? total)) wrong("fewer");
  if (kept2) yield kept2;
}

// bodies.ts
var PartValue = class {
  constructor(value, headers) {
    this.value = value;
    this.headers = headers;
  }
  toJSON() {
    return this.value;
  }
};
function withPartHeaders(value, headers) {
  return new PartValue(value, headers);
}
function bare(value) {
  if (value instanceof PartValue) return value.value;
  return Array.isArray(value) && value.some((one) => one instanceof PartValue) ? value.map(bare) : value;
}
function unheaded(value, codec2) {
  const told = /* @__PURE__ */ new Map();
  if (Object.prototype.toString.call(value) !== "[object Object]")
    return [value, told];
  const made2 = { ...value };
  for (const [key, item] of Object.entries(made2)) {
    made2[key] = bare(item);
    if (made2[key] === item) continue;
    const wire = codec2 ? Object.keys(Object(codec2.encode({ [key]: null })))[0] : key;
    const of = (one) => one instanceof PartValue ? one.headers : {};
    told.set(wire ?? key, Array.isArray(item) ? item.map(of) : of(item));
  }
  return [told.size ? made2 : value, told];
}
var TEXT = { as: "text" };
function wholeOf(call, body) {
  const { args, options } = call;
  const own = body.make ? body.make(call, body) : args.body;
  if (options.body !== void 0 && own !== void 0)
    throw new InvalidArgumentError(
      "the body is among the options, and among the arguments"
    );
  const value = own === void 0 ? options.body : own;
  return value && body.fixed ? { ...body.fixed, ...value } : value;
}
function FromFields({ args, operation: { params = [] }, options }, { names = {}, needs = [], always }) {
  const others = /* @__PURE__ */ new Set();
  for (const { name, arg = name, fixed, shared } of params)
    if (fixed === void 0 && !shared) others.add(arg);
  const given = new Map(
    Object.entries(args).filter(
      ([name, value]) => value !== void 0 && !others.has(name)
    )
  );
  if (!given.size && (!always || options.body !== void 0)) return void 0;
  const missing = needs.filter((name) => !given.has(name));
  if (missing.length && options.body === void 0)
    throw new InvalidArgumentError(`the body needs ${missing.join(", ")}`);
  return Object.fromEntries(
    [...given].map(([name, value]) => [
      Object.hasOwn(names, name) ? names[name] : name,
      value
    ])
  );
}
function writer(write) {
  return (call, body) => {
    const { method } = call;
    const { extraBody } = call.options;
    const given = wholeOf(call, body);
    const value = extraBody ? given ?? {} : given;
    const missing = value === void 0 || value === null && !body.nullable;
    if (missing && !body.required) return;
    if (method === "GET" || method === "HEAD") {
      throw new UnsupportedError(`fetch does not send a body with ${method}`);
    }
    if (missing) throw new MissingBodyError();
    call.whole = value;
    const [plain, told] = unheaded(value, body.codec);
    const json = body.codec ? body.codec.encode(plain) : plain;
    const whole = extraBody ? { ...objectOf(json), ...extraBody } : json;
    const { type, ...written2 } = write(whole, body, told);
    call.headers.set("Content-Type", type);
    Object.assign(call, written2);
  };
}
function objectOf(json) {
  if (Object(json) !== json || Array.isArray(json) || json instanceof Blob)
    throw new InvalidArgumentError("extraBody needs a body that is an object");
  return json;
}
var ToSwitched = (call, body) => {
  const { codec: codec2, make, required, switched } = body;
  if (!switched) return;
  const { name, value, write } = switched;
  const encode2 = (given) => {
    const json = codec2 ? codec2.encode(given) : given;
    if (Object.prototype.toString.call(json) !== "[object Object]") return json;
    const { [name]: _, ...others } = json;
    return value === void 0 ? others : { ...others, [name]: value };
  };
  const own = (of) => make ? make(of, body) : of.args.body;
  write(call, {
    ...body,
    codec: { decode: (json) => json, encode: encode2 },
    make: (of) => {
      const found = own(of);
      const sends = value && !required && of.options.body === void 0;
      return found === void 0 && sends ? {} : found;
    }
  });
};
var ToJson = /* @__PURE__ */ writer((value, { type }) => ({
  body: writeJson(value),
  type
}));
var ToLines = /* @__PURE__ */ writer((value, { type }) => {
  if (typeof value !== "object" || !value || !(Symbol.iterator in value))
    throw new InvalidArgumentError("body must be a list: each item is a line");
  const mark = type.endsWith("json-seq") ? "" : "";
  const lines3 = [...value].map(
    (line) => `${mark}${writeJson(line)}
`
  );
  return { body: lines3.join(""), type };
});
var ToText = /* @__PURE__ */ writer((value, { type }) => {
  if (value instanceof Uint8Array) return { body: value, type };
  if (Object(value) === value && !(value instanceof Date))
    throw new InvalidArgumentError(`body must be text: it is ${type}`);
  return { body: textOf(value), type };
});
var ToBytes = /* @__PURE__ */ writer((value, body) => {
  const file = fileOf(value, "body");
  const types = body.types ?? [body.type];
  const type = chooseType({ ...body, types }, file, "body");
  return fileBody(file.data, type, "body");
});
var ToForm = /* @__PURE__ */ writer((value, body) => {
  const written2 = [];
  for (const [name, part, item] of properties(value, body)) {
    if (part.as === "style") {
      const encode2 = part.allowReserved ? Reserved : escape2;
      const pairs = styled(name, item, part, encode2);
      written2.push(...pairs.map((pair) => pair.join("=")));
    } else {
      for (const [, one] of split(part, item)) {
        written2.push(`${plus(name)}=${formText(part, one, name)}`);
      }
    }
  }
  return { body: written2.join("&"), type: body.type };
});
function styled(name, value, { style = Form, explode = false }, encode2) {
  return style({ name, value, explode, encode: encode2 });
}
var plus = (text) => escape2(text).replace(/%20/g, "+");
function formText(part, value, name) {
  if (part.as === "json") return plus(writeJson(value));
  if (part.as !== "bytes") return plus(textOf(value));
  const { data } = fileOf(value, name, part.anything);
  if (typeof data === "string") return plus(data);
  if (data instanceof Blob || "open" in data)
    throw new InvalidArgumentError(
      `${name} must be text or bytes in a form, not ${kindOf(value)}`
    );
  const bytes = [...new Uint8Array(data)].map(
    (byte) => byte < 128 ? escape2(String.fromCharCode(byte)) : `%${byte.toString(16)}`
  );
  return bytes.join("").replace(/%../g, (sign) => sign.toUpperCase());
}
var ToMultipart = /* @__PURE__ */ writer(multipart);
var ToJsonOrFiles = /* @__PURE__ */ writer(
  (value, body, told) => {
    const files = [...properties(value, body)].some(
      ([, part, item]) => part.as === "bytes" && !part.anything && split(part, item).some(([, one]) => !otherType(part, one))
    );
    return files ? multipart(value, body, told) : { body: writeJson(value), type: body.json ?? "" };
  }
);
function multipart(value, body, told) {
  const boundary = uuid();
  const pieces = [];
  const named = body.type === "multipart/form-data";
  const add = (head, content, part) => {
    const lines3 = head.map((line) => line + "\r\n").join("");
    const first = `--${boundary}\r
${lines3}\r
`;
    pieces.push([part, first], [part, content], [part, "\r\n"]);
  };
  for (const [name, part, item] of properties(value, body)) {
    const given = told.get(name) ?? {};
    if (part.as === "style") {
      const [, headers] = headOf(name, part, named, given);
      for (const [key, text] of styled(name, item, part, keep)) {
        add([...named ? [disposition(key)] : [], ...headers], text, name);
      }
      continue;
    }
    for (const [index, one] of split(part, item)) {
      const own = Array.isArray(given) ? given[index] : given;
      const other = otherType(part, one);
      if (part.as === "bytes" && !other) {
        const file = fileOf(one, name, part.anything);
        const all2 = { ...file.headers, ...own };
        const [kind, headers] = headOf(name, part, named, all2);
        const type = chooseType(
          part,
          { ...file, type: kind ?? file.type },
          name
        );
        const head = [
          ...named ? [disposition(name, file.name ?? name)] : [],
          headText(`Content-Type: ${type}`),
          ...headers
        ];
        add(head, file.data, name);
      } else {
        const [kind, headers] = headOf(name, part, named, own);
        const declared = other ?? part.types?.[0];
        if (kind && declared && !covers(declared, kind))
          throw new InvalidArgumentError(
            `the content type of ${name} must be ${declared}, not ${kind}`
          );
        const type = kind ?? declared;
        const text = part.as === "json" ? writeJson(one) : textOf(one);
        const head = [
          ...named ? [disposition(name)] : [],
          ...type ? [headText(`Content-Type: ${type}`)] : [],
          ...headers
        ];
        add(head, text, name);
      }
    }
  }
  pieces.push(["body", `--${boundary}--\r
`]);
  return joined2(pieces, `${body.type}; boundary=${boundary}`);
}
function headOf(name, { headers = {}, needs = [] }, named, given) {
  const there = /* @__PURE__ */ new Map();
  const known = new Set(Object.keys(headers).map((key) => key.toLowerCase()));
  let type;
  for (const [key, value] of Object.entries(given)) {
    const lower = key.toLowerCase();
    if (lower === "content-type") type = value;
    else if (named && lower === "content-disposition")
      throw new InvalidArgumentError(
        `the headers of ${name} hold Content-Disposition: give the file a name instead`
      );
    else if (!known.has(lower)) there.set(key, value);
  }
  for (const key of there.keys()) known.add(key.toLowerCase());
  const missing = needs.find((key) => !known.has(key.toLowerCase()));
  if (missing !== void 0)
    throw new InvalidArgumentError(`${name} needs the header ${missing}`);
  return [type, [...lines(Object.fromEntries(there)), ...lines(headers)]];
}
function otherType(part, value) {
  if (typeof value !== "object") return part.texts;
  return part.objects && isJson(value) ? part.objects : void 0;
}
function isJson(value) {
  if (Array.isArray(value)) return true;
  if (isContent(value)) return false;
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  const { data, ...others } = value;
  const keys = Object.keys(others);
  if (data === void 0) return true;
  const told = keys.length && keys.every((key) => /^(name|type|headers)$/.test(key));
  return typeof data !== "object" && !told;
}
function headText(text) {
  if (/[\r\n\0]/.test(text))
    throw new InvalidArgumentError("the head of a part holds a line break");
  return text;
}
var lines = (headers = {}) => Object.entries(headers).map(([name, text]) => headText(`${name}: ${text}`));
var ESCAPES = {
  '"': "%22",
  "\r": "%0D",
  "\n": "%0A"
};
var quoted = (text) => `"${text.replace(/["\r\n]/g, (char) => ESCAPES[char] ?? char)}"`;
var disposition = (name, file) => `Content-Disposition: form-data; name=${quoted(name)}` + (file === void 0 ? "" : `; filename=${quoted(file)}`);
function* properties(value, body) {
  for (const [name, item] of Object.entries(value)) {
    if (item === void 0 || item === null) continue;
    const own = body.parts && Object.hasOwn(body.parts, name) ? body.parts[name] : void 0;
    yield [name, own ?? body.rest ?? TEXT, item];
  }
}
function split(part, value) {
  const values = part.repeated && Array.isArray(value) ? value : [value];
  return [...values.entries()].filter(
    ([, item]) => item !== void 0 && item !== null
  );
}

// codecs.ts
var isObject2 = (value) => typeof value === "object" && value !== null && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
function codec(convert) {
  return {
    decode: (value) => convert(value, "decode"),
    encode: (value) => convert(value, "encode")
  };
}
var asIs = { decode: (value) => value, encode: (value) => value };
var isMade = (value) => value instanceof Date || value instanceof Uint8Array;
var DateTimeCodec = {
  decode: (value) => date(value),
  encode: (value) => value instanceof Date ? value.toISOString() : value
};
var DateCodec = {
  decode: (value) => date(value),
  encode: (value) => value instanceof Date ? value.toISOString().slice(0, 10) : value
};
function date(value) {
  const made2 = typeof value === "string" ? new Date(value.replace(/[T ][\d:.]+$/, "$&Z")) : void 0;
  return made2 && !Number.isNaN(made2.getTime()) ? made2 : value;
}
var BigIntCodec = {
  decode: (value) => Number.isInteger(value) ? BigInt(value) : value,
  encode: (value) => value
};
var DigitsCodec = {
  decode: (value) => Number.isInteger(value) || typeof value === "bigint" ? textOf(value) : value,
  encode: (value) => typeof value === "string" && /^-?\d{1,400}$/.test(value) ? BigInt(value) : value
};
var joined3 = (text) => text.replace(/\r?\n/g, "");
function bytesOf2(value, plain) {
  if (plain.length % 4 || /\s/.test(plain)) return value;
  try {
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
  } catch {
    return value;
  }
}
var Base64Codec = {
  decode: (value) => typeof value === "string" ? bytesOf2(value, joined3(value)) : value,
  encode: (value) => value instanceof Uint8Array ? base64(value) : value
};
var Base64UrlCodec = {
  decode(value) {
    if (typeof value !== "string") return value;
    const plain = joined3(value).replace(/-/g, "+").replace(/_/g, "/");
    return bytesOf2(value, plain + "=".repeat(-plain.length & 3));
  },
  encode: (value) => value instanceof Uint8Array ? base64(value).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") : value
};
function lazy(find3) {
  return codec((value, direction) => find3()[direction](value));
}
function list(item) {
  return codec(
    (value, direction) => Array.isArray(value) ? value.map((one) => item[direction](one)) : value
  );
}
function map(item) {
  return codec((value, direction) => {
    if (!isObject2(value)) return value;
    const made2 = [];
    for (const [key, one] of Object.entries(value)) {
      made2.push([key, one === void 0 ? one : item[direction](one)]);
    }
    return Object.fromEntries(made2);
  });
}
function model(fields, rest) {
  const wires = new Map(
    Object.entries(fields).map(([wire, field]) => [field.name ?? wire, wire])
  );
  return codec((value, direction) => {
    if (!isObject2(value)) return value;
    const made2 = [];
    for (const [key, item] of Object.entries(value)) {
      const wire = direction === "decode" ? key : wires.get(key) ?? key;
      const field = Object.hasOwn(fields, wire) ? fields[wire] : void 0;
      const how = field ? field.codec : rest;
      const name = direction === "decode" ? field?.name ?? key : wire;
      made2.push([
        name,
        how && item !== void 0 ? how[direction](item) : item
      ]);
    }
    return Object.fromEntries(made2);
  });
}
function union(cases, tag, name = tag, other) {
  return codec((value, direction) => {
    const key = direction === "decode" ? tag : name;
    const own = key !== void 0 && isObject2(value) ? cases.filter((one) => one.tags?.includes(textOf(value[key]))) : [];
    if (own.length === 1) return (own[0]?.codec ?? asIs)[direction](value);
    const absent = isObject2(value) && !(key && key in value);
    const left = own.length ? own : cases.filter((one) => !one.tags || absent && one.rest);
    const fitting = left.filter((one) => fits(one, value, direction));
    if (!fitting.length && other && !own.length) return other[direction](value);
    if (!fitting.length) {
      const to = direction === "decode" ? name : tag;
      if (key === to || absent || !isObject2(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([at, item]) => [at === key ? to : at, item])
      );
    }
    for (const { codec: how = asIs } of fitting) {
      const made2 = how[direction](value);
      if (made2 !== value || how === asIs && !isMade(value)) return made2;
    }
    return value;
  });
}
function fits(one, value, direction) {
  const { form, values } = one;
  if (one.kinds?.length && !kinds(value).some((kind) => one.kinds?.includes(kind)))
    return false;
  const held = (item) => item == null || !!one.items?.some((look) => fits(look, item, direction));
  if (Array.isArray(value)) return !one.items || value.every(held);
  if (!isObject2(value)) {
    if (one.keys?.length || one.consts) return false;
    if (values && !isMade(value)) return values.includes(value);
    return !form || isMade(value) || form.decode(value) !== value;
  }
  if (one.items && !Object.values(value).every(held)) return false;
  const at = (wire) => direction === "encode" && one.names?.[wire] || wire;
  if (one.keys?.some((key) => !(at(key) in value))) return false;
  return Object.entries(one.consts ?? {}).every(([key, known]) => {
    const found = value[at(key)];
    if (found === void 0) return one.rest;
    return Array.isArray(known) ? known.includes(found) : found === known;
  });
}
function kinds(value) {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (value instanceof Date || value instanceof Uint8Array) return ["string"];
  if (typeof value === "bigint") return ["integer", "number"];
  if (typeof value === "number")
    return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value];
}

// parameters.ts
function headerText(text, name) {
  if (/[\0-\b\n-\x1f\x7f]/.test(text)) {
    throw new InvalidArgumentError(`${name} holds a control character`);
  }
  return unescape(encodeURIComponent(`${text}`.trim()));
}
function written(parameter, value, encode2) {
  const { name, style } = parameter;
  if (style) return style({ ...parameter, value, encode: encode2 });
  return [[escape2(name), encode2(scalar(value))]];
}
function scalar(value) {
  const text = value?.toJSON?.() ?? value;
  if (Object(text) === text || text !== text)
    throw new InvalidArgumentError("no text");
  return `${text ?? ""}`;
}
var InQuery = (parameter, value, target) => {
  const pairs = written(parameter, value, parameter.encode ?? escape2);
  target.query.push(...pairs.map((pair) => pair.join("=")));
};
var InHeader = (parameter, value, { headers }) => {
  const { name, arg = name } = parameter;
  const text = written(parameter, value, keep)[0]?.[1] ?? "";
  headers.set(name, headerText(text, arg));
};
var InCookie = (parameter, value, target) => {
  for (const pair of written(parameter, value, escape2))
    addCookie(target, pair.join("="));
};
var InPath = (parameter, value, target) => {
  const text = written(parameter, value, escape2)[0]?.[1] ?? "";
  if (!text) {
    throw new InvalidArgumentError(
      `${parameter.arg ?? parameter.name} is empty`
    );
  }
  target.path = target.path.replaceAll(`{${parameter.name}}`, () => text);
  if (/(^|\/)\.{1,2}(\/|$)/.test(target.path)) {
    throw new InvalidArgumentError(`the path is ${target.path}`);
  }
};
function addCookie({ headers }, pair, anew = false) {
  if ("document" in globalThis)
    throw new UnsupportedError("browsers send no cookies for programs");
  const name = pair.replace(/=.*/s, "=");
  const others = headers.get("Cookie")?.split("; ") ?? [];
  const kept2 = others.filter((one) => !anew || !one.startsWith(name));
  headers.set("Cookie", [...kept2, pair].join("; "));
}

// retries.ts
var RETRIES = {
  retries: 2,
  budget: 6e4,
  initial: 500,
  maximum: 8e3,
  exponent: 2,
  statuses: ["429", "500", "502", "503", "504"],
  connectionErrors: true
};
var keysOf = (status) => [
  `${status}`,
  `${status}`[0] + "XX",
  "default"
];
function covers2(statuses, status) {
  return statuses?.some((one) => keysOf(status).includes(one));
}
function pauseAfter(attempt, { initial, exponent, maximum }) {
  const longest = Math.min(initial * exponent ** attempt, maximum);
  return longest * (1 - Math.random() / 4) / 1e3;
}
function retryAfter(headers) {
  const text = headers.get("retry-after");
  return [
    parseFloat(headers.get("retry-after-ms")) / 1e3,
    // What has no time of day is no date, though `Date.parse` would make one of "-5".
    /:/.test(text) ? Math.max(0, Date.parse(text) - Date.now()) / 1e3 : parseFloat(text)
  ].find((seconds) => seconds >= 0);
}

// responses.ts
async function AsJson(response, { type, codec: codec2 }, call) {
  const { status, headers } = response;
  const body = await response.text();
  try {
    const json = parseJson(body);
    return { value: codec2?.decode(json) ?? json, json };
  } catch (cause) {
    throw new DecodeError(
      `${status} ${asked(call)}: the body is not ${type}: ${cause.message}`,
      { status, headers, body },
      { cause }
    );
  }
}
async function AsText(response, { codec: codec2 }) {
  const type = response.headers.get("content-type") ?? "";
  const bytes = await response.arrayBuffer();
  const decoded = (charset) => new TextDecoder(charset).decode(bytes);
  let json;
  try {
    json = decoded(/;\s*charset="?([^";\s]+)/i.exec(type)?.[1]);
  } catch {
    json = decoded();
  }
  return { value: codec2?.decode(json) ?? json, json };
}
async function AsJsonOrText(response, reader, call) {
  const type = response.headers.get("content-type") ?? "";
  if (!/^\s*text\/plain\b/i.test(type)) return AsJson(response, reader, call);
  const { type: name, codec: codec2 } = reader;
  const { json: text } = await AsText(response, { type: name, read: AsText });
  let json = text;
  try {
    const found = parseJson(text);
    if (found === null || typeof found === "string") json = found;
  } catch {
  }
  return { value: codec2?.decode(json) ?? json, json };
}
async function AsBytes(response) {
  return {
    value: new Uint8Array(await response.arrayBuffer()),
    json: void 0
  };
}
function find({ answers }, status) {
  return keysOf(status).map((key) => answers?.find((answer) => answer.status === key)).find((answer) => answer);
}
function success(operation, status) {
  const answer = find(operation, status);
  if (keysOf(status)[1] === "3XX")
    return answer?.status[0] === "3" ? answer : void 0;
  return answer && !answer.error ? answer : operation.answers?.find((one) => !one.error);
}
function readerFor(answer, headers) {
  const readers = answer?.readers;
  return answer?.choose?.(readers, headers) ?? readers?.[0];
}
function ByType(readers, headers) {
  const given = (headers.get("content-type") ?? "").toLowerCase().replace(/\s*;.*/s, "");
  return readers.find(({ type }) => type === given) ?? readers.find(({ type }) => {
    const [head = "", star] = type.split("*", 2);
    return star === void 0 ? /json$/.test(head) && /json$/.test(given) : given.startsWith(head);
  });
}
function readerOf(operation, response) {
  return readerFor(success(operation, response.status), response.headers);
}
var asked = ({ method, path }) => `${method} ${new URL(path).pathname}`;
function lost(cause, call) {
  const { aborted, reason = cause } = call.options?.signal ?? {};
  const { name, message, cause: inner = reason, path } = Object(reason);
  const said = `${asked(call)}: `;
  if (aborted)
    return Object.assign(
      new SDKError(`${said}${message ?? reason}`, { cause: reason }),
      { aborted: name === "TimeoutError" ? name : "AbortError" }
    );
  if (cause instanceof SDKError) return cause;
  if (cause > 0)
    return new APITimeoutError(
      `${said}no answer within ${cause / 1e3} s`
    );
  const text = `${inner.message}`;
  const told = text.replace(/http\S*/, "");
  return new APIConnectionError(
    `${said}no answer: ${told}`,
    path ?? told !== text ? void 0 : { cause }
  );
}
async function failure(call, response, { thrown, told }) {
  const { status, headers } = response;
  const answer = find(call.operation, status);
  const text = await (told?.text(response) ?? response.text()).catch(() => "");
  let body = text || void 0;
  try {
    const made2 = parseJson(text);
    if (Object(made2) === made2 || /json/i.test(headers.get("content-type") || "json"))
      body = made2;
  } catch {
  }
  const words = Object(body);
  const error = readerFor(answer, headers)?.codec?.decode(body) ?? body;
  const Raised = words === body && answer?.raises || thrown?.(status) || APIError;
  const said = told?.words(answer?.message, body, text, response) ?? words[answer?.message ?? "message"] ?? words["error"]?.message ?? response.statusText;
  return new Raised(`${status} ${asked(call)}: ${said}`, {
    status,
    headers,
    body,
    error,
    retryAfter: retryAfter(headers)
  });
}
function metadata(operation, response) {
  const answer = success(operation, response.status);
  return answer?.metadata?.(answer, response.headers) ?? {};
}
function Declared({ headers = {} }, given) {
  const found = {};
  for (const [name, make] of Object.entries(headers)) {
    const text = given.get(name);
    if (text !== null) found[name] = made(make, utf8(text));
  }
  return found;
}
function made(make, text) {
  try {
    return make(text);
  } catch {
    return text;
  }
}
function utf8(text) {
  try {
    return decodeURIComponent(escape(text));
  } catch {
    return text;
  }
}
var Text = (text) => text;
var Numeric = (text) => {
  const number = /^\s*$|[^\d.eE+-]/.test(text) ? text : Number(text);
  return Number.isSafeInteger(number) ? number : BigIntText(text, number);
};
var BigIntText = (text, other = text) => /^-?\d+$/.test(text) ? BigInt(text) : other;
var Flag = (text) => /^(true|false)$/.test(text) ? text === "true" : text;
var jsonHeader = (text) => parseJson(text);
var listHeader = (item) => (text) => text.trim() ? text.split(",").map((one) => item(one.trim())) : [];
var objectHeader = (item, known = {}, explode = false) => (text) => {
  const pieces = text.trim() ? text.split(",").map((one) => one.trim()) : [];
  const halves = explode ? pieces.flatMap((one) => one.split(/=(.*)/s, 2)) : pieces;
  if (halves.length % 2) return text;
  const made2 = [];
  for (let at = 0; at < halves.length; at += 2) {
    const [name = "", value = ""] = halves.slice(at, at + 2);
    const read = Object.hasOwn(known, name) ? known[name] : void 0;
    made2.push([name, (read ?? item)(value)]);
  }
  return Object.fromEntries(made2);
};
var codedHeader = (read, codec2) => (text) => codec2.decode(read(text));

// security.ts
function KeyInHeader(credential, target, { name = "" }) {
  target.headers.set(name, headerText(credential, name));
}
function KeyInQuery(credential, target, { name = "" }) {
  const key = `${escape2(name)}=`;
  const old = target.query.findIndex((pair) => pair.startsWith(key));
  if (old >= 0) target.query.splice(old, 1);
  target.query.push(key + escape2(String(credential)));
}
function KeyInCookie(credential, target, { name = "" }) {
  addCookie(target, `${escape2(name)}=${escape2(String(credential))}`, true);
}
function Bearer(credential, target, { word = "Bearer" }) {
  target.headers.set(
    "Authorization",
    `${word} ${headerText(credential, word)}`
  );
}
function Basic([user, password], { headers }) {
  headers.set("Authorization", basic(user, password));
}
function basic(user, password) {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
function variable(name, end, scheme) {
  return environment(scheme.named?.[end] ?? name + end);
}
function UserAndPassword(name, scheme) {
  const user = variable(name, "_USERNAME", scheme);
  const password = variable(name, "_PASSWORD", scheme);
  return user && password ? [user, password] : void 0;
}
var InCookies = (name, _, carried) => environment(name) ?? ("document" in globalThis || carried.includes('"cookie":"'));
var OwnTransport = () => true;
function environment(name) {
  return globalThis.process?.env?.[name] || void 0;
}
async function authorize(core, call) {
  if (call.bare) return;
  const own = core.options;
  const more = { ...own.headers, ...call.options.headers };
  const carried = JSON.stringify(more).toLowerCase();
  const find3 = (scheme) => own[scheme.option] || (scheme.read ?? environment)(scheme.variable, scheme, carried) || carried.includes(`"${(scheme.name ?? "Authorization").toLowerCase()}":"`);
  const { security = [] } = call.operation;
  const met = security.find((schemes) => schemes.every(find3));
  let may = met ?? own.auth ?? own.fetch;
  for (const scheme of met ?? []) {
    let found = find3(scheme);
    if (typeof found === "function") found = await found();
    if (!found) may = found;
    else if (found !== true)
      await scheme.apply(found, call, scheme, core);
  }
  if (security[0] && !may)
    throw own.told?.missing(call, security) ?? new ConfigurationError("no authorization");
  const pairs = call.query.join("&");
  call.url = call.path + (pairs && "?" + pairs);
  for (const name in more) {
    const value = more[name];
    if (value === null) call.headers.delete(name);
    else if (value !== void 0)
      call.headers.set(name, headerText(value, name));
  }
}

// servers.ts
function serverUrl(servers, chosen, given) {
  const server = servers.find(
    ({ name }, index) => [void 0, name, index].includes(chosen)
  );
  return (server?.url ?? `${chosen}`).replace(
    /\{([^{}]*)\}/g,
    (_, name) => {
      const value = given.variables[name] ?? server?.variables?.[name] ?? "";
      const allowed = server?.values?.[name];
      if (allowed && !allowed.includes(value))
        throw new ConfigurationError(
          `${name} must be one of ${allowed.join()}`
        );
      return value;
    }
  );
}
function absolute(url) {
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(url)) {
    throw new ConfigurationError("the baseUrl is not origin/path");
  }
  return url.replace(/\/+$/, "");
}

// core.ts
var IN_BROWSER = "document" in globalThis;
var UNSAFE = /^P(OST|ATCH)$/;
function Keyed(call) {
  const { operation, options, headers } = call;
  const { method, idempotency = "" } = operation;
  const key = options.idempotencyKey;
  if (!key && !UNSAFE.test(method)) return;
  if (key || !headers.has(idempotency)) {
    headers.set(idempotency, key ? headerText(key, idempotency) : uuid());
  }
  call.options = { ...options, idempotencyKey: void 0 };
}
function Unsafe({ method, operation: { idempotency }, headers }, last, { unsafe = false }, error) {
  if (unsafe || !UNSAFE.test(method)) return true;
  const posted = UNSAFE.test(last.method);
  if (idempotency && (posted ? last.headers : headers).has(idempotency))
    return true;
  if (!posted) return false;
  const { cause } = error;
  const { code, syscall } = Object(cause?.cause ?? cause);
  return error.status === 429 || /refused|connect_timeout|connect$|getaddrinfo/i.test(`${code} ${syscall}`);
}
function NoTrace() {
  throw new UnsupportedError("fetch does not send TRACE");
}
async function prepare(core, operation, args, options) {
  const { api, given, options: own } = core;
  const {
    method,
    path,
    query = [],
    servers,
    accept,
    body,
    params = [],
    guard
  } = operation;
  try {
    const base = absolute(
      options.server ?? own.baseUrl ?? environment(`${api.prefix}_BASE_URL`) ?? (servers && serverUrl(servers, void 0, given)) ?? serverUrl(api.servers, own.server, given)
    );
    const values = { __proto__: null, ...args };
    const headers = new Headers();
    const call = {
      operation,
      args: values,
      options,
      method,
      base,
      path: base + path,
      query: [...query],
      hops: options.redirects && 0,
      headers,
      url: "",
      timeout: options.timeout ?? own.timeout ?? operation.timeout ?? api.timeout ?? 6e4
    };
    guard?.();
    if (accept) headers.set("Accept", accept);
    if (!IN_BROWSER) headers.set("user-agent", api.agent);
    for (const parameter of params) {
      const { name, arg = name, codec: codec2, nullable } = parameter;
      const value = parameter.fixed ?? (parameter.shared ? given.globals[name] : values[arg]);
      if (value !== void 0 && (value !== null || nullable)) {
        parameter.in(parameter, codec2?.encode(value) ?? value, call);
      } else if (parameter.required) {
        throw new InvalidArgumentError(`${arg} is required`);
      }
    }
    if (body) body.write(call, body);
    else if (options.body ?? options.extraBody)
      throw new InvalidArgumentError("no body");
    for (const name in options.extraQuery)
      for (const value of [options.extraQuery[name] ?? []].flat())
        InQuery({ name, in: InQuery }, value, call);
    own.validate?.(core, call);
    operation.keyed?.(call);
    await authorize(core, call);
    return call;
  } catch (cause) {
    throw cause instanceof SDKError ? cause : new InvalidArgumentError(`${operation.id}: ${cause}`, {
      cause
    });
  }
}
function policyOf({ options: own, api }, call) {
  const { operation, options } = call;
  return Object.assign(
    {},
    RETRIES,
    ...[api, operation, own, options].map(
      ({ retries }) => retries >= 0 ? { retries } : retries
    )
  );
}
async function send(core, call, attempt = 0, started = Date.now()) {
  const { fetch: own = fetch, fetchOptions } = core.options;
  const { operation, options, headers, timeout, hops = 5 } = call;
  const { signal } = options;
  const limit = new AbortController();
  const timer = timeout && setTimeout(() => limit.abort(timeout), timeout);
  const release = () => clearTimeout(timer);
  let last = call;
  const again = async (cause) => {
    release();
    const error = lost(cause, call);
    if (call.body instanceof ReadableStream) throw error;
    if (await call.renew?.(error, headers))
      return send(core, { ...call, renew: void 0 }, attempt, started);
    const policy = policyOf(core, call);
    const wait = 1e3 * (error.retryAfter ?? pauseAfter(attempt, policy));
    if (operation.unsafe?.(call, last, policy, error) === false || attempt >= policy.retries || !(error instanceof APIConnectionError ? policy.connectionErrors : covers2(policy.statuses, error.status)) || Date.now() + wait > started + policy.budget)
      throw error;
    await sleep(wait, signal);
    await authorize(core, call);
    return send(core, call, attempt + 1, started);
  };
  try {
    for (let left = hops; ; left--) {
      const { url, method, headers: headers2, body, through } = last;
      const response = await (through?.(own) ?? own)(
        url,
        {
          ...fetchOptions,
          method,
          headers: headers2,
          body,
          redirect: IN_BROWSER ? "follow" : "manual",
          // What joins signals costs a tenth of a call.
          signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
        },
        operation.id,
        operation.path
      );
      const { ok, status } = response;
      const odd = covers2(operation.errors, status);
      const moves = /30[12378]/.test(`${status}`);
      const location = response.headers.get("location");
      const next = left && location && !odd && moves && await (operation.moved ?? moved)(core, last, location, status);
      if (!next) {
        if (ok === !odd || !hops && moves)
          return { call: last, first: call, response, release, again };
        throw await failure(call, response, core.options);
      }
      await response.body?.cancel();
      last = next;
    }
  } catch (error) {
    return again(error);
  }
}
function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
async function NotGet(core, call, target, status) {
  const safe = /GET|HEAD/.test(call.method);
  if (!safe && status < 303) return void 0;
  const next = await moved(core, call, target);
  if (!next || safe || status !== 303) return next;
  next.headers.delete("content-type");
  next.headers.delete(call.operation.idempotency ?? "content-type");
  return { ...next, method: "GET", body: void 0 };
}
async function moved(core, call, target) {
  const url = URL.canParse(target, call.url) && new URL(target, call.url);
  if (!url || !/^https?:/.test(url.href)) return void 0;
  const bare2 = call.bare || url.origin !== new URL(call.base).origin;
  const headers = new Headers(
    [...call.headers].filter(
      ([name]) => !bare2 || /^(accept|user-agent|content-type)$/.test(name)
    )
  );
  const path = url.origin + url.pathname;
  const next = {
    ...call,
    headers,
    bare: bare2,
    url: path + url.search,
    path,
    query: url.search.slice(1).match(/[^&]+/g) ?? []
  };
  await authorize(core, next);
  return next;
}

// telling.ts
var UNREAD = /^.*?<title[^>]*>\s*([^<\s][^<]*).*|<(script|style|!--).*?(?:(?:<\/\2|--)[^>]*>|$)|<[^>]*>?/gis;
var USUAL = [
  "message",
  "detail",
  "error_description",
  "title",
  "error",
  "errors"
];
function usual(words, keys) {
  return keys.flatMap((key) => words[key]).map((one) => one?.message ?? one).find((one) => one && typeof one === "string");
}
function placed(body) {
  const { detail, errors } = Object(body);
  const items2 = [detail, errors].flat();
  const { loc, msg } = items2.find((item) => item?.msg) ?? {};
  return msg && (loc ? `${[loc].flat().join(".")}: ${msg}` : msg);
}
var TELLING = {
  async text(response) {
    return (await AsText(response, {})).json;
  },
  words(declared, body, text, { headers, statusText }) {
    const found = usual(Object(body), [declared, ...USUAL]);
    const shown = Object.keys(Object(body)).length ? text : "";
    let said = found ?? placed(body) ?? (typeof body === "string" ? body : shown);
    if (/^\s*</.test(said)) said = said.slice(0, 8192).replace(UNREAD, "$1 ");
    said = said.trim().replace(/\s+/g, " ");
    said = said.replace(/^(.{500}).+/, "$1...") || statusText || "no message";
    const wait = retryAfter(headers);
    const id = headers.get("x-request-id") ?? headers.get("request-id");
    const notes = [
      wait === void 0 ? "" : `retry after ${Math.ceil(wait)} s`,
      id ? `request id ${id}` : ""
    ].filter((note) => note);
    return notes.length ? `${said} (${notes.join(", ")})` : said;
  },
  missing(call, security) {
    const named = security.map(
      (schemes) => schemes.map(
        ({ option, variable: variable2, told = variable2 }) => `${option} (or set ${told})`
      ).join(" and ")
    );
    return new MissingCredentialsError(
      `no credentials for ${asked(call)}: give ${named.join("; or ")}`
    );
  }
};

// hooks.ts
function observed(options, prefix) {
  const { auth, fetch: own, hooks, logger } = options;
  const told = logger ?? (isDebug(prefix) ? console : void 0);
  const throwing = {
    ...options,
    thrown: statusError,
    told: TELLING
  };
  if (!hooks && !told) return throwing;
  const watchers = [hooks, told && log(told)];
  const tell = async (call) => {
    try {
      for (const watcher of watchers) if (watcher) await call(watcher);
    } catch (cause) {
      throw new SDKError(`a hook failed: ${String(cause)}`, { cause });
    }
  };
  const watched = async (url, init, operationId, route) => {
    const headers = new Headers(init.headers);
    const { method = "GET" } = init;
    const request2 = { operationId, route, method, url, headers };
    await tell((watcher) => watcher.beforeRequest?.(request2));
    let response;
    try {
      const sent = { ...init, headers };
      response = await (own ?? fetch)(url, sent, operationId, route);
    } catch (cause) {
      const error = lost(cause, { method, path: url });
      await tell((watcher) => watcher.onError?.(request2, error));
      throw cause;
    }
    await tell((watcher) => watcher.afterResponse?.(request2, response));
    return response;
  };
  const external = auth ?? ((own ?? hooks?.beforeRequest) && "external");
  return { ...throwing, fetch: watched, auth: external ?? "" };
}
function isDebug(prefix) {
  return environment(`${prefix}_LOG`)?.toLowerCase() === "debug";
}
function log(logger) {
  const started = /* @__PURE__ */ new WeakMap();
  const took = (request2) => `${Math.round(performance.now() - (started.get(request2) ?? 0))} ms`;
  return {
    beforeRequest(request2) {
      started.set(request2, performance.now());
    },
    afterResponse(request2, { status, headers }) {
      const { method, url } = request2;
      const id = headers.get("x-request-id") ?? headers.get("request-id");
      const named = id ? ` (request id ${id})` : "";
      const { pathname } = new URL(url);
      logger.debug(
        `${method} ${pathname} -> ${status} in ${took(request2)}${named}`
      );
    },
    onError(request2, error) {
      logger.debug(`${error.message}, after ${took(request2)}`);
    }
  };
}

// links.ts
var TARGET = /[\s,]*<([^>]*)>/y;
var PARAMETER = /\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?/y;
function LinkTarget(headers, { header, rel: relation = "" }) {
  const field = headers.get(header);
  TARGET.lastIndex = 0;
  for (let entry = TARGET.exec(field ?? ""); entry; entry = TARGET.exec(field ?? "")) {
    PARAMETER.lastIndex = TARGET.lastIndex;
    let relations;
    for (let found = PARAMETER.exec(field ?? ""); found; found = PARAMETER.exec(field ?? "")) {
      TARGET.lastIndex = PARAMETER.lastIndex;
      if (found[1]?.toLowerCase() === "rel") {
        relations ??= (found[2] ?? found[3] ?? "").toLowerCase().split(/\s+/);
      }
    }
    if (relations?.includes(relation.toLowerCase())) return entry[1];
  }
  return void 0;
}

// results.ts
async function bodyOf(reply) {
  const { call, response, release, again } = reply;
  const reader = readerOf(call.operation, response);
  try {
    const read = await (!reader || /HEAD|20[45]/.test(call.method + response.status) ? response.blob() : reader.read(response, reader, call));
    return { ...read, reply };
  } catch (error) {
    return bodyOf(await again(error));
  } finally {
    release();
  }
}
var ResultPromise = class {
  constructor(core, operation, args, options = {}) {
    this.core = core;
    this.#reply = prepare(core, operation, args, options).then(
      (call) => send(core, call)
    );
  }
  #reply;
  #full;
  /** Makes the result, of this reply or of one that came after it. */
  async finish(reply) {
    const body = await bodyOf(reply);
    return [body.value, body.reply.response];
  }
  /** The result and the response it came in. */
  withResponse() {
    return this.#full ??= this.#reply.then(async (first) => {
      const [result, response] = await this.finish(first);
      return {
        result,
        response,
        metadata: metadata(first.call.operation, response)
      };
    });
  }
  /** The response alone, to read its body piece by piece. */
  asResponse() {
    return this.#reply.then(({ response, release }) => {
      release();
      return response;
    });
  }
  then(resolved, rejected) {
    return this.withResponse().then(
      ({ result }) => resolved ? resolved(result) : result,
      rejected
    );
  }
  catch(rejected) {
    return this.then(void 0, rejected);
  }
  finally(done) {
    return this.then().finally(done);
  }
};

// oauth.ts
var TOKENS = /* @__PURE__ */ new WeakMap();
var FOUND = /* @__PURE__ */ new WeakMap();
async function OAuth(credential, call, scheme, core) {
  const { headers } = call;
  if (typeof credential === "string") {
    headers.set("Authorization", `Bearer ${credential}`);
    return;
  }
  const needed = call.operation.scopes?.[scheme.option ?? ""] ?? [];
  const scopes = credential.scopes ?? needed;
  const asked2 = { core, call, scheme, credential, scopes };
  const { value } = current(asked2) ?? {};
  const token = await within(keep2(asked2).token, call.options.signal);
  headers.set("Authorization", `Bearer ${token}`);
  if (token !== value) return;
  call.renew = async (error, sent) => {
    const refused = error instanceof APIError && error.status === 401;
    if (!refused || sent.get("Authorization") !== `Bearer ${token}`)
      return false;
    const old = current(asked2);
    if (old?.value === token) old.expires = 0;
    const fresh = await within(keep2(asked2).token, call.options.signal);
    sent.set("Authorization", `Bearer ${fresh}`);
    return true;
  };
}
function OAuthVariables(name, scheme) {
  const [token, clientId, clientSecret, username, password] = [
    "",
    "_CLIENT_ID",
    "_CLIENT_SECRET",
    "_USERNAME",
    "_PASSWORD"
  ].map((end) => variable(name, end, scheme));
  const { clientCredentials, password: byPassword } = scheme.flows ?? {};
  if (token) return token;
  if (clientCredentials && clientId && clientSecret)
    return same(scheme, { clientId, clientSecret });
  if (byPassword && username && password) {
    const client = {
      ...clientId && { clientId },
      ...clientSecret && { clientSecret }
    };
    return same(scheme, { username, password, ...client });
  }
  return void 0;
}
function same(scheme, found) {
  const old = FOUND.get(scheme);
  if (old && JSON.stringify(old) === JSON.stringify(found)) return old;
  FOUND.set(scheme, found);
  return found;
}
function all(asked2) {
  const { credential } = asked2;
  const urls = TOKENS.get(credential) ?? /* @__PURE__ */ new Map();
  const url = urlOf(asked2, tokenUrl(asked2));
  const found = urls.get(url) ?? [];
  TOKENS.set(credential, urls.set(url, found));
  return found;
}
function flowOf({
  credential,
  scheme: { flows = {} }
}) {
  return "username" in credential ? flows.password : flows.clientCredentials;
}
function tokenUrl(asked2) {
  return asked2.credential.tokenUrl ?? flowOf(asked2)?.token ?? "";
}
function urlOf({ call }, target) {
  return new URL(target, `${call.base}/`).href;
}
function current(asked2) {
  return all(asked2).find(
    (kept2) => asked2.scopes.every((scope) => kept2.scopes.includes(scope))
  );
}
function keep2(asked2) {
  const old = current(asked2);
  if (old && Date.now() < old.expires) return old;
  const tokens = all(asked2);
  const { scopes } = old ?? asked2;
  const drop = () => {
    const index = tokens.indexOf(made2);
    if (index >= 0) tokens.splice(index, 1, ...old?.refresh ? [old] : []);
  };
  const token = ask({ ...asked2, scopes }, old).then((answer) => {
    made2.expires = answer.expires;
    made2.refresh = answer.refresh ?? old?.refresh;
    made2.value = answer.token;
    made2.scopes = [...scopes, ...answer.scopes];
    return answer.token;
  });
  const made2 = { scopes, token, expires: Infinity };
  token.catch(drop);
  if (old) tokens.splice(tokens.indexOf(old), 1, made2);
  else tokens.push(made2);
  return made2;
}
async function ask(asked2, old) {
  const { credential, scopes, call } = asked2;
  const url = tokenUrl(asked2);
  if (old?.refresh !== void 0) {
    try {
      const at = credential.tokenUrl ?? flowOf(asked2)?.refresh ?? url;
      const form2 = { grant_type: "refresh_token", refresh_token: old.refresh };
      return await request(asked2, at, form2);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      old.refresh = void 0;
    }
  }
  const form = "username" in credential ? {
    grant_type: "password",
    username: credential.username,
    password: credential.password
  } : { grant_type: "client_credentials" };
  if (scopes.length) form["scope"] = scopes.join(" ");
  call.options.signal?.throwIfAborted();
  return request(asked2, url, form);
}
var encode = (text) => escape2(text).replace(/%20/g, "+");
var TOKEN2 = {
  id: "token",
  method: "POST",
  path: "",
  answers: [
    { status: "2XX", readers: [{ type: "application/json", read: AsJson }] }
  ]
};
async function request(asked2, target, form) {
  const { core, call, credential } = asked2;
  const { clientId, clientSecret, clientAuth = "basic" } = credential;
  const headers = new Headers({
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded"
  });
  const agent = call.headers.get("User-Agent");
  if (agent) headers.set("User-Agent", agent);
  if (clientId && clientSecret && clientAuth === "basic") {
    const value = basic(encode(clientId), encode(clientSecret));
    headers.set("Authorization", value);
  } else {
    if (clientId) form["client_id"] = clientId;
    if (clientSecret) form["client_secret"] = clientSecret;
  }
  const started = Date.now();
  const { reply, json } = await send(core, {
    ...call,
    operation: TOKEN2,
    options: {},
    method: "POST",
    url: urlOf(asked2, target),
    headers,
    body: Object.entries(form).map((pair) => pair.map(encode).join("=")).join("&"),
    bare: true,
    hops: 0,
    renew: void 0
  }).then(bodyOf).catch((error) => {
    throw error instanceof APIError ? refusal(error) : error;
  });
  const { status, headers: sent } = reply.response;
  const body = Object(json);
  const { access_token: token, refresh_token: refresh, scope } = body;
  if (typeof token !== "string" || !token) {
    const told = { status, headers: sent, body: json, error: json };
    throw new TokenError(`${status}: the answer holds no token`, told);
  }
  const seconds = parseFloat(body["expires_in"]);
  const life = isNaN(seconds) ? Infinity : seconds * 1e3;
  return {
    token,
    expires: started + life - Math.min(3e4, life / 2),
    refresh: typeof refresh === "string" ? refresh : void 0,
    scopes: typeof scope === "string" ? scope.split(" ") : []
  };
}
function refusal(cause) {
  const { status, body } = cause;
  const { error } = Object(body);
  const told = typeof error === "string" ? error : "no reason is given";
  return new TokenError(
    `${status}: the token request was refused: ${told}`,
    { ...cause },
    { cause }
  );
}
function within(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.finally(() => signal.removeEventListener("abort", stop)).then(resolve, reject);
  });
}

// pages.ts
var Page = class {
  constructor(core, seen, result) {
    this.result = result;
    this.#core = core;
    this.#seen = seen;
  }
  #core;
  #seen;
  /** The response that the page came in, its body read. */
  get response() {
    return this.#seen.reply.response;
  }
  /** The items of this page alone. */
  get items() {
    const { paging, items: items2 } = this.#seen;
    return paging.items && items2.map((item) => paging.codec?.decode(item) ?? item);
  }
  /** The following page, or null when none remains. */
  async next() {
    const seen = this.#seen;
    const { paging, mark: old, count } = seen;
    if (paging.stop?.some((rule) => rule.when(seen, rule))) return null;
    const next = await paging.next(this.#core, seen, paging);
    if (!next) return null;
    const [call, mark, used] = next;
    if (mark === used || mark === old)
      throw new PaginationError("pages repeat");
    const kept2 = count + 1 & count + 2 ? old : mark;
    return toPage(this.#core, await send(this.#core, call), count + 1, kept2);
  }
  /** This page and all that follow. */
  async *pages() {
    for (let page = this; page; page = await page.next())
      yield page;
  }
  async *[Symbol.asyncIterator]() {
    for await (const page of this.pages()) yield* page.items;
  }
};
var PagePromise = class extends ResultPromise {
  async finish(reply) {
    const page = await toPage(this.core, reply);
    return [page, page.response];
  }
  /** The first page and all that follow. */
  async *pages() {
    yield* (await this).pages();
  }
  async *[Symbol.asyncIterator]() {
    yield* await this;
  }
};
var PlainPagePromise = PagePromise;
async function toPage(core, first, count = 0, mark) {
  const { value, json, reply } = await bodyOf(first);
  const { paging } = reply.call.operation;
  const found = paging.items && find2(paging.items, json, reply.response);
  const items2 = Array.isArray(found) ? found : [];
  const seen = { paging, reply, json, items: items2, count, mark };
  return new Page(core, seen, value);
}
async function ByArguments(core, seen, { advance }) {
  const { operation, args, options } = seen.reply.call;
  const next = { ...args };
  let used = "";
  let mark = "";
  for (const change of advance) {
    const value = change.by(seen, change);
    const { mark: text = String } = change;
    mark += text(value) + " ";
    used += text(current2(change, seen) ?? change.start) + " ";
    if (!change.of) next[change.arg] = value;
  }
  return [await prepare(core, operation, next, options), mark, used];
}
async function ByBody(core, seen, paging) {
  const { operation, options } = seen.reply.call;
  const made2 = { ...OfBody(seen.reply.call) };
  for (const change of paging.advance ?? [])
    if (change.of) made2[change.arg] = change.by(seen, change);
  const body = { ...operation.body, make: () => made2 };
  const call = {
    ...seen.reply.call,
    operation: { ...operation, body },
    options: { ...options, body: void 0 }
  };
  const reply = { ...seen.reply, call };
  return ByArguments(core, { ...seen, reply }, paging);
}
async function ByUrl(core, { reply, json }, { url }) {
  const { call, response } = reply;
  const target = find2(url, json, response);
  if (typeof target !== "string" || !target.trim()) return null;
  const used = response.url || call.url;
  const path = target.trim().replaceAll("\\", "%5C");
  const next = await NotGet(core, { ...call, url: used }, path, 303);
  if (!next)
    throw new PaginationError(
      `the server's next page ${target} is no URL to call`
    );
  return [next, next.url, used];
}
function current2({ arg, of }, { reply: { call } }) {
  const values = of?.(call) ?? call.args;
  return values[arg];
}
var OfBody = ({ whole }) => Object(whole);
function plus2(seen, change, count) {
  const value = (numberOf(current2(change, seen)) ?? change.start ?? 0) + count;
  return change.text ? String(value) : value;
}
var Increment = (seen, change) => plus2(seen, change, 1);
var AddCount = (seen, change) => plus2(seen, change, seen.items.length);
var SetFrom = (seen, { from }) => find2(from, seen.json, seen.reply.response);
var ByParts = (cursor) => Object(cursor) === cursor ? `[${Object.entries(cursor).map(([key, item]) => key + ByParts(item))}]` : `${cursor}`;
var Empty = ({ items: items2 }) => !items2.length;
var Short = (seen, rule) => seen.items.length < (numberOf(current2(rule, seen)) ?? 0);
var NoMore = ({ json, reply }, { at = [] }) => {
  const value = find2(at, json, reply.response);
  return "header" in at ? !/^\s*true\s*$/i.test(`${value}`) : value !== true;
};
var Missing = ({ json, reply }, { at }) => {
  const value = find2(at, json, reply.response) ?? "";
  return Object(value) === value || !`${value}`.trim();
};
var Absent = ({ json, reply }, { at }) => {
  const value = find2(at, json, reply.response) ?? "";
  return typeof value === "object" ? !Object.keys(value).length : !String(value).trim();
};
var Past = (seen, rule) => {
  const { at = [] } = rule;
  const value = find2(at, seen.json, seen.reply.response);
  const last = typeof value === "string" && !("header" in at) ? void 0 : numberOf(value);
  return last === void 0 || (numberOf(current2(rule, seen)) ?? rule.start ?? 0) + 1 > last;
};
function numberOf(value) {
  if (!/^(string|number|bigint)$/.test(typeof value) || value === "")
    return void 0;
  const number = Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : void 0;
}
function find2(source, json, { headers }) {
  return "read" in source ? source.read(headers, source) : walk(source, json);
}
function HeaderValue(headers, { header }) {
  return headers.get(header) ?? void 0;
}
function walk([step, ...rest], json) {
  if (step === void 0) return json;
  if (typeof step === "function")
    return step(json, (item) => walk(rest, item), rest);
  if (Array.isArray(json))
    return typeof step === "number" ? walk(rest, json.at(step)) : void 0;
  return typeof step === "string" && Object(json) === json && Object.hasOwn(json, step) ? walk(rest, json[step]) : void 0;
}
function Each(json, walkOn, rest) {
  if (!Array.isArray(json)) return void 0;
  const found = json.map(walkOn).filter((item) => item !== void 0);
  return rest.includes(Each) ? found.flat() : found;
}

// request.ts
var ANSWER = {
  status: "2XX",
  choose: ByType,
  readers: [
    { type: "application/json", read: AsJson },
    { type: "text/*", read: AsText },
    { type: "*/*", read: AsBytes }
  ]
};
function anyCall(core, carried, method, path, options = {}) {
  const { body } = options;
  const [route = "", query] = path.split(/\?(.*)/s);
  if (route.includes("://"))
    throw new InvalidArgumentError("request() takes a path, and no URL");
  const plain = Object(body) !== body || Array.isArray(body) || /^(Object|null)$/.test(
    Object.getPrototypeOf(body)?.constructor.name ?? "null"
  );
  const operation = {
    id: "request",
    method: method.toUpperCase(),
    path: route.startsWith("/") ? route : `/${route}`,
    query: query ? query.split("&") : [],
    accept: "application/json, */*;q=0.5",
    answers: [ANSWER],
    moved: NotGet,
    unsafe: Unsafe,
    ...carried,
    ...(body !== void 0 || options.extraBody) && {
      body: plain ? { type: "application/json", write: ToJson, nullable: true } : { type: "application/octet-stream", write: ToBytes }
    }
  };
  return new ResultPromise(core, operation, void 0, options);
}

// streams.ts
async function* AsEvents(response, reader, told = {}) {
  let data = [];
  let event = "";
  let { id } = told;
  const pending = () => {
    if (!data.length) return;
    const text = data.join("\n");
    const { sentinel, done } = reader;
    const marks = done && text === "[DONE]" && !dataOf(reader, event || "message")?.text;
    if (marks || text === sentinel) told.done = true;
    return told.done ? void 0 : text;
  };
  for await (const line of lines2(response, told)) {
    if (line) {
      const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === "data") data.push(value);
      if (name === "event") event = value;
      if (name === "id" && !value.includes("\0")) id = value;
      if (name === "retry" && /^\d+$/.test(value)) told.retry = +value;
      continue;
    }
    const text = pending();
    if (id !== void 0) told.id = id;
    told.event = event || "message";
    data = [];
    event = "";
    if (text !== void 0) yield text;
    if (told.done) return;
  }
  if (pending() !== void 0) throw brokenOff("event");
}
async function* AsLines(response, _, told = {}) {
  for await (const line of lines2(response, told)) {
    const text = line.startsWith("") ? line.slice(1) : line;
    if (!text.trim()) continue;
    if (told.cut && !isJson2(text)) throw brokenOff("line");
    yield text;
  }
}
function isJson2(text) {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
var brokenOff = (of) => new APIConnectionError(
  `the stream broke off: the connection ended before its last ${of} was whole`
);
async function* lines2(response, told) {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  if (!reader) return;
  told.close = () => reader.cancel();
  let rest = [];
  let half = false;
  try {
    for (; ; ) {
      const { done, value } = await within2(reader.read(), told.patience);
      let text = decoder.decode(value, { stream: !done });
      if (half && text) text = text.replace(/^\n/, "");
      half = text ? text.endsWith("\r") : half && !value?.length;
      if (!done && !/[\r\n]/.test(text)) {
        rest.push(text);
        continue;
      }
      const ended = (rest.join("") + text).split(/\r\n|\n|\r/);
      rest = [ended.pop() ?? ""];
      yield* ended;
      if (done) break;
    }
    told.cut = true;
    if (rest[0]) yield rest[0];
  } finally {
    await reader.cancel().catch(() => void 0);
  }
}
async function within2(coming, limit = 0) {
  if (!limit) return coming;
  let timer;
  const late = new Promise((_, reject) => {
    const error = new APITimeoutError(`nothing came for ${limit} ms`);
    timer = setTimeout(() => reject(error), limit);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
var Stream = class {
  #core;
  #told = {};
  #reply;
  constructor(core, reply) {
    this.#core = core;
    this.#reply = reply;
    readerIn(reply);
  }
  /** The response that the stream comes in; another one where it was taken up again. */
  get response() {
    return this.#reply.response;
  }
  /** The name of the event that the last value came in; `message` where it has none. */
  get event() {
    return this.#told.event;
  }
  /** The id of the last event that had one: a server takes it up again as the header `Last-Event-ID`. */
  get lastEventId() {
    return this.#told.id;
  }
  /** Seconds that the server wants to pass before it is called again, where it said so. */
  get retryAfter() {
    const { retry } = this.#told;
    return retry === void 0 ? void 0 : retry / 1e3;
  }
  async *[Symbol.asyncIterator]() {
    const told = this.#told;
    const { reconnect = 0, streamTimeout } = this.#reply.call.options;
    told.patience = streamTimeout ?? this.#core.options.streamTimeout;
    let left = reconnect;
    while (left >= 0) {
      const reader = readerIn(this.#reply);
      const texts = reader.read(this.response, reader, told);
      let error;
      try {
        for await (const text of texts) {
          const data = dataOf(reader, told.event);
          if (!data?.text && !text.trim()) continue;
          left = reconnect;
          yield data ? this.#value(data, text) : kept(text);
        }
      } catch (cause) {
        error = lost(cause, this.#reply.first);
        if (!(error instanceof APIConnectionError)) throw error;
      }
      if (told.done) return;
      const ended = reader.sentinel === void 0 || this.response.status === 204;
      const may = reader.read === AsEvents && (error || !ended);
      left = await this.#again(may ? left : 0, error);
    }
  }
  /** Takes the stream up again; how often that may still be done, and less than 0 where the stream has ended. */
  async #again(left, cause) {
    const { first } = this.#reply;
    const { id, retry } = this.#told;
    const policy = policyOf(this.#core, first);
    const wait = retry ?? policy.initial;
    const { options, body } = first;
    const gone = body instanceof ReadableStream || wait > policy.budget;
    let error = cause;
    for (let tries = gone ? 0 : left; tries > 0; tries--) {
      await sleep(wait, options.signal);
      const headers = { ...options.headers };
      if (id !== void 0) headers["Last-Event-ID"] = id || null;
      const call = { ...first, options: { ...options, headers } };
      try {
        await authorize(this.#core, call);
        const reply = await send(this.#core, call);
        reply.release();
        this.#reply = reply;
        return reply.response.status === 204 ? -1 : tries - 1;
      } catch (again) {
        if (!(again instanceof APIConnectionError)) throw again;
        error = again;
      }
    }
    if (error) throw error;
    return -1;
  }
  #value({ codec: codec2, text: plain }, text) {
    try {
      const json = plain ? text : parseJson(text);
      return codec2 ? codec2.decode(json) : json;
    } catch (cause) {
      const { status, headers } = this.response;
      throw new DecodeError(
        `${status} ${asked(this.#reply.first)}: a value of the stream is not JSON`,
        { status, headers, body: text },
        { cause }
      );
    }
  }
  /** Lets the connection go, and ends the iteration. */
  async close() {
    const told = this.#told;
    told.done = true;
    await (told.close?.() ?? this.response.body?.cancel());
  }
};
function dataOf(reader, event) {
  const { events } = reader;
  if (!events) return reader;
  const of = (name) => events.find((data) => data.name === name);
  return of(event) ?? of();
}
function kept(text) {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
function readerIn({ call, response }) {
  const reader = readerOf(call.operation, response);
  const { status, headers } = response;
  const document = /[/+]json|html/.test(headers.get("content-type") ?? "");
  const { read } = reader ?? {};
  if (reader && (read === AsLines || read === AsEvents && !document))
    return reader;
  void response.body?.cancel();
  const kind = headers.get("content-type") ?? "no content type";
  throw new DecodeError(
    `${status} ${asked(call)}: the response is no stream (${kind})`,
    { status, headers }
  );
}
var StreamPromise = class extends ResultPromise {
  finish(reply) {
    reply.release();
    const stream = new Stream(this.core, reply);
    return Promise.resolve([stream, stream.response]);
  }
  async *[Symbol.asyncIterator]() {
    yield* await this;
  }
};

// unknown.ts
function unknown(value) {
  return value;
}
function unknownTag(member, ...tag) {
  const came = member[tag[0] ?? "type"];
  return String(came ?? "");
}
