import { expect, test } from 'vitest';
import { createMany, refused, rejectMany, type Seen, seeOne } from '../support/decide-many.ts';
import { openColleague } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('one request rejects twelve cashouts with the same reason, in the given order', async () => {
  const caller = await used.newCaller();
  const seen = (await createMany(used.stack, caller, 12)).reverse();

  const answer = await rejectMany(caller, seen, ' Wrong supplier ');

  const results = seen.map(({ id }) => ({ id, worked: true, status: 'CANCELLED' }));
  expect([answer.status, answer.body]).toEqual([
    200,
    { worked: true, rejected: 12, refused: 0, to_send_again: 0, results },
  ]);
  for (const { id } of seen)
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({
      status: 'CANCELLED',
      failureText: 'Rejected: Wrong supplier',
      rejectedBy: caller.tenant.user_id,
    });
});

test('a refused cashout does not stop the others, and a cashout with a different digest is not rejected', async () => {
  const [caller, other] = [await used.newCaller(), await used.newCaller()];
  const [foreign] = (await createMany(used.stack, other, 1)) as [Seen];
  const [approved, differs, last] = (await createMany(used.stack, caller, 3)) as [Seen, Seen, Seen];
  await caller.post('/approve-cashout', { id: approved.id });
  const asked = [foreign, approved, { ...differs, content_digest: last.content_digest }, last];

  const { body } = await rejectMany(caller, asked);
  const again = await rejectMany(caller, [last]);

  expect(body).toEqual({
    worked: true,
    rejected: 1,
    refused: 3,
    to_send_again: 0,
    results: [
      refused(foreign.id, 'Transaction not found'),
      refused(approved.id, 'Transaction in wrong status'),
      refused(differs.id, 'Transaction is not the one that was shown'),
      { id: last.id, worked: true, status: 'CANCELLED' },
    ],
  });
  expect(again.body.results).toEqual([refused(last.id, 'Transaction in wrong status')]);
  for (const { id } of [foreign, differs])
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'NEW' });
});

test('without the permission APPROVE, the rejection of each cashout is refused in its row', async () => {
  const caller = await used.newCaller();
  const seen = await createMany(used.stack, caller, 2);
  const maker = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });

  const { body } = await rejectMany(maker, seen);

  const words = ['Unauthorized', 'The policy on the account does not permit APPROVE'] as const;
  expect(body.results).toEqual(seen.map(({ id }) => refused(id, ...words)));
});

test('the list may contain an approved scheduled cashout, which becomes CANCELLED', async () => {
  const caller = await used.newCaller();
  const scheduled_for = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const content = { ...caller.source, amount: 10, key: 'fulano@example.com', scheduled_for };
  const { id } = (await caller.post('/create-cashout-self-approve', content)).body;

  const { body } = await rejectMany(caller, [await seeOne(used.stack, id)]);

  expect(body.results).toEqual([{ id, worked: true, status: 'CANCELLED', schedule_state: 'CANCELLED' }]);
});
