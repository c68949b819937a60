// Evaluates conditions and filters, and finds values by their paths.

import {
  type Comparator,
  type Condition,
  type Operand,
  type Path,
  readCondition,
  readProjection,
} from './expressions.ts';
import { invalid } from './refusal.ts';
import { compare, elementsOf, type Item, isEqual, sizeOf, type Type, typeOf, type Value } from './values.ts';

/** The expressions of one request, with their aliases. */
export type Given = {
  ConditionExpression?: string;
  FilterExpression?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, Value>;
};

/** Resolves aliases. `use` refuses an undefined alias. `end` refuses an alias that no expression uses. */
export class Aliases {
  readonly #given: Given;
  readonly #used = new Set<string>();

  constructor(given: Given) {
    this.#given = given;
  }

  use(kind: string, { names, values }: { names: ReadonlySet<string>; values: ReadonlySet<string> }): void {
    const { ExpressionAttributeNames: known = {}, ExpressionAttributeValues: bound = {} } = this.#given;
    for (const name of names)
      if (!Object.hasOwn(known, name))
        throw invalid(
          `Invalid ${kind}: An expression attribute name used in the document path is not defined; attribute name: ${name}`,
        );
    for (const value of values)
      if (!Object.hasOwn(bound, value))
        throw invalid(
          `Invalid ${kind}: An expression attribute value used in expression is not defined; attribute value: ${value}`,
        );
    for (const alias of [...names, ...values]) this.#used.add(alias);
  }

