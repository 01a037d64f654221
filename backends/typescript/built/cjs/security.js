"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.InHeader = InHeader;
exports.InQuery = InQuery;
exports.InCookie = InCookie;
exports.Bearer = Bearer;
exports.Basic = Basic;
exports.OwnTransport = OwnTransport;
exports.environment = environment;
exports.applySecurity = applySecurity;
const errors_js_1 = require("./errors.js");
const parameters_js_1 = require("./parameters.js");
const styles_js_1 = require("./styles.js");
function InHeader(credential, target, { name = "" }) {
    target.headers.set(name, (0, parameters_js_1.headerText)(String(credential), name));
}
function InQuery(credential, target, { name = "" }) {
    target.query.push(`${(0, styles_js_1.escape)(name)}=${(0, styles_js_1.escape)(String(credential))}`);
}
function InCookie(credential, target, { name = "" }) {
    target.cookies.push(`${(0, styles_js_1.escape)(name)}=${(0, styles_js_1.escape)(String(credential))}`);
}
function Bearer(credential, target, { name = "Bearer" }) {
    target.headers.set("Authorization", (0, parameters_js_1.headerText)(`${name} ${String(credential)}`, "Authorization"));
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
function fromEnvironment(variables = []) {
    const found = variables.map(environment);
    if (!found.length || found.includes(undefined))
        return undefined;
    return found.length === 1 ? found[0] : found;
}
async function applySecurity(alternatives, schemes, given, target) {
    const find = (name) => given[name] ??
        (schemes[name]?.given || fromEnvironment(schemes[name]?.variables));
    const met = alternatives.find((names) => names.every((name) => find(name) !== undefined));
    for (const name of met ?? []) {
        const credential = find(name);
        const scheme = schemes[name];
        if (!scheme)
            throw new errors_js_1.ConfigurationError(`there is no security scheme ${name}`);
        const value = typeof credential === "function" ? await credential() : credential;
        scheme.apply(value, target, scheme);
    }
}
