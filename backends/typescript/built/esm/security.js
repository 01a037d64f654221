import { addCookie } from "./parameters.js";
import { escape } from "./styles.js";
export function KeyInHeader(credential, target, { name = "" }) {
    target.headers.set(name, credential);
}
export function KeyInQuery(credential, target, { name = "" }) {
    const key = `${escape(name)}=`;
    const old = target.query.findIndex((pair) => pair.startsWith(key));
    if (old >= 0)
        target.query.splice(old, 1);
    target.query.push(key + escape(String(credential)));
}
export function KeyInCookie(credential, target, { name = "" }) {
    addCookie(target, `${escape(name)}=${escape(String(credential))}`, true);
}
export function Bearer(credential, target, { name = "Bearer" }) {
    target.headers.set("Authorization", `${name} ${credential}`);
}
export function Basic([user, password], { headers }) {
    headers.set("Authorization", basic(user, password));
}
export function basic(user, password) {
    const bytes = new TextEncoder().encode(`${user}:${password}`);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
export function UserAndPassword(name) {
    const user = environment(`${name}_USERNAME`);
    const password = environment(`${name}_PASSWORD`);
    return user && password ? [user, password] : undefined;
}
export const OwnTransport = () => true;
export function environment(name) {
    return (globalThis.process?.env?.[name] || undefined);
}
export async function applySecurity(core, call) {
    const find = (scheme) => {
        const { option = "", variable = "", read = environment } = scheme;
        const own = core.options;
        return own[option] ?? read(variable, scheme);
    };
    const met = call.operation.security?.find((schemes) => schemes.every((scheme) => find(scheme) !== undefined));
    for (const scheme of met ?? []) {
        const found = find(scheme);
        const credential = typeof found === "function" ? await found() : found;
        await scheme.apply(credential, call, scheme, core);
    }
}
