"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.serverUrl = serverUrl;
exports.absolute = absolute;
const errors_js_1 = require("./errors.js");
function serverUrl(servers, chosen, given) {
    const server = servers.find(({ name }, index) => chosen === undefined || chosen === name || chosen === index);
    if (!server && chosen !== undefined) {
        throw new errors_js_1.ConfigurationError(`there is no server ${chosen}`);
    }
    return server?.url.replace(/\{([^{}]*)\}/g, (_, name) => given[name] ?? server.variables?.[name] ?? "");
}
function absolute(url) {
    if (!url || !/^https?:\/\/[^/?#]/i.test(url)) {
        throw new errors_js_1.ConfigurationError(`no absolute baseUrl: ${url}`);
    }
    return url.replace(/\/+$/, "");
}
