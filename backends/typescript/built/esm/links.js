const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?/y;
export function LinkTarget(headers, { header, rel: relation = "" }) {
    const field = headers.get(header);
    TARGET.lastIndex = 0;
    for (let entry = TARGET.exec(field ?? ""); entry; entry = TARGET.exec(field ?? "")) {
        PARAMETER.lastIndex = TARGET.lastIndex;
        let relations;
        for (let found = PARAMETER.exec(field ?? ""); found; found = PARAMETER.exec(field ?? "")) {
            TARGET.lastIndex = PARAMETER.lastIndex;
            if (found[1]?.toLowerCase() === "rel") {
                relations ??= (found[2] ?? found[3] ?? "").toLowerCase().split(/\s+/);
            }
        }
        if (relations?.includes(relation.toLowerCase()))
            return entry[1];
    }
    return undefined;
}
