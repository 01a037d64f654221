// Parses every .ts file below a folder and prints what its parser objects to: node parse_typescript.cjs TOOLS FOLDER
const { readdirSync, readFileSync, statSync } = require("node:fs");
const { join } = require("node:path");

const [tools, folder] = process.argv.slice(2);
const ts = require(join(tools, "node_modules", "typescript"));

function* files(at) {
  for (const name of readdirSync(at).sort()) {
    const path = join(at, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (name.endsWith(".ts")) yield path;
  }
}

let faults = 0;
for (const path of files(folder)) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, false);
  for (const item of source.parseDiagnostics) {
    const { line, character } = source.getLineAndCharacterOfPosition(item.start);
    const text = ts.flattenDiagnosticMessageText(item.messageText, " ");
    console.log(`${path}(${line + 1},${character + 1}): error TS${item.code}: ${text}`);
    faults += 1;
  }
}
process.exit(faults ? 1 : 0);
