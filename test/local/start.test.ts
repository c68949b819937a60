import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Background, startInBackground } from '../../local/background.ts';
import { makeClient } from '../../local/client.ts';
import type { Demo } from '../../local/demo-company.ts';
import { freePort } from '../../local/free-port.ts';
import { until } from '../support/api.ts';

const data = mkdtempSync(join(tmpdir(), 'pix-cashout-start-'));
let running: Background | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(data, { recursive: true, force: true });
});

const start = (port: number) => startInBackground(data, [], { port });

test('npm start ends each transfer once, even if it was killed with ten transfers in progress and started again', async () => {
  // Other tests do not use these ports, so they are free between the kill and the second start.
  const port = await freePort(() => randomInt(32_000, 32_700));
  const { child: killed } = await start(port);
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo;
  const client = makeClient(demo);
  const { source_account_branch_identifier: branch, source_account_number: number } = demo
    .accounts[0] as Demo['accounts'][0];
  const body = {
    source_account_branch_identifier: branch,
    source_account_number: number,
    key: 'slow@sandbox.pix',
  };
  type Cashout = { id: number; status: string };
  const created = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      client.post<Cashout>('/create-cashout-self-approve', { ...body, amount: index + 1 }, randomUUID()),
    ),
  );
  const dead = new Promise((resolve) => killed.once('exit', resolve));
  killed.kill('SIGKILL');
  await dead;

  // The port is immediately free only if all child processes have ended.
  let why: unknown;
  const again = () =>
    start(port).catch((error) => {
      why = error;
      return undefined;
    });
  running = await until(again, Boolean).catch((cause) => {
    throw new Error(`it does not start again: ${why}`, { cause });
  });

  const statuses = await until(
    () =>
      Promise.all(
        created.map(
          async ({ body: { id } }) => (await client.get<Cashout>(`/v3/cashouts/${id}`)).body.status,
        ),
      ),
    (all) => !all.includes('PROCESSING'),
  );
  expect(statuses).toEqual(Array(10).fill('SUCCESS'));
  const path = `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-12-31`;
  const { results } = (
    await client.get<{ results: { balance: number; transaction_id: number | null }[] }>(path)
  ).body;
  expect(results[0]?.balance).toBe(10_000 - 55);
  const paid = results.flatMap(({ transaction_id: id }) => (id === null ? [] : [id]));
  expect(paid.sort()).toEqual(created.map((answer) => answer.body.id).sort());
}, 120_000);

test('demo.json exists as soon as the port answers', async () => {
  const port = await freePort();
  const demo = join(data, 'demo.json');
  const starting = start(port);
  let isThere: boolean | undefined;

  while (isThere === undefined) {
    const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => undefined);
    if (answer?.ok) isThere = existsSync(demo);
  }

  expect(isThere).toBe(true);
  expect(JSON.parse(readFileSync(demo, 'utf8'))).toMatchObject({ base_url: `http://localhost:${port}` });
  running = await starting;
}, 60_000);
