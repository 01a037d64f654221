// What the TypeScript compiler reads in files: literals, identifiers and comments. Lines of JSON on stdin name files; for
// each line, a list of what is in the files goes out. The argument is the compiler's package.json.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const ts = createRequire(process.argv[2])("typescript");

function read(path) {
  const text = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = { errors: file.parseDiagnostics.map((item) => ts.flattenDiagnosticMessageText(item.messageText, "\n")) };
  const strings = [], names = [], others = [], comments = new Map();
  const note = (ranges) => ranges?.forEach((range) => comments.set(range.pos, text.slice(range.pos, range.end)));
  const visit = (node) => {
    note(ts.getLeadingCommentRanges(text, node.getFullStart()));
    note(ts.getTrailingCommentRanges(text, node.getEnd()));
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) strings.push(node.text);
    else if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push(node.text);
    else if (ts.isTemplateExpression(node)) others.push(node.getText());
    else if (ts.isRegularExpressionLiteral(node)) others.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  note(ts.getLeadingCommentRanges(text, file.endOfFileToken.getFullStart()));
  return { ...found, strings, names, others, comments: [...comments.values()] };
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(JSON.stringify(JSON.parse(line).files.map(read)) + "\n");
