// Finds what to change in a TypeScript program when names of an SDK change. Reads a request as JSON from standard input
// and writes edits and places as JSON; offsets are those of the compiler, in UTF-16. The types decide: a name is
// changed where its symbol is declared in the SDK's package.
"use strict";
const fs = require("fs");
const path = require("path");

const request = JSON.parse(fs.readFileSync(0, "utf8"));
const { renames } = request;
const ts = require(compilerFolder());
const MARK = "// codegen: ";

function compilerFolder() {
  for (const folder of request.compilers) {
    try {
      return require.resolve("typescript", { paths: [folder] });
    } catch {
      // the next one
    }
  }
  process.stdout.write(JSON.stringify({ missing: true }));
  process.exit(0);
}

function makeProgram() {
  const first = path.dirname(path.resolve(request.files[0]));
  const config = ts.findConfigFile(first, ts.sys.fileExists);
  let options = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
  };
  if (config !== undefined) {
    const read = ts.readConfigFile(config, ts.sys.readFile);
    options = ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, path.dirname(config)).options;
  }
  const paths = { ...(options.paths ?? {}) };
  for (const folder of request.sdk) {
    const told = path.join(folder, "package.json");
    if (!fs.existsSync(told)) continue;
    const about = JSON.parse(fs.readFileSync(told, "utf8"));
    if (about.name !== renames.package[0]) continue;
    const types = path.resolve(folder, about.types ?? "index.d.ts");
    paths[about.name] = [types];
    paths[`${about.name}/*`] = [path.join(path.dirname(types), "*")];
  }
  return ts.createProgram({
    rootNames: request.files,
    options: { ...options, paths, noEmit: true, allowJs: true, checkJs: false, skipLibCheck: true },
  });
}

const program = makeProgram();
const checker = program.getTypeChecker();
const { constantOf, keptPlace, startOf } = require("./groups.cjs")({ ts, checker, renames, pathOf });
const { movedImport } = require("./modules.cjs")({ ts, renames });
const { changed, isChanged, look, ownFields, wayTo } = require("./texts.cjs")({ ts, program, checker, renames, pathOf, ofSdk, ofPackage });
const { reformed } = require("./forms.cjs")({ ts, checker });
const roots = [...request.sdk, ...installed()].map((folder) => fs.realpathSync(folder) + path.sep);
const edits = {};
const told = [];

/** Where the package is that files import, also if that is behind a link. */
function installed() {
  const options = program.getCompilerOptions();
  const found = ts.resolveModuleName(renames.package[0], path.resolve(request.files[0]), options, ts.sys).resolvedModule;
  let folder = found === undefined ? "" : path.dirname(found.resolvedFileName);
  while (folder && folder !== path.dirname(folder)) {
    const told = path.join(folder, "package.json");
    if (fs.existsSync(told) && JSON.parse(fs.readFileSync(told, "utf8")).name === renames.package[0]) return [folder];
    folder = path.dirname(folder);
  }
  return [];
}

function ofSdk(symbol) {
  return (symbol?.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile().fileName;
    if (file.includes(`/node_modules/${renames.package[0]}/`)) return true;
    const real = path.resolve(file);
    return roots.some((root) => real.startsWith(root));
  });
}

function resolved(symbol) {
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The name of the class, interface, enum or constant that declares a member. */
function ownersOf(symbol) {
  const found = new Set();
  for (const declaration of symbol.declarations ?? []) {
    let at = declaration.parent;
    while (at !== undefined && at.name === undefined) at = at.parent;
    if (at?.name !== undefined && ts.isIdentifier(at.name)) found.add(at.name.text);
  }
  return found;
}

/** A group or method that a member of the client or of a group is, by its path. */
function pathOf(symbol) {
  if (symbol === undefined || !ofSdk(symbol)) return undefined;
  for (const owner of ownersOf(symbol)) {
    const group = owner in renames.clients ? "" : renames.classes[owner];
    if (group === undefined) continue;
    const found = group === "" ? symbol.name : `${group}.${symbol.name}`;
    if (found in renames.methods || found in renames.groups) return found;
  }
  return undefined;
}

function ofPackage(module) {
  return module === renames.package[0] || module.startsWith(`${renames.package[0]}/`);
}

/** Whether an expression is of a member by its name: behind a dot, or in brackets. */
function isAccess(node) {
  return ts.isPropertyAccessExpression(node) || (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression));
}

