// Gives calls the form that their method has now: arguments by place, one object of arguments, fields of a body, a
// whole body. Values are moved as they stand, an object keeps its layout where all that is in it stays together.
"use strict";

const BODY = "body";
const COMMENT = /\/\/|\/\*/;
const NONE = { edits: [], objects: [] };

module.exports = ({ ts, checker }) => {
  const PLAIN = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

  let dropped;

  /**
   * Returns the edits that give a call its new form, and the objects whose members they name; a text says why there
   * are none. An edit may have parts: texts, and places of the file that are moved. `lead` arguments come before: the
   * core of a function beside a method. `without` is a member that goes.
   */
  function reformed(call, form, file, lead, without) {
    const { old, new: made } = form;
    dropped = without;
    if (call.arguments.some(ts.isSpreadElement)) return "its arguments are spread";
    if (call.arguments.length < lead) return "it has no core";
    const args = call.arguments.slice(lead);
    const read = readCall(args, old, made);
    if (typeof read === "string") return fits(args, made) && !fits(args, old) ? NONE : read;
    if (!fits(args, old)) return fits(args, made) ? NONE : "its arguments are not those of the old SDK";
    const whole = made.places.includes(BODY) || Object.values(made.names).includes(BODY);
    const items = whole ? read.items : opened(read.items, old, made);
    const why = unfit(items, read, made, whole);
    return why ?? write(call, args, items, read, made, file);
  }

  /** What a call gives: the values by what they fill, the object of its arguments, its options. */
  function readCall(args, side, made) {
    const items = [];
    let at = 0;
    let object;
    if (!side.request) {
      for (const source of side.places) {
        if (at < args.length && !isUndefined(args[at])) items.push({ source, value: args[at] });
        at += 1;
      }
    }
    if (hasObject(side) && at < args.length) {
      const given = args[at];
      at += 1;
      if (ts.isObjectLiteralExpression(given)) {
        object = given;
        const inside = members(given, side.names);
        if (typeof inside === "string") return inside;
        items.push(...inside);
      } else if (isBody(side, made)) {
        items.push({ source: BODY, value: given });
      } else if (!isUndefined(given)) {
        return "its object of arguments is not written out";
      }
    }
    if (args.length > at + 1) return "it has more arguments than are known";
    const options = args[at];
    const parts = options !== undefined && ts.isObjectLiteralExpression(options) ? [...options.properties] : [];
    const has = options !== undefined && (parts.some((member) => member.name?.text === BODY) ||
      checker.getPropertyOfType(checker.getTypeAtLocation(options), BODY) !== undefined);
    if (!has) return { items, object, options };
    // The whole body is in the options: `{ body }`, or `{ ...options, body }`.
    const last = parts.pop();
    const body = last?.name === undefined || last.name.text !== BODY ? undefined
      : ts.isPropertyAssignment(last) ? last.initializer : ts.isShorthandPropertyAssignment(last) ? last.name : undefined;
    if (body === undefined || parts.length > 1 || !parts.every(ts.isSpreadAssignment)) {
      return "its options have the whole body";
    }
    items.push({ source: BODY, value: body });
    return { items, object, options: parts[0]?.expression };
  }

  /** Whether an object of arguments is just what a whole body is now. */
  function isBody(side, made) {
    const whole = made.places.includes(BODY) || Object.values(made.names).includes(BODY);
    return whole && side.places.length === 0 && !side.request &&
      Object.entries(side.names).every(([name, source]) => made.body[name] === source);
  }

  function members(object, names) {
    const found = [];
    for (const member of object.properties) {
      const key = member.name;
      const plain = key !== undefined && (ts.isIdentifier(key) || ts.isStringLiteral(key));
      if (!plain || !(ts.isPropertyAssignment(member) || ts.isShorthandPropertyAssignment(member))) {
        return "its object has members that are not written out";
      }
      if (key.text === dropped) continue;
      const source = Object.hasOwn(names, key.text) ? names[key.text] : undefined;
      if (source === undefined) return `\`${key.text}\` is not known`;
      const short = ts.isShorthandPropertyAssignment(member);
      found.push({ source, value: short ? key : member.initializer, short, member, object });
    }
    return found;
  }

  /** Takes a body that is written out apart; another one stays whole. */
  function opened(items, side, made) {
    const known = new Set([...made.places, ...Object.values(made.names)]);
    return items.flatMap((item) => {
      if (item.source !== BODY || !ts.isObjectLiteralExpression(item.value)) return [item];
      const inside = members(item.value, side.body);
      if (typeof inside === "string") return [item];
      // A constant is no argument: it is filled in.
      return inside.filter(({ source }) => side.constants[source] === undefined || known.has(source));
    });
  }

  function unfit(items, read, made, whole) {
    const known = new Set([...made.places, ...Object.values(made.names)]);
    for (const { source, member } of items) {
      const field = source.startsWith(`${BODY}/`);
      if (field && whole ? Object.values(made.body).includes(source) : known.has(source) || source === BODY) continue;
      return `argument \`${member?.name.text ?? source}\` is gone`;
    }
    const given = new Set(items.map((item) => item.source));
    const hasBody = [...given].some((source) => source === BODY || source.startsWith(`${BODY}/`));
    for (const [source, name] of Object.entries(made.required)) {
      const inBody = source === BODY ? hasBody : source.startsWith(`${BODY}/`) && given.has(BODY);
      if (!given.has(source) && !inBody) return `argument \`${name}\` is required now`;
    }
    return undefined;
  }

  function write(call, args, items, read, made, file) {
    const text = file.text;
    const edits = [];
    const moved = [];
    const move = (node) => {
      const span = [node.getStart(file), node.end];
      moved.push(span);
      return span;
    };
    const keyOf = (names, source) => Object.keys(names).find((name) => names[name] === source);
    const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
    const pair = (name, parts) => (parts.length === 1 && typeof parts[0] !== "string" && text.slice(...parts[0]) === name
      ? parts : [`${key(name)}: `, ...parts]);
    const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", call.getStart(file) - 1) + 1))[0];

    /** An object of members; `kept` is the old one that they stood in, which keeps its layout. */
    function object(inside) {
      const kept = (inside.find((item) => item.object !== undefined && item.object === read.object) ??
        inside.find((item) => item.object !== undefined))?.object;
      if (kept === undefined) return spread(inside, false);
      const own = inside.filter((item) => item.object === kept);
      const lines = /^\{[ \t]*(\/\/[^\n]*)?\n/.test(text.slice(kept.getStart(file)));
      const gone = kept.properties.filter((member) => own.every((item) => item.member !== member));
      if (!gone.every((member) => takenOut(kept, member))) return spread(inside, lines);
      for (const item of own) {
        const name = item.member.name;
        if (name.text === item.name) continue;
        if (item.short) edits.push([name.getStart(file), name.getStart(file), `${key(item.name)}: `]);
        else if (ts.isIdentifier(item.value) && item.value.text === item.name &&
          text.slice(name.end, item.value.getStart(file)).trim() === ":") edits.push([name.getStart(file), item.value.end, key(item.name)]);
        else edits.push([name.getStart(file), name.end, key(item.name)]);
      }
      const start = kept.getStart(file) + 1;
      const gap = lines ? `\n${/^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", own[0].member.getStart(file)) + 1))[0]}` : " ";
      // What comes from another object goes behind the members, all else before them.
      const written = (item) => pair(item.name, item.parts ?? [move(item.value)]);
      const others = inside.filter((item) => item.object !== kept);
      const added = others.filter((item) => item.object === undefined).flatMap((item) => [gap, ...written(item), ","]);
      const behind = others.filter((item) => item.object !== undefined).flatMap((item) => [",", gap, ...written(item)]);
      const last = kept.properties[kept.properties.length - 1].end;
      if (added.length > 0) edits.push([start, start, added]);
      if (behind.length > 0) edits.push([last, last, behind]);
      return [move(kept)];
    }

    /** Takes a member out of an object, whose value goes elsewhere; not where that would take a comment with it. */
    function takenOut(kept, member) {
      const all = kept.properties;
      const index = all.indexOf(member);
      const from = index + 1 < all.length ? member.getStart(file) : all[Math.max(index - 1, 0)].end;
      const to = index + 1 < all.length ? all[index + 1].getStart(file) : member.end;
      const value = ts.isPropertyAssignment(member) ? member.initializer : member;
      const spans = [[value.getStart(file), value.end]];
      if (all.length === 1 || outside(spans, from, to).some(([start, end]) => COMMENT.test(text.slice(start, end)))) return false;
      edits.push([from, to, ""]);
      return true;
    }

    function spread(inside, lines) {
      const gap = lines ? `\n${indent}  ` : " ";
      const parts = inside.flatMap((item, index) => [
        gap, ...pair(item.name, item.parts ?? [move(item.value)]),
        lines || index < inside.length - 1 ? "," : "",
      ]);
      return ["{", ...parts, lines ? `\n${indent}}` : inside.length > 0 ? " }" : "}"];
    }

    // What belongs into a whole body is one item; a whole body that has no place any more goes into the options.
    const known = new Set([...made.places, ...Object.values(made.names)]);
    const fields = items.filter((item) => item.source.startsWith(`${BODY}/`) && !known.has(item.source));
    let rest = items.filter((item) => !fields.includes(item));
    if (fields.length > 0) {
      const alone = fields.length === read.object?.properties.filter((member) => member.name?.text !== dropped).length;
      const named = fields.map((item) => ({ ...item, name: keyOf(made.body, item.source) }));
      for (const [source, value] of Object.entries(made.constants)) {
        const name = keyOf(made.body, source);
        if (name !== undefined && fields.every((item) => item.source !== source)) named.push({ source, name, parts: [value] });
      }
      rest = [...rest, { source: BODY, parts: alone ? object(named) : spread(named, false) }];
    }
    const loose = rest.filter((item) => item.source === BODY && !known.has(BODY));
    rest = rest.filter((item) => !loose.includes(item));
    const bySource = new Map(rest.map((item) => [item.source, item]));
    const valueOf = (item) => item.parts ?? [move(item.value)];
    const places = made.request ? [] : made.places;
    const inside = rest.filter((item) => made.request || !made.places.includes(item.source))
      .map((item) => ({ ...item, name: keyOf(made.names, item.source) }));
    const options = optionsOf(read.options, loose, move, file);
    const more = [];
    if (hasObject(made) && (inside.length > 0 || options !== undefined)) more.push(object(inside));
    if (options !== undefined) more.push(options);
    const last = more.length > 0 ? places.length : places.findLastIndex((source) => bySource.has(source)) + 1;
    const parts = places.slice(0, last)
      .map((source) => (bySource.has(source) ? valueOf(bySource.get(source)) : ["undefined"]));
    parts.push(...more);

    const core = call.arguments[call.arguments.length - args.length - 1];
    const start = args.length > 0 ? args[0].getStart(file) : core?.end ?? call.end - 1;
    const end = args.length > 0 ? args[args.length - 1].end : start;
    if (outside(moved, start, end).some(([from, to]) => COMMENT.test(text.slice(from, to)))) {
      return "a comment stands among its arguments";
    }
    const line = text.lastIndexOf("\n", start - 1) + 1;
    const before = text.slice(line, start);
    const gap = args.length > 0 && before.trim() === "" ? `,\n${before}` : ", ";
    const all = parts.flatMap((part, index) => (index > 0 ? [gap, ...part] : part));
    const same = all.length === 1 && all[0][0] === start && all[0][1] === end;
    if (all.length === 0) edits.push([core?.end ?? start, call.end - 1, all]);
    else if (args.length === 0 && core !== undefined) edits.push([start, end, [", ", ...all]]);
    else if (!same) edits.push([start, end, all]);
    return { edits, objects: [read.object, ...items.map((item) => item.object)] };
  }

  function optionsOf(options, loose, move, file) {
    if (loose.length === 0) return options === undefined ? undefined : [move(options)];
    const body = [`${BODY}: `, ...(loose[0].parts ?? [move(loose[0].value)])];
    if (options === undefined) return ["{ ", ...body, " }"];
    return ["{ ...", ...(ts.isIdentifier(options) ? [move(options)] : ["(", move(options), ")"]), ", ", ...body, " }"];
  }

  /** The places between start and end that are in none of the spans. */
  function outside(spans, start, end) {
    const found = [];
    let at = start;
    for (const [from, to] of [...spans].sort((left, right) => left[0] - right[0])) {
      if (from > at) found.push([at, from]);
      at = Math.max(at, to);
    }
    if (at < end) found.push([at, end]);
    return found;
  }

  /** Whether the arguments may be those of a form: by their number, their types, and the keys of an object. */
  function fits(args, side) {
    const places = side.request ? [] : side.places;
    if (args.length > places.length + (hasObject(side) ? 1 : 0) + 1) return false;
    for (let index = 0; index < places.length && index < args.length; index += 1) {
      if (!ts.isObjectLiteralExpression(args[index])) continue;
      if (places[index].startsWith("path/")) return false;
      const known = Object.keys(side.body);
      if (places[index] === BODY && known.length > 0 && !hasOnly(args[index], known)) return false;
    }
    const options = args[places.length + (hasObject(side) ? 1 : 0)];
    if (options !== undefined && checker.getTypeAtLocation(options).flags & PLAIN) return false;
    const object = hasObject(side) ? args[places.length] : undefined;
    if (object === undefined || isUndefined(object)) return true;
    if (!ts.isObjectLiteralExpression(object)) {
      const type = checker.getTypeAtLocation(object);
      return !(type.flags & PLAIN) &&
        checker.getPropertiesOfType(type).every((property) => Object.hasOwn(side.names, property.name));
    }
    return hasOnly(object, Object.keys(side.names));
  }

  function hasOnly(object, names) {
    return object.properties.every((member) =>
      ts.isSpreadAssignment(member) || member.name?.text === dropped || names.includes(member.name?.text));
  }

  function hasObject(side) {
    return side.request || Object.keys(side.names).length > 0;
  }

  function isUndefined(node) {
    return ts.isIdentifier(node) && node.text === "undefined";
  }

  return { reformed };
};
