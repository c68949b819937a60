// Requests that name other companies' payments must not be logged or traced under those ids.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useConsole } from './visitor.ts';

const its = useConsole();

test('the id of a payment that the person may not see is neither logged nor traced', async () => {
  const [mine, theirs] = [await its.newCompany(), await its.newCompany()];
  const { browser } = await its.openSignedIn(mine);
  const body = { ...theirs.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await theirs.post('/create-cashout', body, { 'idempotency-key': randomUUID() })).body;

  const told: unknown[] = [];
  const { deps } = its.used.stack;
  const tell = (...line: unknown[]) => void told.push(line);
  const log = { ...deps.log, info: tell, error: tell };
  const traces = deps.traces && { ...deps.traces, note: tell };
  its.using = { ...deps, log, traces };
  await browser.send('/console/confirm', [['cashout', String(id)]]);
  await browser.send('/console/reject', [
    ['cashout', String(id)],
    ['reason', 'no'],
  ]);
  await browser.visit(`/console/cashouts/${id}`);
  its.using = undefined;
  expect(told.length).toBeGreaterThan(2);
  expect(JSON.stringify(told)).not.toContain(String(id));
});
