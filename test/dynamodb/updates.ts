// Applies an update expression to an item. All values in the expression are read from the item before the update.

import { type Aliases, find, operand } from './conditions.ts';
import { type Operand, type Path, readUpdate, type Sum } from './expressions.ts';
import { invalid } from './refusal.ts';
import { addNumbers, elementsOf, type Item, type Type, typeOf, type Value } from './values.ts';

/** `touched` lists the paths that the expression changes. */
export type ReadUpdate = { apply: (before: Item) => Item; touched: readonly Path[] };

export function readChange(text: string, keys: readonly string[], aliases: Aliases): ReadUpdate {
  const read = readUpdate(text);
  aliases.use('UpdateExpression', read);
  const { set, remove, add, delete: taken } = read.tree;
  const touched = [...set, ...remove, ...add, ...taken].map(({ path }) => aliases.path(path));
  for (const [at, path] of touched.entries()) {
    if (path.length === 1 && keys.includes(path[0] as string))
      throw invalid(
        `One or more parameter values were invalid: Cannot update attribute ${path[0]}. This attribute is part of the key`,
      );
    const other = touched.slice(0, at).find((one) => overlaps(one, path));
    if (other)
      throw invalid(
        `Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [${other.join(', ')}], path two: [${path.join(', ')}]`,
      );
  }
  const apply = (before: Item) => {
    let after = before;
    for (const { path, to } of set) after = put(after, aliases.path(path), result(to, before, aliases));
    for (const { path, by } of add) {
      const place = aliases.path(path);
      after = put(after, place, added(find(before, place), bound(by, before, aliases)));
    }
    for (const { path, by } of taken) {
      const place = aliases.path(path);
      const left = without(find(before, place), bound(by, before, aliases));
      after = left ? put(after, place, left) : removed(after, place);
    }
    // Elements of a list are removed from the end, so that the indexes of the other elements stay valid.
    const places = remove.map(({ path }) => aliases.path(path)).sort(laterFirst);
    for (const place of places) after = removed(after, place);
    return after;
  };
  return { apply, touched };
}

const overlaps = (one: Path, other: Path): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((step, at) => step === long[at]);
};

const laterFirst = (one: Path, other: Path): number => {
  for (const [at, step] of one.entries()) {
    const beside = other[at];
    if (typeof step === 'number' && typeof beside === 'number' && step !== beside) return beside - step;
    if (step !== beside) return 0;
  }
  return 0;
};

function bound(by: Operand, item: Item, aliases: Aliases): Value {
  return operand(by, item, aliases) as Value;
}

function result(of: Sum, item: Item, aliases: Aliases): Value {
  switch (of.kind) {
    case 'if_not_exists':
      return find(item, aliases.path(of.path)) ?? result(of.otherwise, item, aliases);
    case 'list_append': {
      const [left, right] = [result(of.left, item, aliases), result(of.right, item, aliases)];
      if (!left.L || !right.L) throw wrongType('list_append', left.L ? right : left);
      return { L: [...left.L, ...right.L] };
    }
    case 'sum': {
      const [left, right] = [result(of.left, item, aliases), result(of.right, item, aliases)];
      if (left.N === undefined || right.N === undefined)
        throw wrongType(of.sign === 1 ? '+' : '-', left.N === undefined ? left : right);
      return { N: addNumbers(left.N, right.N, of.sign) };
    }
    default: {
      const value = operand(of, item, aliases);
      if (!value)
        throw invalid('The provided expression refers to an attribute that does not exist in the item');
      return value;
    }
  }
}

const wrongType = (by: string, value: Value) =>
  invalid(
    `Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: ${by}, operand type: ${typeOf(value)}`,
  );
const mismatch = () => invalid('An operand in the update expression has an incorrect data type');

function added(before: Value | undefined, by: Value): Value {
  if (by.N !== undefined) {
    if (!before) return by;
    if (before.N === undefined) throw mismatch();
    return { N: addNumbers(before.N, by.N) };
  }
  const more = elementsOf(by);
  if (!more) throw wrongType('ADD', by);
  if (!before) return by;
  const type: Type = typeOf(by);
  if (typeOf(before) !== type) throw mismatch();
  return { [type]: [...new Set([...(elementsOf(before) as string[]), ...more])] };
}

/** Removes elements from a set. Returns undefined if no element is left. */
function without(before: Value | undefined, by: Value): Value | undefined {
  const less = elementsOf(by);
  if (!less) throw wrongType('DELETE', by);
  if (!before) return undefined;
  const type: Type = typeOf(by);
  if (typeOf(before) !== type) throw mismatch();
  const left = (elementsOf(before) as string[]).filter((one) => !less.includes(one));
  return left.length > 0 ? { [type]: left } : undefined;
}

const noParent = () => invalid('The document path provided in the update expression is invalid for update');

function put(item: Item, path: Path, value: Value): Item {
  const [name, ...rest] = path as [string, ...(string | number)[]];
  return { ...item, [name]: rest.length === 0 ? value : inside(own(item, name), rest, value) };
}

const own = (item: Item, name: string) => (Object.hasOwn(item, name) ? item[name] : undefined);

function inside(parent: Value | undefined, path: Path, value: Value): Value {
  const [step, ...rest] = path as [string | number, ...(string | number)[]];
  if (typeof step === 'string') {
    if (!parent?.M) throw noParent();
    return {
      M: { ...parent.M, [step]: rest.length === 0 ? value : inside(own(parent.M, step), rest, value) },
    };
  }
  if (!parent?.L) throw noParent();
  const list = [...parent.L];
  const at = Math.min(step, list.length);
  list[at] = rest.length === 0 ? value : inside(list[at], rest, value);
  return { L: list };
}

function removed(item: Item, path: Path): Item {
  const [name, ...rest] = path as [string, ...(string | number)[]];
  if (rest.length === 0) {
    const { [name]: _, ...others } = item;
    return others;
  }
  return { ...item, [name]: removedInside(own(item, name), rest) };
}

function removedInside(parent: Value | undefined, path: Path): Value {
  const [step, ...rest] = path as [string | number, ...(string | number)[]];
  if (typeof step === 'string') {
    if (!parent?.M) throw noParent();
    return { M: removed(parent.M, path) };
  }
  if (!parent?.L) throw noParent();
  if (rest.length === 0) return { L: parent.L.filter((_, at) => at !== step) };
  const inner = parent.L[step];
  return { L: parent.L.map((one, at) => (at === step ? removedInside(inner, rest) : one)) };
}
