import { expect, test } from 'vitest';
import { rangeOf } from '../../lib/export/export.ts';
import { sendInProcess } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const now = new Date('2031-06-10T12:00:30.000Z');
const used = useStack({ now: () => now, settings: { EXPORTS_PER_DAY: '3' } });

async function openAccount() {
  const caller = await used.newCaller();
  const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
  const path = `/v3/account-statements/${branch}/${number}/exports`;
  const sent: string[] = [];
  const ask = (content: object, at = now) => {
    const deps = used.stack.with({ now: () => at });
    const queues = { ...deps.queues, sendExport: async ({ id }: { id: string }) => void sent.push(id) };
    const headers = { authorization: `Bearer ${caller.token}` };
    const call = { method: 'POST', path, headers, body: JSON.stringify(content) };
    return sendInProcess(used.stack, { ...deps, queues })(call);
  };
  return { caller, path, sent, ask };
}

test('a new export is returned and listed, and a message for it is queued', async () => {
  const { caller, path, sent, ask } = await openAccount();
  const { status, body } = await ask({ month: '2031-05', format: 'csv', locale: 'pt-BR' });

  const { worked: _, ...asked } = body;
  expect(status).toBe(200);
  expect(asked).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    ...caller.source,
    status: 'PROCESSING',
    month: '2031-05',
    format: 'csv',
    locale: 'pt-BR',
    start: '2031-05-01T03:00:00.000Z',
    end: '2031-06-01T02:59:59.999Z',
    whole_month: true,
    created_at: now.toISOString(),
    expires_at: '2031-06-17T12:00:30.000Z',
    made_at: null,
    entries: null,
    bytes: null,
    sha256: null,
    opening_balance: null,
    closing_balance: null,
    failure: null,
  });
  expect(sent).toEqual([asked.id]);
  expect((await caller.get(path)).body).toEqual({ worked: true, results: [asked] });
});

test('repeated and concurrent requests for the same export make one export', async () => {
  const { caller, path, ask } = await openAccount();
  const many = await Promise.all([1, 2].map(() => ask({ month: '2031-05', format: 'ofx' })));
  const again = await ask({ month: '2031-05', format: 'ofx', locale: 'pt-BR' });

  expect(new Set([...many, again].map(({ body }) => body.id)).size).toBe(1);
  expect((await caller.get(path)).body.results).toHaveLength(1);
});

test('an export of the current month ends at a full minute that is at least a minute in the past', async () => {
  const { ask } = await openAccount();
  const { body } = await ask({ month: '2031-06', format: 'csv' });
  const sameMinute = await ask({ month: '2031-06', format: 'csv' }, new Date('2031-06-10T12:00:59.999Z'));
  const nextMinute = await ask({ month: '2031-06', format: 'csv' }, new Date('2031-06-10T12:01:00.000Z'));

  expect(body).toMatchObject({ end: '2031-06-10T11:58:59.999Z', whole_month: false });
  expect(sameMinute.body.id).toBe(body.id);
  expect(nextMinute.body).toMatchObject({ end: '2031-06-10T11:59:59.999Z' });
});

test('the months of an export are months in São Paulo time, whatever their length', () => {
  const at = new Date('2031-06-10T12:00:30.000Z');
  expect(rangeOf('2028-02', at)).toEqual({
    start: '2028-02-01T03:00:00.000Z',
    end: '2028-03-01T02:59:59.999Z',
  });
  expect(rangeOf('2030-12', at)).toEqual({
    start: '2030-12-01T03:00:00.000Z',
    end: '2031-01-01T02:59:59.999Z',
  });
  expect(rangeOf('2031-06', new Date('2031-06-01T03:00:59.999Z'))).toBeUndefined();
  expect(rangeOf('2031-05', new Date('2031-06-01T03:00:30.000Z'))?.end).toBe('2031-06-01T02:58:59.999Z');
});

test('an account can request only a limited number of exports per day', async () => {
  const { ask, sent } = await openAccount();
  for (const month of ['2031-01', '2031-02', '2031-03']) await ask({ month, format: 'csv' });
  const { status, body } = await ask({ month: '2031-04', format: 'csv' });

  expect([status, body.message, sent.length]).toEqual([
    429,
    'Account has asked for too many exports today',
    3,
  ]);
  expect((await ask({ month: '2031-03', format: 'csv' })).status).toBe(200);
  expect((await ask({ month: '2031-04', format: 'csv' }, new Date('2031-06-10T12:20:00Z'))).status).toBe(429);
});

test('a request for an export is answered PROCESSING even if the message to the queue fails', async () => {
  const { caller, path } = await openAccount();
  const queues = {
    ...used.stack.deps.queues,
    sendExport: async () => {
      throw Object.assign(new Error('away'), { name: 'TimeoutError' });
    },
  };
  const send = sendInProcess(used.stack, { ...used.stack.deps, queues });
  const headers = { authorization: `Bearer ${caller.token}` };
  const body = JSON.stringify({ month: '2031-05', format: 'csv' });

  expect((await send({ method: 'POST', path, headers, body })).body.status).toBe('PROCESSING');
});
