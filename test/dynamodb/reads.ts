// Executes reads: single rows, queries and scans.

import { Aliases, beginsWith, type Given, holds, operand, readChoice, readOptional } from './conditions.ts';
import { type Condition, type Operand, readCondition } from './expressions.ts';
import { invalid, Refusal } from './refusal.ts';
import { firstAt, Index, type Sorted } from './sorted-rows.ts';
import type { Table } from './table.ts';
import { type Item, itemSize, type Value } from './values.ts';

export type Read = Given & {
  TableName: string;
  IndexName?: string;
  Key?: Item;
  ConsistentRead?: boolean;
  Limit?: number;
  ExclusiveStartKey?: Item;
  ScanIndexForward?: boolean;
  Select?: string;
};

const pageBytes = 1024 * 1024;

export const readUnits = (bytes: number, isConsistent = false): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);

export function readOne(table: Table, read: Read) {
  const aliases = new Aliases(read);
  const choice = readChoice(read, aliases);
  aliases.end();
  table.checkKey(read.Key ?? {});
  const row = table.rows.get(read.Key as Item);
  const bytes = row ? itemSize(row) : 0;
  return { Item: row && choice(row), bytes, units: readUnits(bytes, read.ConsistentRead) };
}

export function query(table: Table, read: Read) {
  if (read.KeyConditionExpression === undefined)
    throw invalid(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    );
  const rows = sortedOf(table, read);
  const aliases = new Aliases(read);
  const found = readCondition(read.KeyConditionExpression);
  aliases.use('KeyConditionExpression', found);
  const choosing = choosingOf(read, aliases);
  const { hash, range } = keyConditions(found.tree, rows, aliases);
  const partition = rows.partition(hash);
  const isForward = read.ScanIndexForward !== false;
  const inOrder = within(partition, rows.keys.range, range, aliases);
  const start = read.ExclusiveStartKey;
  const page = isForward ? inOrder : inOrder.toReversed();
  const sign = isForward ? 1 : -1;
  const from = start ? firstAt(page, (row) => sign * rows.compare(row, start) > 0) : 0;
  return readPage(table, rows, read, page.slice(from), choosing);
}

export function scan(table: Table, read: Read) {
  const rows = sortedOf(table, read);
  const choosing = choosingOf(read, new Aliases(read));
  const start = read.ExclusiveStartKey;
  const all = rows.all();
  return readPage(table, rows, read, start ? all.filter((row) => rows.isAfter(row, start)) : all, choosing);
}

function sortedOf(table: Table, { IndexName, ConsistentRead }: Read): Sorted {
  if (IndexName === undefined) return table.rows;
  const index = table.indexes.get(IndexName);
  if (!index) throw invalid(`The table does not have the specified index: ${IndexName}`);
  if (ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes');
  return index;
}

/** Reads the filter and the projection, and refuses aliases that no expression uses. */
function choosingOf(read: Read, aliases: Aliases) {
  const isWanted = readOptional('FilterExpression', read, aliases);
  const choice = readChoice(read, aliases);
  aliases.end();
  return { isWanted, choice };
}

function readPage(
  table: Table,
  sorted: Sorted,
  read: Read,
  rows: readonly Item[],
  { isWanted, choice }: ReturnType<typeof choosingOf>,
) {
  const { Limit = Number.POSITIVE_INFINITY, Select, ConsistentRead } = read;
  if (Limit < 1)
    throw invalid(
      `1 validation error detected: Value '${Limit}' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
    );
  const project = sorted instanceof Index ? sorted.project : (row: Item) => row;
  const Items: Item[] = [];
  let [bytes, scanned] = [0, 0];
  for (const row of rows) {
    if (scanned === Limit || bytes >= pageBytes) break;
    const shown = project(row);
    const size = itemSize(shown);
    if (scanned > 0 && bytes + size > pageBytes) break;
    bytes += size;
    scanned += 1;
    if (isWanted(shown)) Items.push(choice(shown));
  }
  const last = rows[scanned - 1];
  const isCut = last !== undefined && (scanned < rows.length || scanned === Limit);
  return {
    ...(Select === 'COUNT' ? {} : { Items }),
    Count: Items.length,
    ScannedCount: scanned,
    ...(isCut ? { LastEvaluatedKey: placeOf(table, sorted, last) } : {}),
    units: readUnits(bytes, ConsistentRead),
  };
}

function placeOf(table: Table, { keys }: Sorted, row: Item): Item {
  const names = [...Object.values(table.keys), ...Object.values(keys)];
  return Object.fromEntries(names.map((name) => [name, row[name] as Value]));
}

type Range = Exclude<Condition, { kind: 'and' | 'or' | 'not' | 'in' }>;

function keyConditions(condition: Condition, { keys }: Sorted, aliases: Aliases) {
  const all = condition.kind === 'and' ? condition.all : [condition];
  const nameOf = (one: Condition): string | undefined => {
    const of = one.kind === 'compare' ? one.left : one.kind === 'between' ? one.of : undefined;
    const path = one.kind === 'call' ? one.path : of?.kind === 'path' ? of.path : undefined;
    return path?.length === 1 ? (aliases.path(path)[0] as string) : undefined;
  };
  const hash = all.find((one) => nameOf(one) === keys.hash);
  if (hash?.kind !== 'compare' || hash.by !== '=' || hash.right.kind !== 'value')
    throw invalid(`Query condition missed key schema element: ${keys.hash}`);
  const others = all.filter((one) => one !== hash);
  const range = others[0] as Range | undefined;
  if (others.length > 1 || (range && (!keys.range || nameOf(range) !== keys.range)))
    throw invalid('Query key condition not supported');
  if (
    range &&
    ((range.kind === 'compare' && range.by === '<>') ||
      (range.kind === 'call' && range.name !== 'begins_with'))
  )
    throw invalid('Query key condition not supported');
  return { hash: aliases.value(hash.right.name), range };
}

/** Returns the rows of a partition whose sort key meets the condition. The rows are sorted, so these are neighbours. */
function within(
  rows: readonly Item[],
  name: string | undefined,
  condition: Range | undefined,
  aliases: Aliases,
) {
  if (!condition || !name) return rows;
  const boundOf = (of: Operand) => operand(of, {}, aliases) as Value;
  /** Returns the first position whose sort key is greater than the bound (or equal to it, for `>=`). */
  const from = (by: '>' | '>=', bound: Value) => firstAt(rows, (row) => holds(by, row[name], bound));
  if (condition.kind === 'between')
    return rows.slice(from('>=', boundOf(condition.low)), from('>', boundOf(condition.high)));
  if (condition.kind === 'call') {
    const prefix = boundOf(condition.argument as Operand);
    const after = rows.slice(from('>=', prefix));
    return after.slice(
      0,
      firstAt(after, (row) => !beginsWith(row[name] as Value, prefix)),
    );
  }
  const bound = boundOf(condition.right);
  switch (condition.by) {
    case '=':
      return rows.slice(from('>=', bound), from('>', bound));
    case '<':
      return rows.slice(0, from('>=', bound));
    case '<=':
      return rows.slice(0, from('>', bound));
    default:
      return rows.slice(from(condition.by as '>' | '>=', bound));
  }
}

export const missingTable = (name: string) =>
  new Refusal('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);