function nameOf(node) {
  return ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
}

function symbolOf(node) {
  if (ts.isPropertyAccessExpression(node)) return checker.getSymbolAtLocation(node.name);
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
  return checker.getPropertyOfType(type, node.argumentExpression.text);
}

function groupOf(node) {
  const symbol = checker.getNonNullableType(checker.getTypeAtLocation(node)).getSymbol();
  if (symbol === undefined || !ofSdk(symbol)) return undefined;
  return symbol.name in renames.clients ? "" : renames.classes[symbol.name];
}

for (const name of request.files) {
  const file = program.getSourceFile(name);
  if (file === undefined) continue;
  const errors = program.getSyntacticDiagnostics(file);
  if (errors.length > 0) {
    const at = file.getLineAndCharacterOfPosition(errors[0].start ?? 0);
    const text = ts.flattenDiagnosticMessageText(errors[0].messageText, " ");
    edits[name] = { left: `line ${at.line + 1}: ${text}` };
    continue;
  }
  edits[name] = { edits: rewritten(name, file) };
}
process.stdout.write(JSON.stringify({ files: edits, told }));

function rewritten(name, file) {
  const found = new Map();
  const text = file.text;
  const used = new Set();
  const marks = new Set();
  const written = new Set(); // objects of arguments whose members have their names already

  const replace = (start, end, made) => {
    if (text.slice(start, end) !== made) found.set(`${start}:${end}`, [start, end, made]);
  };
  const rename = (node, made) => {
    const quote = ts.isStringLiteralLike(node) ? 1 : 0;
    replace(node.getStart(file) + quote, node.end - quote, made);
  };

  function mark(node, why) {
    let at = node;
    while (!(ts.isBlock(at.parent) || ts.isSourceFile(at.parent) || ts.isCaseOrDefaultClause(at.parent) ||
      ts.isModuleBlock(at.parent) || ts.isClassLike(at.parent))) at = at.parent;
    const start = at.getStart(file);
    const line = text.lastIndexOf("\n", start - 1) + 1;
    const key = `${line}:${why}`;
    if (marks.has(key)) return;
    marks.add(key);
    const indent = /^[ \t]*/.exec(text.slice(line))[0];
    const before = found.get(`${line}:${line}`)?.[2] ?? "";
    found.set(`${line}:${line}`, [line, line, `${before}${indent}${MARK}${why}\n`]);
    const place = file.getLineAndCharacterOfPosition(node.getStart(file));
    told.push({ file: name, line: place.line + 1, text: why });
  }

  /** Gives a member of an object its new name, which stands alone where its value is called the same. */
  function renameKey(item, made) {
    const value = item.initializer;
    const alone = ts.isPropertyAssignment(item) && ts.isIdentifier(value) && value.text === made;
    if (alone && text.slice(item.name.end, value.getStart(file)).trim() === ":") replace(item.getStart(file), item.end, made);
    else rename(item.name, made);
  }

  /** Gives a member its new name; it is gone where the new name is null. */
  function member(node, names, owner) {
    const made = names[node.text];
    if (made === undefined || made === node.text) return;
    if (made === null) mark(node, `\`${owner}.${node.text}\` is gone`);
    else rename(node, made);
  }

  function members(node, symbol) {
    if (symbol === undefined || !ofSdk(symbol)) return undefined;
    for (const owner of ownersOf(symbol)) {
      for (const table of [renames.fields, renames.members]) {
        if (table[owner] !== undefined && node.text in table[owner]) return [table[owner], owner];
      }
      if (owner === renames.optionsType && node.text in renames.options) return [renames.options, owner];
    }
    return undefined;
  }

  function chain(node) {
    const names = [];
    let at = node;
    while (isAccess(at) && pathOf(symbolOf(at)) !== undefined) {
      names.unshift(at);
      at = at.expression;
    }
    return [at, names];
  }

  function lead(node, target, old) {
    const [base, names] = chain(node);
    let words = target.split(".");
    const group = groupOf(base);
    if (group) {
      const moved = startOf(base, group);
      const before = moved ? moved.split(".") : [];
      if (moved === null || moved === undefined || !target.startsWith(`${moved}.`)) {
        mark(node, `\`client.${old}\` is \`client.${target}\` now, and not in the group of the others`);
        return;
      }
      words = words.slice(before.length);
    }
    if (names.length === 0 || words.length === 0) return;
    if (names.length !== words.length && names.some((item) => item.questionDotToken || !ts.isPropertyAccessExpression(item))) {
      replace(base.end, node.end, `${names[0].questionDotToken ? "?." : "."}${words.join(".")}`);
      return;
    }
    const shared = Math.min(names.length, words.length) - 1;
    for (let index = 0; index < shared; index += 1) rename(nameOf(names[index]), words[index]);
    rename(nameOf(names[names.length - 1]), words[words.length - 1]);
    for (const item of names.slice(shared, -1)) replace(item.expression.end, item.end, "");
    if (words.length > names.length) {
      const end = (shared > 0 ? names[shared - 1] : base).end;
      replace(end, end, words.slice(shared, -1).map((word) => `.${word}`).join(""));
    }
  }

  function property(node) {
    const symbol = symbolOf(node);
    const known = pathOf(symbol);
    if (known !== undefined && known in renames.methods) {
      const { to, told, form, without } = moveOf(node, known);
      if (to === null) {
        mark(node, `\`client.${known}\` is gone`);
        return;
      }
      const [base] = chain(node);
      const group = groupOf(base);
      if (to !== known || (group && startOf(base, group) !== group)) lead(node, to, known);
      const why = told && called(node, form) ? reform(node.parent, form, 0, without) : told;
      if (why) mark(node, `\`client.${to}\` takes other arguments: ${why}`);
    } else if (known !== undefined) {
      const outer = isAccess(node.parent) && node.parent.expression === node;
      if (outer && pathOf(symbolOf(node.parent)) !== undefined) return;
      const made = constantOf(node);
      const scattered = renames.scattered[known];
      const to = scattered === undefined ? renames.groups[known] : made === undefined ? null : keptPlace(made, known);
      if (scattered !== undefined && to === null) mark(node, `${scattered}; which of them are meant is not seen here`);
      else if (to === null) mark(node, `the methods of \`client.${known}\` went to several groups`);
      else if (to !== known) lead(node, to, known);
    } else if (symbol === undefined) {
      unknown(node);
    } else {
      const found_ = members(nameOf(node), symbol);
      if (found_ !== undefined) member(nameOf(node), ...found_);
      else if (ts.isPropertyAccessExpression(node)) {
        exported(node.name, symbol);
        standalone(node, symbol);
      }
    }
  }

  /** What became of a method: of the one that streams, where a member of the arguments said that it does. */
  function moveOf(node, known) {
    const move = renames.methods[known];
    if (!move.twin || !ts.isCallExpression(node.parent) || node.parent.expression !== node) return move;
    for (const argument of node.parent.arguments) {
      if (!ts.isObjectLiteralExpression(argument)) continue;
      const member = argument.properties.find((item) => item.name?.text === move.switch);
      if (member === undefined || !ts.isPropertyAssignment(member)) continue;
      if (member.initializer.kind === ts.SyntaxKind.TrueKeyword) return { ...renames.methods[move.twin], without: move.switch };
      if (member.initializer.kind === ts.SyntaxKind.FalseKeyword) return { ...move, without: move.switch };
    }
    return move;
  }

  function called(node, form) {
    return form !== null && ts.isCallExpression(node.parent) && node.parent.expression === node;
  }

  /** Gives a call its new form; returns why it cannot. */
  function reform(call, form, lead, without) {
    const made = reformed(call, form, file, lead, without);
    if (typeof made === "string") {
      for (const item of call.arguments) written.add(item); // what does not fit is told once, with the call
      return made;
    }
    for (const [start, end, parts] of made.edits) found.set(`${start}:${end}:form`, [start, end, parts]);
    for (const item of made.objects) written.add(item);
    return undefined;
  }

  /** Gives the call of a function beside a method its new form: the core comes first. */
  function standalone(node, symbol) {
    const target = resolved(symbol);
    const known = target !== undefined && ofSdk(target) ? renames.functions[target.name] : undefined;
    const { to, told, form } = known === undefined ? {} : renames.methods[known];
    if (!to || !told) return;
    const why = called(node, form) ? reform(node.parent, form, 1) : told;
    if (why) mark(node, `\`${renames.types[target.name] ?? target.name}\` takes other arguments: ${why}`);
  }

  /** Marks a chain that looks like a changed method, and whose type nobody knows. */
  function unknown(node) {
    const names = [];
    let at = node;
    while (isAccess(at)) {
      names.unshift(nameOf(at).text);
      at = at.expression;
    }
    for (let index = 0; index < names.length - 1; index += 1) {
      const like = names.slice(index).join(".");
      const move = renames.methods[like];
      if (move === undefined || (move.to === like && !move.told)) continue;
      const what = move.to === null ? "is gone" : move.to === like ? "takes other arguments" : `is \`client.${move.to}\` now`;
      mark(node, `if this is the client, \`client.${like}\` ${what}`);
      return;
    }
  }

  function exported(node, symbol) {
    const target = resolved(symbol);
    if (target === undefined || !ofSdk(target) || target.name !== node.text) return;
    const made = renames.types[target.name];
    if (made === null) mark(node, `\`${node.text}\` is gone`);
    else if (made !== undefined && made !== node.text) rename(node, made);
  }

  /** The declaration by which a file imports a name from the SDK itself. */
  function imported(symbol) {
    return (symbol?.declarations ?? []).find((item) =>
      ts.isImportSpecifier(item) && ofPackage(item.parent.parent.parent.moduleSpecifier.text));
  }

  function renamedType(node, symbol) {
    const target = resolved(symbol);
    if (target === undefined || !ofSdk(target) || target.name !== node.text) return undefined;
    return renames.types[target.name];
  }

  function taken(word) {
    const declared = checker.resolveName(word, file, ts.SymbolFlags.All, true);
    return (declared?.declarations ?? []).some((item) => item.getSourceFile() === file);
  }

  function specifier(node) {
    const from = node.parent.parent.moduleSpecifier ?? node.parent.parent.parent.moduleSpecifier;
    const own = node.propertyName ?? node.name;
    if (from !== undefined && !ofPackage(from.text)) return;
    const symbol = from === undefined ? checker.getExportSpecifierLocalTargetSymbol(node) : checker.getSymbolAtLocation(own);
    if (from === undefined && imported(symbol) === undefined) return;
    const made = renamedType(own, symbol);
    if (made === null) mark(node, `\`${own.text}\` is gone`);
    if (from !== undefined && made !== null && own.text in renames.views) mark(node, renames.views[own.text]);
    if (made === undefined || made === null || made === own.text) return;
    if (from !== undefined && from.text.includes("/groups/") && renames.homes[own.text] === undefined) {
      mark(node, `\`${made}\` is in the module of its group, which may be another now`);
    }
    if (node.propertyName !== undefined) rename(own, made);
    else if (ts.isExportSpecifier(node) || taken(made)) rename(own, `${made} as ${own.text}`);
    else rename(own, made);
    if (ts.isImportSpecifier(node) && taken(made)) used.add(own.text);
  }

  /** Leads an import, or an export, to the modules that have its names now. */
  function moved(node) {
    const made = movedImport(node, file);
    if (typeof made === "string") mark(node, made);
    for (const [start, end, parts] of made === undefined || typeof made === "string" ? [] : made) {
      found.set(`${start}:${end}:moved`, [start, end, parts]);
    }
  }

  function literal(node) {
    const target = ts.isBinaryExpression(node.parent) && node.parent.left === node; // `({ a } = b)` takes apart
    const type = target ? checker.getTypeAtLocation(node.parent.right) : checker.getContextualType(node);
    if (type === undefined || written.has(node)) return;
    const parts = type.isUnion() ? type.types : [type];
    for (const item of node.properties) {
      if (item.name === undefined || !(ts.isIdentifier(item.name) || ts.isStringLiteral(item.name))) continue;
      for (const part of parts) {
        const symbol = checker.getPropertyOfType(part, item.name.text);
        const table = members(item.name, symbol);
        if (table === undefined) {
          const keys = symbol !== undefined && changed.has(item.name.text) && ofKeys(part);
          if (keys || (pathOf(symbol) !== undefined && isChanged(symbol, item.name.text, members))) {
            mark(item, `\`${item.name.text}\` has another name or place in the SDK now`);
          }
          continue;
        }
        const made = table[0][item.name.text];
        if (made === null) mark(node, `\`${table[1]}.${item.name.text}\` is gone`);
        else if (ts.isShorthandPropertyAssignment(item)) replace(item.name.getStart(file), item.name.getStart(file), `${made}: `);
        else if (ts.isIdentifier(item.name)) renameKey(item, made);
        else replace(item.name.getStart(file) + 1, item.name.end - 1, made);
        break;
      }
    }
  }

  /** Whether a type has the names of a type's fields, and other values: `Record<keyof Trip, string>`. */
  function ofKeys(type) {
    const own = type.aliasSymbol ?? type.symbol;
    if (own !== undefined && ofSdk(own)) return false; // its own fields, which have these names
    const properties = type.getProperties();
    return ownFields(properties.map((item) => item.name)) && !properties.some((item) => item.valueDeclaration !== undefined && !ofSdk(item));
  }

  /** Leads a pattern to a group or a method of another place. */
  function takenApart(item, own, known) {
    const above = known.slice(0, Math.max(0, known.lastIndexOf(".")));
    const move = renames.methods[known] ?? { to: renames.groups[known] };
    if (move.to === known && (above === "" || renames.groups[above] === above) && !move.told) return;
    const words = move.told || renames.scattered[known] ? null : wayTo(known);
    if (words === null) {
      mark(item, `\`client.${known}\` ${move.told ? `takes other arguments: ${move.told}` : move.to ? `is \`client.${move.to}\` now` : "is gone"}`);
      return;
    }
    const opened = words.slice(0, -1).map((word) => `${word}: { `).join("");
    if (item.propertyName === undefined) replace(own.getStart(file), own.getStart(file), `${opened}${words.at(-1) === own.text ? "" : `${words.at(-1)}: `}`);
    else replace(own.getStart(file), own.end, `${opened}${words.at(-1)}`);
    if (words.length > 1) replace(item.end, item.end, " }".repeat(words.length - 1));
  }

  function pattern(node) {
    const type = checker.getTypeAtLocation(node);
    for (const item of node.elements) {
      const own = item.propertyName ?? item.name;
      if (!ts.isIdentifier(own) || item.dotDotDotToken !== undefined) continue;
      const symbol = checker.getPropertyOfType(checker.getNonNullableType(type), own.text);
      const known = pathOf(symbol);
      if (known !== undefined) takenApart(item, own, known);
      const table = members(own, symbol);
      if (table === undefined) continue;
      const made = table[0][own.text];
      if (made === null) mark(node, `\`${table[1]}.${own.text}\` is gone`);
      else if (item.propertyName === undefined) replace(own.getStart(file), own.getStart(file), `${made}: `);
      else rename(own, made);
    }
  }

  function visit(node) {
    for (const range of ts.isStatement(node) || ts.isClassElement(node)
      ? ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [] : []) {
      const line = text.lastIndexOf("\n", range.pos - 1) + 1;
      if (text.startsWith(MARK, range.pos) && text.slice(line, range.pos).trim() === "") {
        const end = text.indexOf("\n", range.end);
        found.set(`${line}:-`, [line, end < 0 ? range.end : end + 1, ""]);
      }
    }
    if (ts.isStringLiteral(node) && ofPackage(node.text) && renames.package[0] !== renames.package[1]) {
      const at = node.parent;
      if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isExternalModuleReference(at) ||
        ts.isLiteralTypeNode(at) || ts.isCallExpression(at) || ts.isModuleDeclaration(at)) {
        const start = node.getStart(file) + 1;
        replace(start, start + renames.package[0].length, renames.package[1]);
      }
    }
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) moved(node);
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) specifier(node);
    else if (isAccess(node)) property(node);
    else if (ts.isQualifiedName(node)) exported(node.right, checker.getSymbolAtLocation(node.right));
    else if (ts.isObjectLiteralExpression(node)) literal(node);
    else if (ts.isObjectBindingPattern(node)) pattern(node);
    else if (ts.isIdentifier(node)) identifier(node);
    look(node, { mark, members, rename });
    ts.forEachChild(node, visit);
  }

  function identifier(node) {
    const at = node.parent;
    if (ts.isImportSpecifier(at) || ts.isExportSpecifier(at)) return;
    if ((ts.isPropertyAccessExpression(at) && at.name === node) || (ts.isQualifiedName(at) && at.right === node)) return;
    const symbol = ts.isShorthandPropertyAssignment(at)
      ? checker.getShorthandAssignmentValueSymbol(at) : checker.getSymbolAtLocation(node);
    if (imported(symbol) === undefined) return;
    standalone(node, symbol);
    const made = renamedType(node, symbol);
    if (!made || made === node.text || taken(made)) return;
    if (ts.isShorthandPropertyAssignment(at)) rename(node, `${node.text}: ${made}`);
    else rename(node, made);
  }

  visit(file);
  return [...found.values()];
}
