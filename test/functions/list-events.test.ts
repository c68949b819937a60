import { describe, expect, test } from 'vitest';
import { makeEvent } from '../../lib/webhook/event.ts';
import { eventPosition } from '../../lib/webhook/feed-page.ts';
import { accountQuery, openCaller, sandbox, sendInProcess } from '../support/api.ts';
import { missingRow } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout } from '../support/webhooks.ts';

const used = useStack();

describe('the event feed of an account', () => {
  test('the feed shows an event with its number, id, type, time and data', async () => {
    const caller = await used.newCaller();
    const id = await createCashout(used.stack, caller);

    const { status, body } = await caller.get(`/v3/events?${accountQuery(caller.source)}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      worked: true,
      next: null,
      cursor: 1,
      results: [
        {
          sequence: 1,
          id: `cashout-${id}-created`,
          type: 'cashout.created',
          types: ['PIX_CASHOUT_CREATED'],
          created_at: expect.any(String),
          data: (await caller.get(`/v3/cashouts/${id}`)).body,
          movement: null,
        },
      ],
    });
  });

  test('the feed continues from a given number, and returns the same number if there is no new event', async () => {
    const caller = await used.newCaller();
    const query = accountQuery(caller.source);
    for (let count = 0; count < 5; count++) await createCashout(used.stack, caller);
    const seen: number[] = [];
    let path = `/v3/events?${query}&limit=2`;
    for (;;) {
      const { body } = await caller.get(path);
      seen.push(...body.results.map(({ sequence }: { sequence: number }) => sequence));
      if (!body.next) break;
      path = body.next.replace('https://api.example.com', '');
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);

    for (const end of ['9007199254740990', '9007199254740991']) {
      expect((await caller.get(`/v3/events?${query}&after=${end}`)).body.results).toEqual([]);
    }
    const idle = (await caller.get(`/v3/events?${query}&after=5`)).body;
    expect(idle).toMatchObject({ next: null, cursor: 5, results: [] });
    await createCashout(used.stack, caller);
    const fresh = (await caller.get(`/v3/events?${query}&after=5`)).body;
    expect(fresh.results).toMatchObject([{ sequence: 6 }]);
  });

  test('a feed page stops before a transaction that is only partly visible, and a later page continues with that transaction', async () => {
    const caller = await used.newCaller();
    for (let count = 0; count < 4; count++) await createCashout(used.stack, caller);
    const path = `/v3/events?${accountQuery(caller.source)}`;
    const { client } = missingRow(
      used.stack.config.EVENTS_TABLE,
      ({ position }) => position === eventPosition(2),
      2,
    );
    const reader = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    const torn = (await reader.get(path)).body;
    expect([torn.results.map(({ sequence }: { sequence: number }) => sequence), torn.cursor]).toEqual([
      [1],
      1,
    ]);
    const rest = (await reader.get(`${path}&after=1`)).body;
    expect(rest.results.map(({ sequence }: { sequence: number }) => sequence)).toEqual([2, 3, 4]);
  });

  test('the feed has no gap and no repeat if many events are recorded concurrently, each several times', async () => {
    const caller = await used.newCaller();
    const account = {
      branch: caller.source.source_account_branch_identifier,
      number: caller.source.source_account_number,
    };
    const events = Array.from({ length: 200 }, (_, index) =>
      makeEvent(
        {
          account,
          id: `event-${index % 100}`,
          at: '2026-11-21T12:00:00.000Z',
          type: 'webhook.test',
          types: [],
        },
        { webhook_id: 1 },
      ),
    );

    const places = await Promise.all(events.map((event) => used.stack.deps.events.append(event)));

    expect(places.slice(100)).toEqual(places.slice(0, 100));
    const { body } = await caller.get(`/v3/events?${accountQuery(caller.source)}&limit=100`);
    expect(body.results.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(new Set(body.results.map(({ id }: { id: string }) => id)).size).toBe(100);
  });

  test('the feed can be read after the account was closed, but not by other companies', async () => {
    const caller = await used.newCaller();
    await createCashout(used.stack, caller);
    const path = `/v3/events?${accountQuery(caller.source)}`;
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);

    expect((await caller.get(path)).body.results).toHaveLength(1);
    expect(await (await used.newCaller()).get(path)).toMatchObject({
      status: 400,
      body: { message: 'Account not found' },
    });
    expect((await used.send({ method: 'GET', path })).status).toBe(401);
  });

  test.each([
    ['after', '&after=-1'],
    ['after', '&after=x'],
    ['limit', '&limit=101'],
  ])('a request for the feed is refused for an invalid %s: %s', async (field, more) => {
    const caller = await used.newCaller();

    expect(await caller.get(`/v3/events?${accountQuery(caller.source, more)}`)).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });
});
