import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { signed } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { openScene, type Scene } from './scene.ts';

const used = useStack();
let scene: Scene;
beforeAll(async () => {
  scene = await openScene(used.stack);
});

type Wanted = { cents: number; key: string; tag: string };
const wanted: fc.Arbitrary<Wanted> = fc.record({
  cents: fc.constantFrom(1_000, 1_010, 5),
  key: fc.constantFrom('ana@example.com', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'),
  tag: fc.constantFrom('', 'x', 'X'),
});

/** The different ways in which a client may write the same request. */
const writing = fc.record({
  places: fc.nat(2),
  isQuoted: fc.boolean(),
  isUpperCase: fc.boolean(),
  isShuffled: fc.boolean(),
  isSpaced: fc.boolean(),
  extra: fc.constantFrom('', '"extra":1', '"__proto__":{"amount":1}'),
  leavesOutEmpty: fc.boolean(),
});
type Writing = typeof writing extends fc.Arbitrary<infer Value> ? Value : never;

function write({ cents, key, tag }: Wanted, how: Writing): string {
  const amount = shortened((cents / 100).toFixed(2), how.places);
  const fields = [
    ...Object.entries(scene.callers.owner.source).map(([name, value]) => `"${name}":"${value}"`),
    `"amount":${how.isQuoted ? `"${amount}"` : amount}`,
    `"key":"${how.isUpperCase ? key.toUpperCase() : key}"`,
    ...(tag === '' && how.leavesOutEmpty ? [] : [`"tag":"${tag}"`]),
    ...(how.extra ? [how.extra] : []),
  ];
  return `{${(how.isShuffled ? fields.reverse() : fields).join(how.isSpaced ? ' ,\n ' : ',')}}`;
}

/** Removes zeros at the end of an amount, but keeps at least this many decimal places. */
function shortened(amount: string, places: number): string {
  const [, whole, fraction = ''] = /^(\d+)\.(\d*?)0*$/.exec(amount) ?? [];
  const kept = fraction.padEnd(places, '0');
  return kept ? `${whole}.${kept}` : `${whole}`;
}

function post(body: string, idempotencyKey: string) {
  const { token, tenant } = scene.callers.owner;
  const headers = {
    authorization: `Bearer ${token}`,
    hmac: signed(tenant.hmac_secret, body),
    'idempotency-key': idempotencyKey,
  };
  return used.send({ method: 'POST', path: '/create-cashout', headers, body });
}

test('the same request under a key is a replay in any spelling of its JSON, and a different request gives a 409', async () => {
  await fc.assert(
    fc.asyncProperty(wanted, wanted, writing, writing, async (one, other, thisWay, thatWay) => {
      const key = randomUUID();
      const first = await post(write(one, thisWay), key);
      const again = await post(write(one, thatWay), key.toUpperCase());
      const different = await post(write(other, thatWay), key);

      expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id]);
      const fields = [
        ...(one.cents === other.cents ? [] : ['amount']),
        ...(one.key === other.key ? [] : ['key']),
        ...(one.tag === other.tag ? [] : ['tag']),
      ];
      expect(different.status).toBe(fields.length > 0 ? 409 : 200);
      const named = / \(differs in (.*)\)$/.exec(different.body.detail)?.[1]?.split(', ') ?? [];
      expect(named).toEqual(fields);
    }),
    { numRuns: 40 },
  );
});
