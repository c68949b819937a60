// Executes single writes and transactions. Each runs as one step, because nothing in this file waits.

import { createHash } from 'node:crypto';
import type { Given } from './conditions.ts';
import { Aliases, choose, readOptional } from './conditions.ts';
import type { Path } from './expressions.ts';
import { invalid, Refusal } from './refusal.ts';
import { writeUnits } from './sorted-rows.ts';
import type { Table } from './table.ts';
import { readChange } from './updates.ts';
import { type Item, itemSize, storedItem, type Value } from './values.ts';

export type Write = Given & {
  TableName: string;
  Item?: Item;
  Key?: Item;
  ReturnValues?: string;
  ReturnValuesOnConditionCheckFailure?: string;
};
export type Kind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

/** A write that has passed all checks that do not depend on the stored row. */
type Prepared = {
  table: Table;
  key: Item;
  isAllowed: (row: Item) => boolean;
  next: (before: Item | undefined) => Item | undefined;
  touched: readonly Path[];
  write: Write;
};

function prepare(kind: Kind, table: Table, write: Write): Prepared {
  const aliases = new Aliases(write);
  const isAllowed = readOptional('ConditionExpression', write, aliases);
  const found = changeOf(kind, table, write, aliases);
  aliases.end();
  return { table, isAllowed, write, ...found };
}

function changeOf(kind: Kind, table: Table, write: Write, aliases: Aliases) {
  if (kind === 'Put') {
    const item = storedItem(write.Item ?? {});
    table.checkRow(item);
    return { key: table.keyOf(item), next: () => item, touched: [] };
  }
  const key = write.Key ?? {};
  table.checkKey(key);
  if (kind === 'Delete') return { key, next: () => undefined, touched: [] };
  if (kind === 'ConditionCheck') return { key, next: (before: Item | undefined) => before, touched: [] };
  const values = Object.entries(write.ExpressionAttributeValues ?? {});
  for (const [name, value] of values) storedItem({ [name]: value });
  const change = write.UpdateExpression
    ? readChange(write.UpdateExpression, Object.values(table.keys), aliases)
    : { apply: (row: Item) => row, touched: [] };
  return {
    key,
    touched: change.touched,
    next: (before: Item | undefined) => {
      const after = storedItem(change.apply(before ?? key));
      table.checkRow(after);
      return after;
    },
  };
}

const conditionFailed = 'The conditional request failed';

/** Returns the row that failed the condition, if the write requests it. */
const shown = ({ ReturnValuesOnConditionCheckFailure }: Write, before: Item | undefined) =>
  ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && before ? { Item: before } : {};

export function writeOne(kind: Kind, table: Table, write: Write) {
  const prepared = prepare(kind, table, write);
  const before = table.rows.get(prepared.key);
  if (!prepared.isAllowed(before ?? {}))
    throw new Refusal('ConditionalCheckFailedException', conditionFailed, shown(write, before));
  const after = prepared.next(before);
  const { own, indexes } = table.write(before, after);
  return { Attributes: returned(prepared, before, after), units: own + indexes };
}

function returned({ write, touched }: Prepared, before: Item | undefined, after: Item | undefined) {
  if (write.ReturnValues === 'ALL_OLD') return before;
  if (write.ReturnValues === 'ALL_NEW') return after;
  const some = write.ReturnValues === 'UPDATED_OLD' ? before : after;
  if (!write.ReturnValues?.startsWith('UPDATED') || !some) return undefined;
  const chosen = choose(some, touched);
  return Object.keys(chosen).length > 0 ? chosen : undefined;
}

export type TransactWrite = {
  TransactItems?: Partial<Record<Kind, Write>>[];
  ClientRequestToken?: string;
};
const kinds = ['Put', 'Update', 'Delete', 'ConditionCheck'] as const;
const actionsMax = 100;
const bytesMax = 4 * 1024 * 1024;
const tokenMs = 600_000;

/**
 * Executes transactions. Remembers their tokens for ten minutes, so that a repeated transaction is not executed again.
 */
export function makeTransactions(tableOf: (name: string) => Table) {
  const known = new Map<string, { digest: string; at: number; units: [string, number][] }>();

  return function transact({ TransactItems = [], ClientRequestToken: token }: TransactWrite) {
    if (TransactItems.length > actionsMax)
      throw invalid(
        `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to ${actionsMax}`,
      );
    if (TransactItems.length === 0)
      throw invalid(
        "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
      );
    const digest = createHash('sha256').update(JSON.stringify(TransactItems)).digest('base64');
    const earlier = token === undefined ? undefined : known.get(token);
    if (earlier && Date.now() - earlier.at < tokenMs) {
      if (earlier.digest !== digest)
        throw new Refusal(
          'IdempotentParameterMismatchException',
          'The request uses the same client token as a previous, but non-identical request.',
        );
      return earlier.units;
    }
    const actions = TransactItems.map((action) => {
      const kind = kinds.find((one) => action[one]);
      if (!kind) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
      const write = action[kind] as Write;
      return { kind, prepared: prepare(kind, tableOf(write.TableName), write) };
    });
    refuseTwice(
      actions.map(({ prepared: { table, key } }) => [table.name, table.keyOf(key)]),
      'Transaction request cannot include multiple operations on one item',
    );
    const units = commit(actions);
    if (token !== undefined) known.set(token, { digest, at: Date.now(), units });
    return units;
  };
}

/** @param keys the keys of the rows, all in the same form */
export function refuseTwice(keys: readonly unknown[], message: string): void {
  if (new Set(keys.map((key) => JSON.stringify(key))).size < keys.length) throw invalid(message);
}

type Reason = { Code: string; Message?: string; Item?: Item };

function commit(actions: readonly { kind: Kind; prepared: Prepared }[]): [string, number][] {
  let bytes = 0;
  const decided = actions.map(({ kind, prepared }) => {
    const { table, key, isAllowed, next, write } = prepared;
    const before = table.rows.get(key);
    if (!isAllowed(before ?? {}))
      return {
        reason: { Code: 'ConditionalCheckFailed', Message: conditionFailed, ...shown(write, before) },
      };
    try {
      const after = next(before);
      bytes += itemSize((after ?? before ?? key) as Record<string, Value>);
      return { kind, table, before, after };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { reason: { Code: 'ValidationError', Message: error.message } };
    }
  });
  const reasons = decided.map((one): Reason => ('reason' in one && one.reason) || { Code: 'None' });
  if (reasons.some(({ Code }) => Code !== 'None')) {
    const codes = reasons.map(({ Code }) => Code).join(', ');
    throw new Refusal(
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      { CancellationReasons: reasons },
    );
  }
  if (bytes > bytesMax)
    throw invalid('Collection size of items has exceeded the maximum allowed size of 4 MB');
  return decided.flatMap((one) => {
    if ('reason' in one) return [];
    const { kind, table, before, after } = one;
    if (kind === 'ConditionCheck')
      return [[table.name, 2 * writeUnits(itemSize(before ?? {}))] as [string, number]];
    const { own, indexes } = table.write(before, after);
    return [[table.name, 2 * own + indexes] as [string, number]];
  });
}
