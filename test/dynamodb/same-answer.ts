// Compares the answers of two engines to the same request.

import { expect } from 'vitest';

export type WireAnswer = { status: number; body: string };

/** Operations whose answers may differ between engines: descriptions of tables, and positions in streams. */
const chosen =
  /\.(CreateTable|DescribeTable|DeleteTable|ListTables|UpdateTable|\w*Stream|\w*ShardIterator|GetRecords)$/;

/**
 * Fails if the answers differ. The text of an error may differ, and so may an order that DynamoDB does not guarantee.
 * @param target the header x-amz-target
 */
export function expectSameAnswer(target: string, request: string, one: WireAnswer, other: WireAnswer): void {
  if (chosen.test(target)) return;
  // Each engine chooses where a page of a scan ends.
  if (target.endsWith('.Scan') && /"(Limit|ExclusiveStartKey)"/.test(request)) return;
  expect(normal(target, request, one), `${target} ${request}`).toEqual(normal(target, request, other));
}

function normal(target: string, request: string, { status, body }: WireAnswer) {
  const answer = JSON.parse(body) as Record<string, unknown>;
  const { __type, message: _, Message: __, CancellationReasons, ...rest } = answer;
  if (status !== 200) {
    const reasons = (CancellationReasons ?? []) as { Code?: string; Item?: unknown }[];
    return {
      error: String(__type).split('#').at(-1),
      reasons: reasons.map(({ Code, Item }) => ({ Code, Item: sorted(Item) })),
      item: sorted(rest.Item),
    };
  }
  // If the row did not exist, the embedded engine answers with the row's key, but AWS answers with nothing.
  if (target.endsWith('.UpdateItem') && isKey(rest.Attributes, request)) delete rest.Attributes;
  // Without a filter, ScannedCount must equal Count. The embedded engine also counts a row after the last match of
  // begins_with.
  if (!request.includes('"FilterExpression"')) delete rest.ScannedCount;
  if (target.endsWith('.Scan')) rest.Items = inAnyOrder(rest.Items);
  if (rest.Responses && !Array.isArray(rest.Responses))
    rest.Responses = Object.fromEntries(
      Object.entries(rest.Responses).map(([table, rows]) => [table, inAnyOrder(rows)]),
    );
  if (rest.ConsumedCapacity)
    rest.ConsumedCapacity = inAnyOrder(
      [rest.ConsumedCapacity as Record<string, unknown>].flat().map(unitsOf),
    );
  for (const name of ['UnprocessedKeys', 'UnprocessedItems'])
    if (Object.keys((rest[name] as object) ?? {}).length === 0) delete rest[name];
  return sorted(rest);
}

const isKey = (attributes: unknown, request: string) =>
  JSON.stringify(sorted(attributes)) === JSON.stringify(sorted(JSON.parse(request).Key));

const unitsOf = ({ TableName, CapacityUnits }: Record<string, unknown>) => ({ TableName, CapacityUnits });

const inAnyOrder = (all: unknown) =>
  ((all ?? []) as unknown[]).map((one) => JSON.stringify(sorted(one))).sort();

/** Returns the value with sorted sets and with objects whose fields are sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    ['SS', 'NS', 'BS'].includes(name) && Array.isArray(inner) ? inner.toSorted() : sorted(inner),
  ]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
