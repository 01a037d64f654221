import { ConfigurationError } from "./errors.js";
export function serverUrl(servers, chosen, given) {
    const server = servers.find(({ name }, index) => chosen === undefined || chosen === name || chosen === index);
    if (!server && chosen !== undefined) {
        throw new ConfigurationError(`there is no server ${chosen}`);
    }
    return server?.url.replace(/\{([^{}]*)\}/g, (_, name) => given[name] ?? server.variables?.[name] ?? "");
}
export function absolute(url) {
    if (!url || !/^https?:\/\/[^/?#]/i.test(url)) {
        throw new ConfigurationError(`no absolute baseUrl: ${url}`);
    }
    return url.replace(/\/+$/, "");
}
