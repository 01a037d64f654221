// What TypeScript's parser objects to: each line in is a JSON object of texts by file name, each line out one of
// objections. argv: the package.json of typescript.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const ts = createRequire(process.argv[2])("typescript");

function objections(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false);
  return file.parseDiagnostics.map((item) => ts.flattenDiagnosticMessageText(item.messageText, "\n"));
}

for await (const line of createInterface({ input: process.stdin })) {
  const found = {};
  for (const [name, text] of Object.entries(JSON.parse(line))) {
    const said = objections(name, text);
    if (said.length) found[name] = said.join("; ");
  }
  process.stdout.write(JSON.stringify(found) + "\n");
}
