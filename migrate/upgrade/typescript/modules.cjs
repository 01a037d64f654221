// Where the functions beside methods, and the classes of their arguments, are imported from now.
"use strict";

module.exports = ({ ts, renames }) => {
  const [old, made] = renames.package;

  /** Returns the edits that lead an import, or an export, to other modules; a text says why there are none. */
  function movedImport(node, file) {
    const from = node.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith(`${old}/`)) return undefined;
    const module = from.text.slice(old.length + 1);
    if (module !== "client" && !Object.hasOwn(renames.modules, module)) return undefined;
    const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    const listed = bindings !== undefined && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings));
    const places = new Map();
    for (const item of listed ? bindings.elements : []) {
      const place = renames.homes[(item.propertyName ?? item.name).text] ?? module;
      places.set(place, [...(places.get(place) ?? []), item]);
    }
    if (places.size === 0) {
      const place = module === "client" ? module : renames.modules[module];
      if (place === null) return `the functions of \`${from.text}\` went to several modules`;
      places.set(place, []);
    }
    if (places.size === 1) {
      const [place] = places.keys();
      return [[from.getStart(file) + old.length + 2, from.end - 1, place]];
    }
    const { text } = file;
    const start = node.getStart(file);
    const quote = text[from.getStart(file)];
    const head = text.slice(start, bindings.getStart(file));
    const parts = [...places].flatMap(([place, inside], index) => [
      index > 0 ? `\n${head}{ ` : `${head}{ `,
      ...inside.flatMap((item, at) => [...(at > 0 ? [", "] : []), [item.getStart(file), item.end]]),
      ` } from ${quote}${made}/${place}${quote}${text[node.end - 1] === ";" ? ";" : ""}`,
    ]);
    return [[start, node.end, parts]];
  }

  return { movedImport };
};
