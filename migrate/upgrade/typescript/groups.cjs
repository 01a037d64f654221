// Where groups are now whose methods went to several: the methods that are used through a constant decide.
"use strict";

module.exports = ({ ts, checker, renames, pathOf }) => {
  /** Where all of some methods of an old group are reached now; null if that is no single group. */
  function placeOf(group, used) {
    const paths = used.map((known) => renames.methods[known].to).filter((to) => to !== null);
    const now = renames.groups[group];
    if (now && paths.every((to) => to.startsWith(`${now}.`))) return now;
    let shared;
    for (const to of paths) {
      const words = to.split(".").slice(0, -1);
      if (shared === undefined) shared = words;
      else while (words.slice(0, shared.length).join(".") !== shared.join(".")) shared.pop();
    }
    return shared?.join(".") || null;
  }

  /** The constant of a file that an expression is the value of. */
  function constantOf(node) {
    let at = node;
    while (ts.isParenthesizedExpression(at.parent) ||
      (ts.isConditionalExpression(at.parent) && at.parent.condition !== at)) at = at.parent;
    const made = at.parent;
    return ts.isVariableDeclaration(made) && made.initializer === at && ts.isIdentifier(made.name) &&
      made.type === undefined && made.parent.flags & ts.NodeFlags.Const ? made : undefined;
  }

  /** Whether the groups that an expression may be are written out in it. */
  function leads(node) {
    if (ts.isParenthesizedExpression(node)) return leads(node.expression);
    if (ts.isConditionalExpression(node)) return leads(node.whenTrue) && leads(node.whenFalse);
    return ts.isPropertyAccessExpression(node);
  }

  /** Where a scattered group is now that a constant holds, by the methods that are used through it; null: not seen. */
  function keptPlace(made, group) {
    const symbol = checker.getSymbolAtLocation(made.name);
    const used = [];
    let seen = symbol !== undefined && !(ts.getCombinedModifierFlags(made) & ts.ModifierFlags.Export);
    const look = (node) => {
      if (ts.isIdentifier(node) && node !== made.name && node.text === made.name.text) {
        const holder = node.parent;
        const own = ts.isShorthandPropertyAssignment(holder)
          ? checker.getShorthandAssignmentValueSymbol(holder) : checker.getSymbolAtLocation(node);
        if (own === symbol) seen = methodsThrough(node, used) && seen;
      }
      ts.forEachChild(node, look);
    };
    look(made.getSourceFile());
    return seen && used.length > 0 ? placeOf(group, used) : null;
  }

  function methodsThrough(node, used) {
    let at = node;
    while (ts.isPropertyAccessExpression(at.parent) && at.parent.expression === at) {
      at = at.parent;
      const known = pathOf(checker.getSymbolAtLocation(at.name));
      if (known === undefined) return false;
      if (known in renames.methods) {
        used.push(known);
        return true;
      }
    }
    return false;
  }

  /** Where the group is now that a chain begins with. */
  function startOf(base, group) {
    if (renames.scattered[group] !== undefined && ts.isIdentifier(base)) {
      const made = checker.getSymbolAtLocation(base)?.valueDeclaration;
      if (made !== undefined && ts.isVariableDeclaration(made) && made.initializer !== undefined &&
        made.type === undefined && leads(made.initializer) && made.parent.flags & ts.NodeFlags.Const && ts.isIdentifier(made.name)) {
        const place = keptPlace(made, group);
        if (place !== null) return place;
      }
    }
    return renames.groups[group];
  }

  return { constantOf, keptPlace, startOf };
};
