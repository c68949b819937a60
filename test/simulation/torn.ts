// Simulates reads of several rows that do not happen at one moment in DynamoDB. BatchGetItem and Query may return one
// row as it was before a transaction, and another row as it is after it. Here the second part of the rows is read some
// steps later.

import type { Dice } from './dice.ts';
import type { WireAnswer } from './engine.ts';
import type { Call, Input } from './wire.ts';

const mayTear = new Set(['BatchGetItem', 'Query']);

/** Returns whether a call reads more than one row. */
export function isTearable({ command, input }: Call): boolean {
  if (!mayTear.has(command)) return false;
  return command === 'Query' ? input.Limit !== 1 : keysOf(input).length > 1;
}

/** Returns the first part of the read. */
export function firstOf({ command, input }: Call, dice: Dice): Input {
  if (command === 'Query')
    return { ...input, Limit: Math.min(1 + dice.between(0, 2), input.Limit ?? Number.POSITIVE_INFINITY) };
  const all = keysOf(input);
  const last = dice.between(1, all.length - 1);
  return withKeys(input, all.slice(0, last));
}

/** Returns the second part of the read, or undefined if the first answer was complete. */
export function restOf({ command, input }: Call, asked: Input, answer: WireAnswer): Input | undefined {
  if (answer.statusCode !== 200) return undefined;
  if (command === 'BatchGetItem') return withKeys(input, keysOf(input).slice(keysOf(asked).length));
  const { LastEvaluatedKey, ScannedCount } = bodyOf(answer);
  if (!LastEvaluatedKey) return undefined;
  const rest = { ...input, ExclusiveStartKey: LastEvaluatedKey };
  if (input.Limit === undefined) return rest;
  const Limit = input.Limit - ScannedCount;
  return Limit > 0 ? { ...rest, Limit } : undefined;
}

/** Joins the bodies of both answers. */
export function joined({ command }: Call, one: WireAnswer, other: WireAnswer): object {
  const [first, rest] = [bodyOf(one), bodyOf(other)];
  if (command === 'Query')
    return {
      ...rest,
      Items: [...(first.Items ?? []), ...(rest.Items ?? [])],
      Count: first.Count + rest.Count,
      ScannedCount: first.ScannedCount + rest.ScannedCount,
    };
  const Responses = { ...first.Responses };
  for (const [table, rows] of Object.entries<Input[]>(rest.Responses))
    Responses[table] = [...(Responses[table] ?? []), ...rows];
  return { Responses, UnprocessedKeys: { ...first.UnprocessedKeys, ...rest.UnprocessedKeys } };
}

const bodyOf = ({ body }: WireAnswer): Input => JSON.parse(Buffer.from(body).toString());

type OneKey = { table: string; key: Input };

function keysOf({ RequestItems }: Input): OneKey[] {
  return Object.entries<Input>(RequestItems).flatMap(([table, { Keys }]) =>
    Keys.map((key: Input) => ({ table, key })),
  );
}

function withKeys({ RequestItems, ...input }: Input, keys: readonly OneKey[]): Input {
  const byTable = Map.groupBy(keys, ({ table }) => table);
  const wanted = [...byTable].map(([table, some]) => [
    table,
    { ...RequestItems[table], Keys: some.map(({ key }) => key) },
  ]);
  return { ...input, RequestItems: Object.fromEntries(wanted) };
}
