"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.serverUrl = serverUrl;
exports.absolute = absolute;
const errors_js_1 = require("./errors.js");
function serverUrl(servers, chosen, given) {
    if (!servers.length && chosen === undefined)
        return undefined;
    const server = typeof chosen === "string"
        ? servers.find(({ name }) => name === chosen)
        : servers[chosen ?? 0];
    if (!server)
        throw new errors_js_1.ConfigurationError(`there is no server ${chosen}`);
    return server.url.replace(/\{([^{}]*)\}/g, (_, name) => {
        const value = given[name] ?? server.variables?.[name];
        if (value === undefined)
            throw new errors_js_1.ConfigurationError(`the server variable ${name} has no value`);
        return value;
    });
}
function absolute(url) {
    if (!url || !/^https?:\/\/[^/?#]+/i.test(url)) {
        throw new errors_js_1.ConfigurationError(`there is no absolute base URL (${url ?? "none"}): give baseUrl`);
    }
    return url.replace(/\/+$/, "");
}
