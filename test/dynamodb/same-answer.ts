// Compares what two engines answer to the same request.

import { expect } from 'vitest';

export type WireAnswer = { status: number; body: string };

/** Whatever one of them chooses: descriptions of tables, and numbers of a stream. */
const chosen =
  /\.(CreateTable|DescribeTable|DeleteTable|ListTables|UpdateTable|\w*Stream|\w*ShardIterator|GetRecords)$/;

/**
 * Fails if the answers differ in more than the words of an error, or in an order that DynamoDB does not promise.
 * @param target the header x-amz-target
 */
export function expectSameAnswer(target: string, request: string, one: WireAnswer, other: WireAnswer): void {
  if (chosen.test(target)) return;
  // Where the page of a scan ends is the engine's own choice.
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
  // The embedded engine answers with the key of a row that did not exist. AWS says nothing.
  if (target.endsWith('.UpdateItem') && isKey(rest.Attributes, request)) delete rest.Attributes;
  // Without a filter it is the count. The embedded engine also counts a row beyond begins_with.
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

/** The value with the elements of every set, and the members of every object, in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    ['SS', 'NS', 'BS'].includes(name) && Array.isArray(inner) ? inner.toSorted() : sorted(inner),
  ]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
