import { addCookie } from "./parameters.js";
import { escape } from "./styles.js";
export function KeyInHeader(credential, target, { name = "" }) {
    target.headers.set(name, String(credential));
}
export function KeyInQuery(credential, target, { name = "" }) {
    const key = escape(name) + "=";
    const pair = key + escape(String(credential));
    target.query.push(pair);
    target.secrets.push((url) => {
        const kept = url.search
            .slice(1)
            .split("&")
            .filter((one) => one && !one.startsWith(key));
        url.search = [...kept, pair].join("&");
    });
}
export function KeyInCookie(credential, target, { name = "" }) {
    addCookie(target, `${escape(name)}=${escape(String(credential))}`);
}
export function Bearer(credential, target, { name = "Bearer" }) {
    target.headers.set("Authorization", `${name} ${String(credential)}`);
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
export async function applySecurity(alternatives, prefix, given, target) {
    const find = ({ option = "", variables = [], given: known, }) => {
        const found = variables.map((variable) => environment(`${prefix}_${variable}`));
        const value = given[option];
        return value ?? known ?? (found[1] ? found : found[0]);
    };
    const met = alternatives.find((schemes) => schemes.every((scheme) => find(scheme) !== undefined));
    for (const scheme of met ?? []) {
        const credential = find(scheme);
        scheme.apply(typeof credential === "function" ? await credential() : credential, target, scheme);
    }
}