  end(): void {
    const { ExpressionAttributeNames: known = {}, ExpressionAttributeValues: bound = {} } = this.#given;
    for (const [kind, all] of [
      ['ExpressionAttributeNames', known],
      ['ExpressionAttributeValues', bound],
    ] as const) {
      const unused = Object.keys(all).filter((alias) => !this.#used.has(alias));
      if (unused.length > 0)
        throw invalid(`Value provided in ${kind} unused in expressions: keys: {${unused.join(', ')}}`);
    }
  }

  path(path: Path): Path {
    const { ExpressionAttributeNames: known = {} } = this.#given;
    return path.map((step) =>
      typeof step === 'string' && step.startsWith('#') ? (known[step] as string) : step,
    );
  }

  value(name: string): Value {
    return this.#given.ExpressionAttributeValues?.[name] as Value;
  }
}

export function find(item: Item, path: Path): Value | undefined {
  let value: Value | undefined = Object.hasOwn(item, path[0] as string) ? item[path[0] as string] : undefined;
  for (const step of path.slice(1)) {
    if (value === undefined) return undefined;
    if (typeof step === 'number') value = value.L?.[step];
    else value = value.M && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
  }
  return value;
}

export function operand(of: Operand, item: Item, aliases: Aliases): Value | undefined {
  if (of.kind === 'value') return aliases.value(of.name);
  const value = find(item, aliases.path(of.path));
  return of.kind === 'size' ? value && sizeAsNumber(value) : value;
}

/**
 * Returns the value of the function `size`: characters of a text, bytes of a binary, elements of a set, list or map.
 */
function sizeAsNumber(value: Value): Value | undefined {
  const counted = elementsOf(value) ?? value.L ?? (value.M && Object.keys(value.M));
  if (counted) return { N: String(counted.length) };
  if (value.S !== undefined) return { N: String(value.S.length) };
  return value.B === undefined ? undefined : { N: String(sizeOf(value)) };
}

/**
 * Compares two values as a condition does. A missing value or a value of another type is unequal, and neither less nor
 * greater.
 */
export function holds(by: Comparator, left: Value | undefined, right: Value | undefined): boolean {
  if (by === '=') return left !== undefined && right !== undefined && isEqual(left, right);
  if (by === '<>') return !holds('=', left, right);
  const order = left && right && compare(left, right);
  if (order === undefined) return false;
  if (by === '<') return order < 0;
  if (by === '<=') return order <= 0;
  return by === '>' ? order > 0 : order >= 0;
}

function isTrue(condition: Condition, item: Item, aliases: Aliases): boolean {
  const found = (of: Operand) => operand(of, item, aliases);
  switch (condition.kind) {
    case 'and':
      return condition.all.every((one) => isTrue(one, item, aliases));
    case 'or':
      return condition.all.some((one) => isTrue(one, item, aliases));
    case 'not':
      return !isTrue(condition.of, item, aliases);
    case 'compare':
      return holds(condition.by, found(condition.left), found(condition.right));
    case 'between': {
      const value = found(condition.of);
      return holds('>=', value, found(condition.low)) && holds('<=', value, found(condition.high));
    }
    case 'in': {
      const value = found(condition.of);
      return condition.list.some((one) => holds('=', value, found(one)));
    }
    case 'call': {
      const value = find(item, aliases.path(condition.path));
      const argument = condition.argument && found(condition.argument);
      return call(condition.name, value, argument);
    }
  }
}

function call(name: string, value: Value | undefined, argument: Value | undefined): boolean {
  if (name === 'attribute_exists') return value !== undefined;
  if (name === 'attribute_not_exists') return value === undefined;
  if (!value || !argument) return false;
  if (name === 'attribute_type') return typeOf(value) === (argument.S as Type);
  if (name === 'begins_with') return beginsWith(value, argument);
  if (value.S !== undefined) return argument.S !== undefined && value.S.includes(argument.S);
  if (value.L) return value.L.some((one) => isEqual(one, argument));
  const elements = elementsOf(value);
  return (
    elements !== undefined &&
    typeOf(value) === `${typeOf(argument)}S` &&
    elements.includes(Object.values(argument)[0] as string)
  );
}

export function beginsWith({ S, B }: Value, prefix: Value): boolean {
  if (S !== undefined) return prefix.S !== undefined && S.startsWith(prefix.S);
  if (B === undefined || prefix.B === undefined) return false;
  const start = Buffer.from(prefix.B, 'base64');
  return Buffer.from(B, 'base64').subarray(0, start.length).equals(start);
}

/** Refuses a value whose type does not allow a comparison or begins_with, whatever the row contains. */
function refuseWrongTypes(kind: string, condition: Condition, aliases: Aliases): void {
  const refuseOther = (by: string, allowed: readonly Type[], of: Operand | undefined) => {
    const type = of?.kind === 'value' ? typeOf(aliases.value(of.name)) : undefined;
    if (type && !allowed.includes(type))
      throw invalid(
        `Invalid ${kind}: Incorrect operand type for operator or function; operator or function: ${by}, operand type: ${type}`,
      );
  };
  if (condition.kind === 'and' || condition.kind === 'or')
    for (const one of condition.all) refuseWrongTypes(kind, one, aliases);
  if (condition.kind === 'not') refuseWrongTypes(kind, condition.of, aliases);
  if (condition.kind === 'call' && condition.name === 'begins_with')
    refuseOther('begins_with', ['S', 'B'], condition.argument);
  if (condition.kind === 'compare' && !['=', '<>'].includes(condition.by))
    for (const side of [condition.left, condition.right]) refuseOther(condition.by, ['S', 'N', 'B'], side);
}

/** Returns a function that tells whether an item meets the condition or filter. Without one, every item does. */
export function readOptional(
  kind: 'ConditionExpression' | 'FilterExpression',
  given: Given,
  aliases: Aliases,
) {
  const text = given[kind];
  if (text === undefined) return () => true;
  const read = readCondition(text);
  aliases.use(kind, read);
  refuseWrongTypes(kind, read.tree, aliases);
  return (item: Item) => isTrue(read.tree, item, aliases);
}

/** Returns a function that projects any item. Without a projection, the item is not changed. */
export function readChoice(given: Given, aliases: Aliases): (item: Item) => Item {
  if (given.ProjectionExpression === undefined) return (item) => item;
  const read = readProjection(given.ProjectionExpression);
  aliases.use('ProjectionExpression', read);
  const paths = read.tree.map((path) => aliases.path(path));
  return (item) => choose(item, paths);
}

export function choose(item: Item, paths: readonly Path[]): Item {
  const chosen: Record<string, Value> = {};
  for (const path of paths) {
    const value = find(item, path);
    if (value) place(chosen, path, value);
  }
  return chosen;
}

/**
 * Stores the value at its path and creates missing maps. Elements of a list are stored one after another, without gaps.
 */
function place(into: Record<string, Value>, path: Path, value: Value): void {
  const [name, ...rest] = path as [string, ...(string | number)[]];
  if (rest.length === 0) into[name] = value;
  else into[name] = nested(into[name], rest, value);
}

function nested(before: Value | undefined, path: Path, value: Value): Value {
  if (path.length === 0) return value;
  if (typeof path[0] === 'number')
    return { L: [...(before?.L ?? []), nested(undefined, path.slice(1), value)] };
  const map = { ...before?.M };
  place(map, path, value);
  return { M: map };
}
