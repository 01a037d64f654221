import { send } from "./core.js";
import { APIError, TokenError } from "./errors.js";
import { AsJson } from "./responses.js";
import { bodyOf } from "./results.js";
import { basic, environment } from "./security.js";
import { escape } from "./styles.js";
const TOKENS = new WeakMap();
export async function OAuth(credential, call, scheme, core) {
    const { headers } = call;
    if (typeof credential === "string") {
        headers.set("Authorization", `Bearer ${credential}`);
        return;
    }
    const needed = call.operation.scopes?.[scheme.option ?? ""] ?? [];
    const scopes = credential.scopes ?? needed;
    const asked = { core, call, scheme, credential, scopes };
    const { value } = current(asked) ?? {};
    const token = await within(keep(asked).token, call.options.signal);
    headers.set("Authorization", `Bearer ${token}`);
    if (token !== value)
        return;
    call.renew = async (error, sent) => {
        const refused = error instanceof APIError && error.status === 401;
        if (!refused || sent.get("Authorization") !== `Bearer ${token}`)
            return false;
        const old = current(asked);
        if (old?.value === token)
            old.expires = 0;
        const fresh = await within(keep(asked).token, call.options.signal);
        sent.set("Authorization", `Bearer ${fresh}`);
        return true;
    };
}
export function OAuthVariables(variable, scheme) {
    const [clientId, clientSecret, username, password] = [
        "CLIENT_ID",
        "CLIENT_SECRET",
        "USERNAME",
        "PASSWORD",
    ].map((name) => environment(`${variable}_${name}`));
    const { clientCredentials, password: byPassword } = scheme.flows ?? {};
    const token = environment(variable);
    if (token)
        return token;
    if (clientCredentials && clientId && clientSecret)
        return { clientId, clientSecret };
    if (byPassword && username && password)
        return { username, password, clientId, clientSecret };
    return undefined;
}
function all({ core, scheme }) {
    const schemes = TOKENS.get(core) ?? new Map();
    const found = schemes.get(scheme) ?? [];
    TOKENS.set(core, schemes.set(scheme, found));
    return found;
}
function current(asked) {
    return all(asked).find((kept) => asked.scopes.every((scope) => kept.scopes.includes(scope)));
}
function keep(asked) {
    const old = current(asked);
    if (old && Date.now() < old.expires)
        return old;
    const tokens = all(asked);
    const { scopes } = old ?? asked;
    const drop = () => {
        const index = tokens.indexOf(made);
        if (index >= 0)
            tokens.splice(index, 1);
    };
    const token = ask({ ...asked, scopes }, old?.refresh).then((answer) => {
        made.expires = answer.expires;
        made.refresh = answer.refresh ?? old?.refresh;
        made.value = answer.token;
        made.scopes = [...scopes, ...answer.scopes];
        return answer.token;
    });
    const made = { scopes, token, expires: Infinity };
    token.catch(drop);
    if (old)
        tokens.splice(tokens.indexOf(old), 1, made);
    else
        tokens.push(made);
    return made;
}
async function ask(asked, refresh) {
    const { credential, scopes, scheme, call } = asked;
    const { flows = {} } = scheme;
    const password = "username" in credential;
    const flow = password ? flows.password : flows.clientCredentials;
    const url = credential.tokenUrl ?? flow?.token ?? "";
    if (refresh !== undefined) {
        try {
            const at = credential.tokenUrl ?? flow?.refresh ?? url;
            const form = { grant_type: "refresh_token", refresh_token: refresh };
            return await request(asked, at, form);
        }
        catch (error) {
            if (!(error instanceof TokenError))
                throw error;
        }
    }
    const form = password
        ? {
            grant_type: "password",
            username: credential.username,
            password: credential.password,
        }
        : { grant_type: "client_credentials" };
    if (scopes.length)
        form["scope"] = scopes.join(" ");
    call.options.signal?.throwIfAborted();
    return request(asked, url, form);
}
const encode = (text) => escape(text).replace(/%20/g, "+");
const TOKEN = {
    id: "token",
    method: "POST",
    path: "",
    answers: [
        { status: "2XX", readers: [{ type: "application/json", read: AsJson }] },
    ],
};
async function request({ core, call, credential }, target, form) {
    const { clientId, clientSecret, clientAuth = "basic" } = credential;
    const headers = new Headers({
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
    });
    const agent = call.headers.get("User-Agent");
    if (agent)
        headers.set("User-Agent", agent);
    if (clientId && clientSecret && clientAuth === "basic") {
        const value = basic(encode(clientId), encode(clientSecret));
        headers.set("Authorization", value);
    }
    else {
        if (clientId)
            form["client_id"] = clientId;
        if (clientSecret)
            form["client_secret"] = clientSecret;
    }
    const { href } = new URL(target, `${call.base}/`);
    const started = Date.now();
    const { reply, json } = await send(core, {
        ...call,
        operation: TOKEN,
        options: {},
        method: "POST",
        url: href,
        headers,
        content: Object.entries(form)
            .map((pair) => pair.map(encode).join("="))
            .join("&"),
        repeatable: true,
        hops: 0,
        renew: undefined,
    })
        .then(bodyOf)
        .catch((error) => {
        throw error instanceof APIError ? refusal(error) : error;
    });
    const { status, headers: sent } = reply.response;
    const body = Object(json);
    const { access_token: token, refresh_token: refresh, scope } = body;
    if (typeof token !== "string" || !token) {
        const told = { status, headers: sent, body: json, error: json };
        throw new TokenError(`${status}: the answer holds no token`, told);
    }
    const life = Number(body["expires_in"] ?? Infinity) * 1000;
    return {
        token,
        expires: started + life - Math.min(30_000, life / 2),
        refresh: typeof refresh === "string" ? refresh : undefined,
        scopes: typeof scope === "string" ? scope.split(" ") : [],
    };
}
function refusal(cause) {
    const { status, body } = cause;
    const { error } = Object(body);
    const told = typeof error === "string" ? error : "an error";
    return new TokenError(`${status}: no token: ${told}`, { ...cause }, { cause });
}
function within(promise, signal) {
    if (!signal)
        return promise;
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted)
            stop();
        signal.addEventListener("abort", stop, { once: true });
        promise
            .finally(() => signal.removeEventListener("abort", stop))
            .then(resolve, reject);
    });
}
