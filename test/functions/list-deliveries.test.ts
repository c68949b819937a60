import { describe, expect, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';
import { createCashout, heldQueues, register } from '../support/webhooks.ts';

const used = useStack();

async function withDeliveries(count: number) {
  const caller = await used.newCaller();
  const webhook = await register(caller, 'https://receiver.example.com/');
  const { queues } = heldQueues(used.stack);
  for (let one = 0; one < count; one++) await createCashout(used.stack, caller, queues);
  return { caller, webhook };
}

const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id);

describe('the deliveries of a webhook', () => {
  test('the deliveries are listed newest first, in pages without repeats', async () => {
    const { caller, webhook } = await withDeliveries(7);
    const path = `/api/webhooks/${webhook.id}/deliveries`;

    const first = (await caller.call('GET', `${path}?limit=3`)).body;
    expect(idsOf(first)).toEqual([7, 6, 5]);
    expect(first.next).toBe(`https://api.example.com${path}?limit=3&before=5`);
    const second = (await caller.call('GET', first.next.replace('https://api.example.com', ''))).body;
    expect(idsOf(second)).toEqual([4, 3, 2]);
    const third = (await caller.call('GET', second.next.replace('https://api.example.com', ''))).body;
    expect([idsOf(third), third.next]).toEqual([[1], null]);
  });

  test('a delivery that has not been attempted yet is listed as PENDING', async () => {
    const { caller, webhook } = await withDeliveries(1);

    const { body } = await caller.call('GET', `/v3/accounts/api/webhooks/${webhook.id}/deliveries`);

    expect(body.results).toMatchObject([
      { status: 'PENDING', attempts: 0, last_status: null, last_attempt_at: null, log: [] },
    ]);
  });

  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['before', 'before=x'],
  ])('the list of deliveries is refused for an invalid %s: %s', async (field, query) => {
    const { caller, webhook } = await withDeliveries(0);
    const answer = await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries?${query}`);

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });

  test('the deliveries are hidden from other companies, and a request for them requires a signature', async () => {
    const { caller, webhook } = await withDeliveries(1);
    const path = `/api/webhooks/${webhook.id}/deliveries`;

    expect((await caller.get(path)).status).toBe(401);
    expect(await (await used.newCaller()).call('GET', path)).toMatchObject({
      status: 404,
      body: { message: 'Webhook not found' },
    });
  });
});
