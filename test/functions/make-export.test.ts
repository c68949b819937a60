import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { makeExport } from '../../lib/export/make-export.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { fillStatement } from '../support/filled-statement.ts';
import { sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';

const now = new Date('2031-06-10T12:00:30.000Z');
const used = useStack({ now: () => now });

/** Opens an account with this many entries in May 2031, and others before and after. */
async function openFilled(inMay: number): Promise<{ caller: Caller; account: AccountRef; path: string }> {
  const before = used.stack.with({ now: () => new Date('2031-04-01T00:00:00Z') });
  const caller = await openCaller(used.send, await openTenant(sendInProcess(used.stack, before)));
  const account = {
    branch: caller.source.source_account_branch_identifier,
    number: caller.source.source_account_number,
  };
  const at = (text: string) => new Date(text);
  const batches = Array.from({ length: Math.ceil(inMay / 40) }, (_, batch): [Date, number] => [
    at('2031-05-15T12:00:00Z'),
    Math.min(40, inMay - batch * 40),
  ]);
  await fillStatement(used.stack, account, [
    [at('2031-05-01T02:59:59.999Z'), 2],
    [at('2031-05-01T03:00:00.000Z'), 1],
    ...batches,
    [at('2031-06-01T02:59:59.999Z'), 1],
    [at('2031-06-01T03:00:00.000Z'), 3],
  ]);
  return { caller, account, path: `/v3/account-statements/${account.branch}/${account.number}/exports` };
}

/** Requests the export of May. The test processes the message itself. */
const ask = async (caller: Caller, path: string, format = 'csv') => {
  const sent: { account: AccountRef; id: string }[] = [];
  const queues = {
    ...used.stack.deps.queues,
    sendExport: async (row: (typeof sent)[0]) => void sent.push(row),
  };
  const { body } = await openSend(caller, { ...used.stack.deps, queues }).post(path, {
    month: '2031-05',
    format,
  });
  return { id: body.id as string, sent };
};
const openSend = (caller: Caller, deps: typeof used.stack.deps) => {
  const send = sendInProcess(used.stack, deps);
  return {
    post: (path: string, content: object) =>
      send({
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${caller.token}` },
        body: JSON.stringify(content),
      }),
  };
};
const make = (account: AccountRef, id: string, deps = used.stack.deps) => makeExport(deps, account, id);

test('an export file has exactly the entries of the month in São Paulo time, adds up, and matches its sha256', async () => {
  const { caller, account, path } = await openFilled(90);
  const { id } = await ask(caller, path);
  await make(account, id);

  const { body } = await caller.get(`${path}/${id}`);
  expect(body).toMatchObject({
    status: 'SUCCESS',
    whole_month: true,
    start: '2031-05-01T03:00:00.000Z',
    end: '2031-06-01T02:59:59.999Z',
    entries: 92,
    opening_balance: 10024.68,
    closing_balance: 11159.96,
    failure: null,
    link_expires_at: '2031-06-10T12:05:30.000Z',
  });
  const file = await used.stack.deps.files.read(
    (await used.stack.deps.exports.get(account, id))?.file?.key ?? '',
  );
  const content = Buffer.concat(await file.toArray());
  expect(content.length).toBe(body.bytes);
  expect(createHash('sha256').update(content).digest('hex')).toBe(body.sha256);
  const { data } = Papa.parse<Record<string, string>>(content.toString(), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data.map(({ code }) => Number(code))).toEqual(Array.from({ length: 92 }, (_, index) => index + 4));
  expect(data.at(-1)?.balance).toBe('11159.96');
});

test.each([
  ['ofx', '<BALAMT>10049.36</BALAMT>'],
  ['camt.053', '<Cd>CLBD</Cd>'],
])('a month can be exported as %s', async (format, part) => {
  const { caller, account, path } = await openFilled(0);
  const { id } = await ask(caller, path, format);
  await make(account, id);

  const file = await used.stack.deps.files.read(
    (await used.stack.deps.exports.get(account, id))?.file?.key ?? '',
  );
  expect(Buffer.concat(await file.toArray()).toString()).toContain(part);
});

test('an export ends as ERROR if the statement does not add up, and can then be requested again', async () => {
  const { caller, account, path } = await openFilled(0);
  const { id } = await ask(caller, path);
  const { stack } = used;
  const statement = {
    ...stack.deps.statement,
    listAfter: async (...asked: Parameters<typeof stack.deps.statement.listAfter>) =>
      (await stack.deps.statement.listAfter(...asked)).filter(({ seq }) => seq !== 5),
  };
  stack.counted.length = 0;
  await make(account, id, { ...stack.deps, statement });

  const { body } = await caller.get(`${path}/${id}`);
  expect(body).toMatchObject({ status: 'ERROR', link: null, failure: expect.any(String) });
  expect(stack.counted).toContainEqual(['ExportsFailed', 1]);

  // A repeated request makes the export again.
  const again = await ask(caller, path);
  expect([again.id, again.sent.length]).toEqual([id, 1]);
  await make(account, id);
  expect((await caller.get(`${path}/${id}`)).body).toMatchObject({ status: 'SUCCESS', failure: null });
});

test('a killed export run leaves no file, and the next run makes the file', async () => {
  const { caller, account, path } = await openFilled(0);
  const { id } = await ask(caller, path);
  const { deps } = used.stack;
  const files = {
    ...deps.files,
    // The run is killed in the middle of the file.
    put: (key: string, content: Readable, about: { contentType: string }) =>
      deps.files.put(
        key,
        Readable.from(content.take(1).map(() => Promise.reject(new Error('killed')))),
        about,
      ),
  };
  await expect(make(account, id, { ...deps, files })).rejects.toThrow();
  expect((await caller.get(`${path}/${id}`)).body).toMatchObject({ status: 'PROCESSING', link: null });

  await make(account, id);
  expect((await caller.get(`${path}/${id}`)).body.status).toBe('SUCCESS');
});

test('two concurrent workers make one export file: the second worker waits and makes none', async () => {
  const { caller, account, path } = await openFilled(0);
  const { id } = await ask(caller, path);
  const { deps } = used.stack;
  const waits: (number | undefined)[] = [];
  const queues = { ...deps.queues, sendExport: async (_: object, wait?: number) => void waits.push(wait) };
  let puts = 0;
  const files = {
    ...deps.files,
    put: async (...asked: Parameters<typeof deps.files.put>) => {
      puts += 1;
      // The second worker begins while the first one writes.
      await make(account, id, { ...deps, queues });
      await deps.files.put(...asked);
    },
  };
  await make(account, id, { ...deps, files, queues });
  await make(account, id, { ...deps, files, queues });

  expect([puts, waits]).toEqual([1, [15]]);
  expect((await caller.get(`${path}/${id}`)).body.status).toBe('SUCCESS');
});

test('another export of the account can begin ninety seconds after an export was killed', async () => {
  const { account } = await openFilled(0);
  const { exports } = used.stack.deps;
  const later = used.stack.with({ now: () => new Date(now.getTime() + 90_001) }).exports;

  const lease = await exports.lease(account);
  if (!lease) throw new Error('nobody has the lease');
  expect(await exports.lease(account)).toBeUndefined();
  expect(await exports.keep(lease)).toBe(true);
  expect(await exports.keep({ ...lease, holder: 'other' })).toBe(false);
  expect(await later.lease(account)).toBeDefined();
  expect(await exports.keep(lease)).toBe(false);
});

test('the sweep resends the message of an export whose message was lost, but not of an export that has ended', async () => {
  const { caller, account, path } = await openFilled(0);
  const { id } = await ask(caller, path);
  const sent: string[] = [];
  const sweepAt = (seconds: number) => {
    const deps = used.stack.with({ now: () => new Date(now.getTime() + seconds * 1000) });
    const queues = { ...deps.queues, sendExport: async (row: { id: string }) => void sent.push(row.id) };
    return sweep({ ...deps, queues }, 'exports');
  };
  await sweepAt(1);
  expect(sent).not.toContain(id);
  await sweepAt(10);
  expect(sent.filter((one) => one === id)).toHaveLength(1);
  await make(account, id);
  await sweepAt(10_000);
  expect(sent.filter((one) => one === id)).toHaveLength(1);
});

test('an export of a month with more entries than one run can write fails before it begins', async () => {
  const { caller, account, path } = await openFilled(0);
  const { id } = await ask(caller, path);
  const { deps } = used.stack;
  const statement = {
    ...deps.statement,
    list: async (...asked: Parameters<typeof deps.statement.list>) =>
      (await deps.statement.list(...asked)).map((entry) => ({
        ...entry,
        seq: entry.seq === 5 ? 6_000_000 : entry.seq,
      })),
  };
  await make(account, id, { ...deps, statement });
  expect((await caller.get(`${path}/${id}`)).body).toMatchObject({
    status: 'ERROR',
    failure: 'more than 5000000 entries',
  });
});
