"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.KeyInHeader = KeyInHeader;
exports.KeyInQuery = KeyInQuery;
exports.KeyInCookie = KeyInCookie;
exports.Bearer = Bearer;
exports.Basic = Basic;
exports.OwnTransport = OwnTransport;
exports.environment = environment;
exports.applySecurity = applySecurity;
const parameters_js_1 = require("./parameters.js");
const styles_js_1 = require("./styles.js");
function KeyInHeader(credential, target, { name = "" }) {
    target.headers.set(name, String(credential));
}
function KeyInQuery(credential, target, { name = "" }) {
    const key = (0, styles_js_1.escape)(name) + "=";
    const pair = key + (0, styles_js_1.escape)(String(credential));
    target.query.push(pair);
    target.secrets.push((url) => {
        const kept = url.search
            .slice(1)
            .split("&")
            .filter((one) => one && !one.startsWith(key));
        url.search = [...kept, pair].join("&");
    });
}
function KeyInCookie(credential, target, { name = "" }) {
    (0, parameters_js_1.addCookie)(target, `${(0, styles_js_1.escape)(name)}=${(0, styles_js_1.escape)(String(credential))}`);
}
function Bearer(credential, target, { name = "Bearer" }) {
    target.headers.set("Authorization", `${name} ${String(credential)}`);
}
function Basic(credential, target) {
    const [user, password] = credential;
    const bytes = new TextEncoder().encode(`${user}:${password}`);
    target.headers.set("Authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
}
function OwnTransport() {
}
function environment(name) {
    return (globalThis.process?.env?.[name] || undefined);
}
async function applySecurity(alternatives, prefix, given, target) {
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
