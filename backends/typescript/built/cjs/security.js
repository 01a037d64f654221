"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.OwnTransport = void 0;
exports.KeyInHeader = KeyInHeader;
exports.KeyInQuery = KeyInQuery;
exports.KeyInCookie = KeyInCookie;
exports.Bearer = Bearer;
exports.Basic = Basic;
exports.basic = basic;
exports.UserAndPassword = UserAndPassword;
exports.environment = environment;
exports.applySecurity = applySecurity;
const parameters_js_1 = require("./parameters.js");
const styles_js_1 = require("./styles.js");
function KeyInHeader(credential, target, { name = "" }) {
    target.headers.set(name, credential);
}
function KeyInQuery(credential, target, { name = "" }) {
    const key = `${(0, styles_js_1.escape)(name)}=`;
    const old = target.query.findIndex((pair) => pair.startsWith(key));
    if (old >= 0)
        target.query.splice(old, 1);
    target.query.push(key + (0, styles_js_1.escape)(String(credential)));
}
function KeyInCookie(credential, target, { name = "" }) {
    (0, parameters_js_1.addCookie)(target, `${(0, styles_js_1.escape)(name)}=${(0, styles_js_1.escape)(String(credential))}`, true);
}
function Bearer(credential, target, { name = "Bearer" }) {
    target.headers.set("Authorization", `${name} ${credential}`);
}
function Basic([user, password], { headers }) {
    headers.set("Authorization", basic(user, password));
}
function basic(user, password) {
    const bytes = new TextEncoder().encode(`${user}:${password}`);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
function UserAndPassword(name) {
    const user = environment(`${name}_USERNAME`);
    const password = environment(`${name}_PASSWORD`);
    return user && password ? [user, password] : undefined;
}
const OwnTransport = () => true;
exports.OwnTransport = OwnTransport;
function environment(name) {
    return (globalThis.process?.env?.[name] || undefined);
}
async function applySecurity(core, call) {
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
