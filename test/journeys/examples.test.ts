import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isUuid4 } from '../../lib/base/uuid.ts';
import { ended, openCaller, openTenant, type Tenant } from '../support/api.ts';
import { programOf } from '../support/languages.ts';
import { useServedWorld } from '../support/served-world.ts';

const served = useServedWorld();

/** What it prints, with the credentials of a client of its own. */
async function run({ command, args, env }: ReturnType<typeof programOf>) {
  const tenant = await openTenant(served.world.send);
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  const demo = join(folder, 'demo.json');
  writeFileSync(demo, JSON.stringify({ base_url: served.url, ...tenant }, null, 2));
  const child = spawn(command, args, { env: { ...env, DEMO: demo } });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  rmSync(folder, { recursive: true });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return { tenant, printed };
}

test.for([
  ['cashout.ts', 'from TypeScript'],
  ['cashout.py', 'from Python'],
  ['cashout.sh', 'from curl'],
  ['cashout.go', 'from Go'],
  ['Cashout.java', 'from Java'],
])('examples/%s sends a cashout', async ([file = '', tag], { skip }) => {
  const program = programOf(file);
  skip(program.missing !== undefined, program.missing);
  const { tenant, printed } = await run(program);

  const cashout = JSON.parse(printed);
  expect(cashout).toMatchObject({ worked: true, status: 'PROCESSING', amount: 1.23, tag });
  expect(isUuid4(cashout.idempotency_key)).toBe(true);
  const end = await ended(await openCaller(served.world.send, tenant), cashout.id);
  expect(end.body).toMatchObject({ status: 'SUCCESS', amount: 1.23, tag });
});

test('examples/approvals.sh approves cashouts as three users', async ({ skip }) => {
  const program = programOf('approvals.sh');
  skip(program.missing !== undefined, program.missing);
  const { tenant, printed } = await run(program);

  const [{ source_account_branch_identifier: branch, source_account_number: number }] = tenant.accounts as [
    Tenant['accounts'][0],
  ];
  const paid = (18 * (3 + 20)) / 2;
  const balance = { status: 'ACTIVE', available: 10_000 - paid, posted: 10_000 - paid, sequence: 19 };
  const lines = printed.trim().split('\n');
  expect(lines.slice(0, -1)).toEqual([
    'Ana has created 20 cashouts.',
    'Bruno sees 20 that wait for him.',
    expect.stringMatching(/^Carla tries to approve one: .*APPROVE/),
    'Bruno has approved 18 and rejected 2.',
    "Paid: 18. Cancelled: 2, with the reason 'Rejected: Paid already'. Still waiting: 0.",
  ]);
  expect(JSON.parse(lines.at(-1)?.replace('The balance: ', '') ?? '')).toMatchObject({
    source_account_branch_identifier: branch,
    source_account_number: number,
    ...balance,
  });
});
