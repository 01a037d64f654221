import { ConfigurationError } from "./errors.js";
import { headerText } from "./parameters.js";
import { escape } from "./styles.js";
export function InHeader(credential, target, { name = "" }) {
    target.headers.set(name, headerText(String(credential), name));
}
export function InQuery(credential, target, { name = "" }) {
    target.query.push(`${escape(name)}=${escape(String(credential))}`);
}
export function InCookie(credential, target, { name = "" }) {
    target.cookies.push(`${escape(name)}=${escape(String(credential))}`);
}
export function Bearer(credential, target, { name = "Bearer" }) {
    target.headers.set("Authorization", headerText(`${name} ${String(credential)}`, "Authorization"));
}
export function Basic(credential, target) {
    const [user, password] = credential;
    const bytes = new TextEncoder().encode(`${user}:${password}`);
    target.headers.set("Authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
}
export function OwnTransport() {
}
export function environment(name) {
    return (globalThis.process?.env?.[name] || undefined);
}
function fromEnvironment(variables = []) {
    const found = variables.map(environment);
    if (!found.length || found.includes(undefined))
        return undefined;
    return found.length === 1 ? found[0] : found;
}
export async function applySecurity(alternatives, schemes, given, target) {
    const find = (name) => given[name] ??
        (schemes[name]?.given || fromEnvironment(schemes[name]?.variables));
    const met = alternatives.find((names) => names.every((name) => find(name) !== undefined));
    for (const name of met ?? []) {
        const credential = find(name);
        const scheme = schemes[name];
        if (!scheme)
            throw new ConfigurationError(`there is no security scheme ${name}`);
        const value = typeof credential === "function" ? await credential() : credential;
        scheme.apply(value, target, scheme);
    }
}
