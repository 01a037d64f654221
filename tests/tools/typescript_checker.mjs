// Says what tsc and prettier say of folders: an order in JSON a line on stdin, their text in JSON a line on stdout. It
// goes with its input. The first argument is the folder of the packages that tests/tools/typescript pins.
//
// A tsc of its own for each folder would read the library (2 MB) and check it and the copied runtime anew. Every folder
// is shown to the compiler at the same place, so that a file of the same path, text and settings is read once; and a
// module is checked once for the same text of all that its types depend on: its imports, and what is global.

import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(`${process.argv[2]}/`);
const ts = require("typescript");
const hash = (...texts) => createHash("sha1").update(texts.join("\0")).digest("base64");

// The folder, and the two above it, where packages may be looked for.
const PLACES = ["/checked/above/folder", "/checked/above", "/checked"];

/** The system of the compiler, with a folder at the first of the places; the compiler's text goes to `said`. */
function systemAt(folder, said) {
  const real = [folder, dirname(folder), dirname(dirname(folder))];
  const below = (path, place) => path === place || path.startsWith(`${place}/`);
  const move = (path, from, to) => {
    const at = from.findIndex((place) => below(path, place));
    return at < 0 ? path : to[at] + path.slice(from[at].length);
  };
  const inside = (path) => move(path, PLACES, real);
  const outside = (path) => move(path, [real[0]], PLACES);
  const system = { ...ts.sys, getCurrentDirectory: () => PLACES[0], write: (text) => said.push(text), exit() {} };
  const moved = ["readFile", "fileExists", "directoryExists", "getDirectories", "writeFile", "createDirectory"];
  for (const name of moved) system[name] = (path, ...more) => ts.sys[name](inside(path), ...more);
  system.realpath = (path) => outside(ts.sys.realpath(inside(path)));
  system.readDirectory = (path, ...more) => ts.sys.readDirectory(inside(path), ...more).map(outside);
  return system;
}

const parsed = new Map(); // the latest file of each path and settings

/** The host of a program, whose files are read once. */
function hostOf(options, system) {
  const host = ts.createCompilerHostWorker(options, undefined, system);
  const key = ts.getKeyForCompilationSettings
    ? ts.getKeyForCompilationSettings(options)
    : JSON.stringify(ts.sourceFileAffectingCompilerOptions.map(({ name }) => options[name]));
  const parse = host.getSourceFile;
  host.getSourceFile = (name, settings, onError) => {
    const text = host.readFile(name);
    const place = [name, key, settings.languageVersion, settings.impliedNodeFormat].join("\0");
    const kept = parsed.get(place);
    if (kept?.text === text) return kept;
    const file = parse(name, settings, onError);
    if (file) parsed.set(place, Object.assign(file, { version: hash(text) }));
    return file;
  };
  return host;
}

const clean = new Set(); // keys of files that were checked, and are right

/** Gives the key of a file: the same for the same text of all that what is told of it depends on. */
function keysOf(program) {
  const isModule = (file) => ts.isExternalModule(file) && !file.moduleAugmentations.length;
  const found = new Map();
  const seen = (file) => {
    if (!found.has(file)) {
      const imports = file.imports.map((item) => program.getResolvedModuleFromModuleSpecifier(item, file).resolvedModule);
      const paths = imports.map((module) => module?.resolvedFileName ?? "");
      found.set(file, {
        text: [file.path, file.version, file.impliedNodeFormat, ...paths].join(),
        imports: paths.map((path) => program.getSourceFile(path)).filter(Boolean),
      });
    }
    return found.get(file);
  };
  const everywhere = program.getSourceFiles().filter((file) => !isModule(file));
  const common = hash(JSON.stringify(program.getCompilerOptions()), ...everywhere.map((file) => seen(file).text));
  return (file) => {
    const reached = new Set([file, ...everywhere]);
    for (const one of reached) seen(one).imports.forEach((other) => reached.add(other));
    return hash(common, file.path, ...[...reached].map((one) => seen(one).text).sort());
  };
}

/** What `tsc -p .` says in a folder, with these flags besides. */
function checkTypes({ folder, flags }) {
  const said = [];
  const system = systemAt(realpathSync(folder), said);
  const report = ts.createDiagnosticReporter(system);
  const line = ts.parseCommandLine(["-p", ".", ...flags], system.readFile);
  const given = ts.convertToOptionsWithAbsolutePaths(line.options, (path) => ts.getNormalizedAbsolutePath(path, PLACES[0]));
  line.errors.forEach(report);
  if (line.errors.length) return said.join("");
  const config = ts.parseConfigFileWithSystem(`${PLACES[0]}/tsconfig.json`, given, undefined, undefined, system, report);
  const all = () => said.join("").replaceAll(PLACES[0], folder);
  if (!config) return all();
  const program = ts.createProgram({
    rootNames: config.fileNames,
    options: config.options,
    projectReferences: config.projectReferences,
    host: hostOf(config.options, system),
    configFileParsingDiagnostics: ts.getConfigFileParsingDiagnostics(config),
  });
  const keyOf = keysOf(program);
  const { getSemanticDiagnostics, emit } = program;
  program.getSemanticDiagnostics = (file) => {
    if (!file) return program.getSourceFiles().flatMap((one) => program.getSemanticDiagnostics(one));
    const key = keyOf(file);
    const found = clean.has(key) ? [] : getSemanticDiagnostics(file);
    if (!found.length) clean.add(key);
    return found;
  };
  // Where all is emitted in one go, all is checked again.
  program.emit = (_, ...more) => {
    const made = program.getSourceFiles().filter((file) => !file.isDeclarationFile).map((file) => emit(file, ...more));
    return { emitSkipped: made.some((one) => one.emitSkipped), diagnostics: made.flatMap((one) => one.diagnostics) };
  };
  ts.emitFilesAndReportErrors(program, report);
  return all();
}

const laid = new Set(); // keys of texts that prettier would not change

/** What `prettier --check .` says in a folder. */
async function checkFormat({ folder }) {
  const prettier = require("prettier");
  prettier.clearConfigCache();
  const ignorePath = [".gitignore", ".prettierignore"].map((name) => join(folder, name));
  const wrong = [];
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    const path = join(folder, name);
    const { ignored, inferredParser } = await prettier.getFileInfo(path, { ignorePath });
    if (ignored || !inferredParser || !lstatSync(path).isFile()) continue;
    const options = { ...(await prettier.resolveConfig(path, { editorconfig: true })), filepath: path };
    const text = readFileSync(path, "utf8");
    const key = hash(inferredParser, JSON.stringify({ ...options, filepath: name }), text);
    if (laid.has(key)) continue;
    const found = await prettier.check(text, options).catch((error) => error);
    if (found === true) laid.add(key);
    else wrong.push(found ? `${name}: ${found}` : name);
  }
  return wrong.join("\n");
}

const DO = { types: checkTypes, format: checkFormat };

for await (const text of createInterface({ input: process.stdin })) {
  const order = JSON.parse(text);
  let answer;
  try {
    answer = { said: await DO[order.do](order) };
  } catch (error) {
    answer = { failed: error.stack };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
