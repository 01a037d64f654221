// What a program says of an SDK beside chains and calls: names in texts, objects that flow into its types, members that
// override its members, and what stands for it in tests. What cannot be rewritten there is marked.
"use strict";

module.exports = ({ ts, program, checker, renames, pathOf, ofSdk, ofPackage }) => {
  const changed = new Set(Object.keys(renames.changed)); // names that are others now, or lead elsewhere
  let kept;

  function propertyOf(type, name) {
    return type === undefined ? undefined : checker.getPropertyOfType(checker.getNonNullableType(type), name);
  }

  /** The type whose member a text names, and whether it can name nothing else; undefined if it is no such text. */
  function ownerOf(node) {
    const at = node.parent;
    if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.InKeyword && at.left === node) {
      return [checker.getTypeAtLocation(at.right), true];
    }
    if (ts.isCallExpression(at) && at.arguments.indexOf(node) > 0) {
      const expected = checker.getContextualType(node);
      const any = expected === undefined || (expected.flags & (ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
      return [checker.getTypeAtLocation(at.arguments[0]), !any];
    }
    if (!ts.isLiteralTypeNode(at)) return undefined;
    let inner = at;
    while (ts.isUnionTypeNode(inner.parent) || ts.isParenthesizedTypeNode(inner.parent)) inner = inner.parent;
    const outer = inner.parent;
    if (ts.isIndexedAccessTypeNode(outer) && outer.indexType === inner) {
      return [checker.getTypeFromTypeNode(outer.objectType), true];
    }
    const first = ts.isTypeReferenceNode(outer) ? outer.typeArguments?.[0] : undefined;
    if (first === undefined || first === inner) return undefined;
    return [checker.getTypeFromTypeNode(ts.isTypeOperatorNode(first) ? first.type : first), true];
  }

  /** The way to a group or method from its old group; null if there is none any more. */
  function wayTo(known) {
    const above = known.slice(0, Math.max(0, known.lastIndexOf(".")));
    const to = known in renames.methods ? renames.methods[known].to : renames.groups[known];
    const now = above === "" ? "" : renames.groups[above];
    if (!to || now === null || !to.startsWith(now === "" ? "" : `${now}.`)) return null;
    return to.slice(now === "" ? 0 : now.length + 1).split(".");
  }

  /** How a text names a group or method now; null if one text cannot. */
  function textOf(node, known) {
    const words = wayTo(known);
    const quote = node.getText()[0];
    const indexed = ts.isLiteralTypeNode(node.parent) && ts.isIndexedAccessTypeNode(node.parent.parent);
    return words === null || (words.length > 1 && !indexed) ? null : words.join(`${quote}][${quote}`);
  }

  /** The names of the fields of each type whose fields have other names now. */
  function fieldNames() {
    if (kept !== undefined) return kept;
    kept = [];
    for (const file of program.getSourceFiles()) {
      const from = kept.length > 0 ? [] : file.imports ?? [];
      for (const module of from) {
        const symbol = ofPackage(module.text) ? checker.getSymbolAtLocation(module) : undefined;
        for (const item of symbol === undefined ? [] : checker.getExportsOfModule(symbol)) {
          const type = item.name in renames.fields
            ? checker.getDeclaredTypeOfSymbol(item.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(item) : item) : undefined;
          if (type !== undefined) kept.push(new Set(type.getProperties().map((property) => property.name)));
        }
      }
    }
    return kept;
  }

  /** Whether a set of names is of fields of one type of the SDK. */
  function ownFields(names) {
    return names.length > 1 && fieldNames().some((fields) => names.every((name) => fields.has(name)));
  }

  function named(node, { mark, rename, members }) {
    if (!changed.has(node.text) || ts.isElementAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent) && node.parent.name === node) return;
    const owner = ownerOf(node);
    const symbol = owner === undefined ? undefined : propertyOf(owner[0], node.text);
    if (symbol === undefined || !ofSdk(symbol)) {
      const expected = checker.getContextualType(node);
      if (expected?.aliasSymbol !== undefined && ofSdk(expected.aliasSymbol)) return; // the words of an enum
      const names = expected?.isUnion() ? expected.types.filter((part) => part.isStringLiteral()).map((part) => part.value) : [];
      if (ownFields(names)) mark(node, `if this is a member of the SDK, \`${node.text}\` has another name now`);
      return;
    }
    const known = pathOf(symbol);
    const table = members(node, symbol);
    const made = known !== undefined ? textOf(node, known) : table?.[0][node.text];
    if (made === undefined || made === node.text) return;
    if (made === null) mark(node, `\`${node.text}\` is ${known === undefined ? "gone" : `\`client.${renames.methods[known]?.to ?? renames.groups[known]}\` now`}`);
    else if (!owner[1]) mark(node, `if this is a member of the SDK, \`${node.text}\` is \`${made}\` now`);
    else rename(node, made);
  }

  /** Whether a member of the SDK has another name, or another place, now. */
  function isChanged(symbol, name, members) {
    if (symbol === undefined || !ofSdk(symbol)) return false;
    const known = pathOf(symbol);
    if (known !== undefined) return (renames.methods[known] ?? { to: renames.groups[known] }).to !== known;
    const table = members({ text: name }, symbol);
    return table !== undefined && table[0][name] !== name;
  }

  /** Marks a value that is of the SDK where the program's own type is expected, or the other way about. */
  function flows(node, { mark, members }) {
    const at = node.parent;
    const spread = ts.isSpreadAssignment(at);
    const to = ts.isBinaryExpression(at) ? at.left : at.name;
    if (to !== undefined && (ts.isObjectBindingPattern(to) || ts.isObjectLiteralExpression(to))) return; // it takes apart
    const flowing = spread || ts.isReturnStatement(at) || ts.isArrowFunction(at) ||
      ((ts.isCallExpression(at) || ts.isNewExpression(at)) && at.arguments?.includes(node)) ||
      ((ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at) || ts.isPropertyDeclaration(at)) && at.initializer === node) ||
      (ts.isBinaryExpression(at) && at.right === node && at.operatorToken.kind === ts.SyntaxKind.EqualsToken);
    if (!flowing) return;
    const given = checker.getTypeAtLocation(node);
    const expected = spread ? checker.getContextualType(at.parent)
      : ts.isBinaryExpression(at) ? checker.getTypeAtLocation(at.left) : checker.getContextualType(node);
    if (expected === undefined || given === expected) return;
    for (const part of expected.isUnion() ? expected.types : [expected]) {
      for (const property of given.getProperties()) {
        if (!changed.has(property.name)) continue;
        const other = propertyOf(part, property.name);
        if (other === undefined || !declared(property) || !declared(other) || ofSdk(property) === ofSdk(other)) continue;
        if (isChanged(property, property.name, members) || isChanged(other, property.name, members)) {
          mark(node, `\`${property.name}\` has another name in the SDK now, and not in what is used as its type here`);
        }
      }
    }
  }

  function declared(symbol) {
    return (symbol.declarations ?? []).length > 0;
  }

  /** Marks members of a class or an interface that override those of the SDK, or implement them. */
  function overriding(node, { mark, members }) {
    for (const clause of node.heritageClauses ?? []) {
      for (const base of clause.types) {
        for (const item of node.members) {
          if (item.name === undefined || !changed.has(item.name.text)) continue;
          if (isChanged(propertyOf(checker.getTypeAtLocation(base), item.name.text), item.name.text, members)) {
            mark(item, `\`${item.name.text}\` has another name in \`${base.expression.getText()}\` now`);
          }
        }
      }
    }
  }

  /** Marks names in what stands for the package or for a value of the SDK in tests, as far as no type tells. */
  function standsFor(node, { mark }) {
    const look = (inner) => {
      const name = (ts.isObjectLiteralElement(inner) || ts.isClassElement(inner)) && inner.name?.text;
      if (name && (changed.has(name) || (renames.types[name] ?? name) !== name)) {
        mark(inner, `if this stands for what is of the SDK, \`${name}\` has another name or place now`);
      }
      ts.forEachChild(inner, look);
    };
    if (ts.isCallExpression(node)) {
      const [first, ...others] = node.arguments;
      if (first !== undefined && ts.isStringLiteral(first) && ofPackage(first.text)) others.forEach(look);
      return;
    }
    let inner = node.expression;
    let bare = false;
    while (ts.isAsExpression(inner) || ts.isParenthesizedExpression(inner)) {
      bare ||= ts.isAsExpression(inner);
      inner = inner.expression;
    }
    const symbol = checker.getTypeAtLocation(node).getSymbol();
    if (bare && ts.isObjectLiteralExpression(inner) && symbol !== undefined && ofSdk(symbol)) look(inner);
  }

  /** Gives the types of the SDK that a program adds members to their new names. */
  function augmented(node, { rename }) {
    if (!ts.isStringLiteral(node.name) || !ofPackage(node.name.text) || node.body === undefined) return;
    for (const item of node.body.statements ?? []) {
      const made = ts.isInterfaceDeclaration(item) || ts.isClassDeclaration(item) ? renames.types[item.name?.text] : undefined;
      if (made) rename(item.name, made);
    }
  }

  /** Looks at a node of any kind. */
  function look(node, tools) {
    if (ts.isStringLiteralLike(node)) named(node, tools);
    else if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) overriding(node, tools);
    else if (ts.isModuleDeclaration(node)) augmented(node, tools);
    else if (ts.isAsExpression(node) || ts.isCallExpression(node)) standsFor(node, tools);
    if (ts.isIdentifier(node) || ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isAwaitExpression(node) ||
      ts.isConditionalExpression(node) || ts.isParenthesizedExpression(node)) flows(node, tools);
  }

  return { changed, isChanged, look, ownFields, wayTo };
};
