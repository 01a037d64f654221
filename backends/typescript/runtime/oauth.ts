// OAuth2: tokens that the client requests itself (RFC 6749), cached until they expire.

import { send, type Call, type Settings, type Operation } from "./core.js";
import { APIError, TokenError } from "./errors.js";
import { AsJson, type Sent } from "./responses.js";
import { bodyOf } from "./results.js";
import { basic, type Scheme, variable } from "./security.js";
import { escape } from "./styles.js";
import { safe } from "./telling.js";

interface Common {
  /** The scopes to request; by default those that the operation needs. */
  readonly scopes?: readonly string[];
  /** The token endpoint; by default the one that the document names. */
  readonly tokenUrl?: string;
  /** Whether the client's id and secret are sent in the Authorization header or the body. */
  readonly clientAuth?: "basic" | "body";
}

/** Credentials of the client credentials flow. */
export interface ClientCredentials extends Common {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Credentials of the password flow. */
export interface PasswordCredentials extends Common {
  readonly username: string;
  readonly password: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

type Credentials = ClientCredentials | PasswordCredentials;

/** Where a flow gets its tokens. */
export interface Flow {
  readonly token: string;
  readonly refresh?: string;
}

/** The cached token, or the promise of one. */
interface Kept {
  scopes: readonly string[];
  readonly token: Promise<string>;
  /** The time at which it counts as expired. */
  expires: number;
  refresh?: string | undefined;
  value?: string;
}

/** By credentials and token URL: copies of a client share both. */
const TOKENS = new WeakMap<Credentials, Map<string, Kept[]>>();

/** The last credentials from the environment: while they are the same, their tokens are shared. */
const FOUND = new WeakMap<Scheme, Credentials>();

/** Adds a token, which is requested if the client has credentials instead. */
export async function OAuth(
  credential: string | Credentials,
  call: Call,
  scheme: Scheme,
  core: Settings,
): Promise<void> {
  const { headers } = call;
  if (typeof credential === "string") {
    headers.set("Authorization", `Bearer ${credential}`);
    return;
  }
  const needed = call.operation.scopes?.[scheme.option ?? ""] ?? [];
  const scopes = credential.scopes ?? needed;
  const asked: Asked = { core, call, scheme, credential, scopes };
  const { value } = current(asked) ?? {};
  const token = await within(keep(asked).token, call.options.signal);
  headers.set("Authorization", `Bearer ${token}`);
  if (token !== value) return;
  call.renew = async (error) => {
    const refused = error instanceof APIError && error.status === 401;
    const once = call.body instanceof ReadableStream;
    if (!refused || once || headers.get("Authorization") !== `Bearer ${token}`)
      return undefined;
    const old = current(asked);
    if (old?.value === token) old.expires = 0;
    const fresh = await within(keep(asked).token, call.options.signal);
    headers.set("Authorization", `Bearer ${fresh}`);
    return { ...call, renew: undefined };
  };
}

/** Reads a token or credentials from the environment. */
export function OAuthVariables(name: string, scheme: Scheme): unknown {
  const [token, clientId, clientSecret, username, password] = [
    "",
    "_CLIENT_ID",
    "_CLIENT_SECRET",
    "_USERNAME",
    "_PASSWORD",
  ].map((end) => variable(name, end, scheme));
  const { clientCredentials, password: byPassword } = scheme.flows ?? {};
  if (token) return token;
  if (clientCredentials && clientId && clientSecret)
    return same(scheme, { clientId, clientSecret });
  if (byPassword && username && password) {
    const client = {
      ...(clientId && { clientId }),
      ...(clientSecret && { clientSecret }),
    };
    return same(scheme, { username, password, ...client });
  }
  return undefined;
}

function same(scheme: Scheme, found: Credentials): Credentials {
  const old = FOUND.get(scheme);
  if (old && JSON.stringify(old) === JSON.stringify(found)) return old;
  FOUND.set(scheme, found);
  return found;
}

interface Asked {
  readonly core: Settings;
  readonly call: Call;
  readonly scheme: Scheme;
  readonly credential: Credentials;
  readonly scopes: readonly string[];
}

function all(asked: Asked): Kept[] {
  const { credential } = asked;
  const urls = TOKENS.get(credential) ?? new Map<string, Kept[]>();
  const url = urlOf(asked, tokenUrl(asked));
  const found = urls.get(url) ?? [];
  TOKENS.set(credential, urls.set(url, found));
  return found;
}

function flowOf({
  credential,
  scheme: { flows = {} },
}: Asked): Flow | undefined {
  return "username" in credential ? flows.password : flows.clientCredentials;
}

function tokenUrl(asked: Asked): string {
  return asked.credential.tokenUrl ?? flowOf(asked)?.token ?? "";
}

/** A URL of the document, which may be relative to the base URL. */
function urlOf({ call }: Asked, target: string): string {
  return new URL(target, `${call.base}/`).href;
}

/** A token that has the scopes; it may have expired. */
function current(asked: Asked): Kept | undefined {
  return all(asked).find((kept) =>
    asked.scopes.every((scope) => kept.scopes.includes(scope)),
  );
}

/** A valid token, which is requested once however many calls wait for it. */
function keep(asked: Asked): Kept {
  const old = current(asked);
  if (old && Date.now() < old.expires) return old;
  const tokens = all(asked);
  const { scopes } = old ?? asked;
  const drop = (): void => {
    const index = tokens.indexOf(made);
    // The refresh token may still be valid if its endpoint could not be reached.
    if (index >= 0) tokens.splice(index, 1, ...(old?.refresh ? [old] : []));
  };
  const token = ask({ ...asked, scopes }, old).then((answer) => {
    made.expires = answer.expires;
    made.refresh = answer.refresh ?? old?.refresh;
    made.value = answer.token;
    made.scopes = [...scopes, ...answer.scopes];
    return answer.token;
  });
  const made: Kept = { scopes, token, expires: Infinity };
  token.catch(drop);
  if (old) tokens.splice(tokens.indexOf(old), 1, made);
  else tokens.push(made);
  return made;
}

interface Answer {
  readonly token: string;
  readonly expires: number;
  readonly refresh?: string | undefined;
  /** The scopes that it names. */
  readonly scopes: readonly string[];
}

async function ask(asked: Asked, old: Kept | undefined): Promise<Answer> {
  const { credential, scopes, call } = asked;
  const url = tokenUrl(asked);
  if (old?.refresh !== undefined) {
    try {
      const at = credential.tokenUrl ?? flowOf(asked)?.refresh ?? url;
      const form = { grant_type: "refresh_token", refresh_token: old.refresh };
      return await request(asked, at, form);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      old.refresh = undefined;
    }
  }
  const form: Form =
    "username" in credential
      ? {
          grant_type: "password",
          username: credential.username,
          password: credential.password,
        }
      : { grant_type: "client_credentials" };
  if (scopes.length) form["scope"] = scopes.join(" ");
  call.options.signal?.throwIfAborted();
  return request(asked, url, form);
}

type Form = Record<string, string>;

const encode = (text: string): string => escape(text).replace(/%20/g, "+");

const TOKEN: Operation = {
  id: "token",
  foreign: true,
  method: "POST",
  path: "",
  answers: [
    { status: "2XX", readers: [{ type: "application/json", read: AsJson }] },
  ],
};

async function request(
  asked: Asked,
  target: string,
  form: Form,
): Promise<Answer> {
  const { core, call, credential } = asked;
  const { clientId, clientSecret, clientAuth = "basic" } = credential;
  const headers = new Headers({
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded",
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
  const sent = {
    ...call,
    operation: TOKEN,
    options: {},
    method: "POST",
    url: urlOf(asked, target),
    headers,
    body: Object.entries(form)
      .map((pair) => pair.map(encode).join("="))
      .join("&"),
    bare: true,
    hops: 0,
    renew: undefined,
  };
  const { reply, json } = await send(core, sent)
    .then(bodyOf)
    .catch((error: unknown) => {
      throw error instanceof APIError ? refusal(error, sent) : error;
    });
  const { status, headers: came } = reply.response;
  const body = Object(json) as Readonly<Record<string, unknown>>;
  const { access_token: token, refresh_token: refresh, scope } = body;
  if (typeof token !== "string" || !token) {
    const told = { status, headers: came, body: json, error: json };
    throw new TokenError(`${status}: the response holds no token`, told);
  }
  const seconds = parseFloat(body["expires_in"] as string);
  const life = isNaN(seconds) ? Infinity : seconds * 1000;
  return {
    token,
    expires: started + life - Math.min(30_000, life / 2),
    refresh: typeof refresh === "string" ? refresh : undefined,
    scopes: typeof scope === "string" ? scope.split(" ") : [],
  };
}

interface Refusal {
  readonly error?: unknown;
  readonly error_description?: unknown;
}

function refusal(cause: APIError, sent: Sent): TokenError {
  const { status, headers, body, retryAfter } = cause;
  const { error, error_description: more } = Object(body) as Refusal;
  const words = [error, more].filter((one) => typeof one === "string");
  const told = words.join(": ") || "no reason is given";
  const message = `${status}: the token request was refused: ${told}`;
  const failure = { status, headers, body, error: cause.error, retryAfter };
  return new TokenError(safe(message, sent), failure, { cause });
}

/** Waits for a promise that others wait for too, until the caller's own signal. */
function within<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise
      .finally(() => signal.removeEventListener("abort", stop))
      .then(resolve, reject);
  });
}
