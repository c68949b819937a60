import { expect, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';

const used = useStack({});

test('concurrent approvals on both approval paths approve a cashout once', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout', body)).body;
  const paths = Array.from({ length: 10 }, (_, index) => `/approve-cashout${index % 2 ? '-manual' : ''}`);

  const answers = await Promise.all(paths.map((path) => caller.post(path, { id })));

  const statuses = answers.map(({ status, body }) => (status === 200 ? body.status : body.message)).sort();
  expect(statuses).toEqual(['PROCESSING', ...Array(9).fill('Transaction in wrong status')]);
});
