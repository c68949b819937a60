import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isUuid4 } from '../../lib/base/uuid.ts';
import { ended, openCaller, openTenant, type Tenant } from '../support/api.ts';
import { programOf } from '../support/languages.ts';
import { useServedWorld } from '../support/served-world.ts';

const served = useServedWorld();

type Program = ReturnType<typeof programOf>;

/** Runs a program of examples/ with the credentials of a new client. @returns its output */
async function run(program: Program) {
  const { tenant, folder } = await openFolder();
  const { printed, ...ended } = await runIn(folder, program);
  rmSync(folder, { recursive: true });
  expect(ended).toEqual({ code: 0, errors: '' });
  return { tenant, printed };
}

/** Makes a folder with the credentials of a new client. */
async function openFolder() {
  const tenant = await openTenant(served.world.send);
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ base_url: served.url, ...tenant }, null, 2));
  return { tenant, folder };
}

async function runIn(folder: string, { command, args, env }: Program, more: string[] = []) {
  const child = spawn(command, [...args, ...more], {
    cwd: folder,
    env: { ...env, DEMO: join(folder, 'demo.json') },
  });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, errors, printed };
}

test.for(['payroll.ts', 'payroll.py'])(
  'examples/%s pays a file, writes its results, and retries what was not paid',
  async (file, { skip }) => {
    const program = programOf(file);
    skip(program.missing !== undefined, program.missing);
    const { tenant, folder } = await openFolder();
    const { source_account_branch_identifier: branch, source_account_number: number } = tenant
      .accounts[0] as Tenant['accounts'][0];
    const rows = [
      'source_account_branch_identifier,source_account_number,line_id,amount,key',
      `${branch},${number},ana,1.23,fulano@example.com`,
      `${branch},${number},bia,2.34,ab09@sandbox.pix`,
    ];
    writeFileSync(join(folder, 'november.csv'), rows.join('\r\n'));

    const first = await runIn(folder, program, ['november.csv']);
    expect(first).toMatchObject({ code: 1, errors: '' });
    expect(first.printed).toMatch(/^sent: 2 lines, 3.57 reais/);
    const results = readFileSync(join(folder, 'november-results.csv'), 'utf8');
    expect(results).toMatch(/,ana,1\.23,.*,paid,/);
    expect(results).toMatch(/,bia,2\.34,.*,failed,/);

    const [, id = ''] = /as (\w+)/.exec(first.printed) ?? [];
    const again = await runIn(folder, program, ['--retry', id]);
    expect(again).toMatchObject({ code: 1, errors: '' });
    expect(again.printed).toMatch(/^sent: 1 lines, 2.34 reais/);
    expect(readFileSync(join(folder, `${id}-retried.csv`), 'utf8')).toMatch(/,bia,2\.34,.*,failed,/);
    rmSync(folder, { recursive: true });
  },
);

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
