import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Recovery } from '../../lib/funds-recovery/recovery.ts';
import { losingAnswers } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const at = '2026-09-02T12:00:00.000Z';
let last = 4_000_000_000_000;
const newRecovery = (more: Partial<Recovery> = {}): Recovery => ({
  cashoutId: ++last,
  companyId: randomUUID(),
  account: { branch: '0001', number: '123456784' },
  sentTo: 'pay',
  endToEndId: 'E31680151202606101530AbCdEf12345',
  situation: 'SCAM',
  details: 'a fake shop',
  status: 'REQUESTED',
  requestedAt: at,
  requestedBy: randomUUID(),
  attempt: randomUUID(),
  askedAt: at,
  updatedAt: at,
  revision: 1,
  ...more,
});

test('of twenty requests for one payment at the same time, one is stored', async () => {
  const { recoveries } = used.stack.deps;
  const recovery = newRecovery();
  const stored = await Promise.all(
    Array.from({ length: 20 }, () => recoveries.insert({ ...recovery, attempt: randomUUID() })),
  );
  expect(stored.filter(Boolean)).toHaveLength(1);
  expect(await recoveries.listOpen()).toContain(recovery.cashoutId);
});

test('a request whose answer from the database was lost counts as stored', async () => {
  const { client, lost } = losingAnswers('TransactWriteItems', { late: true });
  const { recoveries } = used.stack.with({ client });
  expect(await recoveries.insert(newRecovery())).toBe(true);
  expect(lost()).toBeGreaterThan(0);
});

test('of ten changes of one recovery at the same time, one is made', async () => {
  const { recoveries } = used.stack.deps;
  const recovery = newRecovery();
  await recoveries.insert(recovery);
  const changes = Array.from({ length: 10 }, (_, index) =>
    recoveries.change(recovery, { status: 'UNDER_WAY', pspStatus: `WORD_${index}` }),
  );
  const made = (await Promise.all(changes)).filter((one) => one !== undefined);
  expect(made).toHaveLength(1);
  expect(await recoveries.get(recovery.cashoutId)).toEqual(made[0]);
  expect(made[0]?.revision).toBe(2);
});

test('a recovery that is over leaves the open list, and its row stays', async () => {
  const { recoveries } = used.stack.deps;
  const recovery = newRecovery({ cancelAskedAt: at });
  await recoveries.insert(recovery);
  await recoveries.change(recovery, { status: 'CANCELLED', endedAt: at }, ['cancelAskedAt']);
  expect(await recoveries.listOpen()).not.toContain(recovery.cashoutId);
  expect(await recoveries.get(recovery.cashoutId)).toMatchObject({ status: 'CANCELLED', endedAt: at });
  expect(await recoveries.get(recovery.cashoutId)).not.toHaveProperty('cancelAskedAt');
});
