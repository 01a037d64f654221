import { ConfigurationError } from "./errors.js";
export function serverUrl(servers, chosen, given) {
    if (!servers.length && chosen === undefined)
        return undefined;
    const server = typeof chosen === "string"
        ? servers.find(({ name }) => name === chosen)
        : servers[chosen ?? 0];
    if (!server)
        throw new ConfigurationError(`there is no server ${chosen}`);
    return server.url.replace(/\{([^{}]*)\}/g, (_, name) => {
        const value = given[name] ?? server.variables?.[name];
        if (value === undefined)
            throw new ConfigurationError(`the server variable ${name} has no value`);
        return value;
    });
}
export function absolute(url) {
    if (!url || !/^https?:\/\/[^/?#]+/i.test(url)) {
        throw new ConfigurationError(`there is no absolute base URL (${url ?? "none"}): give baseUrl`);
    }
    return url.replace(/\/+$/, "");
}
