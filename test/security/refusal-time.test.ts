// Measures that a refusal takes the same time whether the account has much data or does not exist. Only
// ratios of neighbouring calls count, so that the speed of the machine does not matter.

import { beforeAll, expect, test } from 'vitest';
import { type Caller, sandbox } from '../support/api.ts';
import { nobodysHoldings } from '../support/holdings.ts';
import { ask } from '../support/route-calls.ts';
import type { Call } from '../support/routes.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, register } from '../support/webhooks.ts';

const used = useStack();
let owner: Caller;
let stranger: Caller;
beforeAll(async () => {
  owner = await used.newCaller();
  stranger = await used.newCaller();
  for (let event = 0; event < 40; event++) await createCashout(used.stack, owner);
  for (let webhook = 0; webhook < 20; webhook++)
    await register(owner, `https://receiver.example.com/${webhook}`);
  const [{ pix_key } = {}] = owner.tenant.accounts;
  for (let payment = 0; payment < 40; payment++)
    await sandbox(used.send, '/sandbox/pix-in', { pix_key, amount: 1 });
});

type Source = Caller['source'];

const lists: [string, (source: Source) => Call][] = [
  [
    'GET /v3/account-statements/{branch}/{number}',
    // No entry follows this cursor, so a reader waits for the missing entries.
    (source) => ({
      params: { branch: source.source_account_branch_identifier, number: source.source_account_number },
      query: {
        start: '2020-01-01',
        end: '2099-12-31',
        limit: 50,
        cursor_id: 900,
        cursor_datetime: '2099-01-01',
        cursor_direction: 'next',
      },
    }),
  ],
  ['GET /api/webhooks', (source) => ({ query: { ...source } })],
  ['GET /v3/events', (source) => ({ query: { ...source, limit: 50 } })],
];

test.each(lists)(
  '%s takes the same time to refuse a foreign account as an unknown account',
  async (routeKey, callOf) => {
    const timeOf = async (source: Source) => {
      const from = performance.now();
      const { status } = await ask(used.send, routeKey, stranger, callOf(source));
      expect(status).toBe(400);
      return performance.now() - from;
    };
    const medianOfPairs = async () => {
      const ratios: number[] = [];
      for (let pair = 0; pair < 41; pair++) {
        const nobodys = nobodysHoldings(used.stack).account;
        const order = pair % 2 ? [owner.source, nobodys] : [nobodys, owner.source];
        const [first = 0, second = 0] = [await timeOf(order[0] as Source), await timeOf(order[1] as Source)];
        ratios.push(pair % 2 ? first / second : second / first);
      }
      return ratios.sort((one, other) => one - other)[20] ?? Number.NaN;
    };

    // A leak in the code shows in every median. A busy machine does not disturb all five.
    const medians: number[] = [];
    const isAlike = (median: number) => median > 1 / 1.3 && median < 1.3;
    while (medians.length < 5 && !medians.some(isAlike)) medians.push(await medianOfPairs());

    expect(medians).toContainEqual(expect.toSatisfy(isAlike));
  },
);
