// Runs the shell commands of the guides unchanged, with a started service and without one.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';
import { ended, openCaller, openTenant } from '../support/api.ts';
import { useServedWorld } from '../support/served-world.ts';

const missing = ['bash', 'curl', 'openssl'].filter((one) => spawnSync('which', [one]).status !== 0);
const folder = mkdtempSync(join(tmpdir(), 'guide-'));
const demo = join(folder, 'demo.json');

const served = useServedWorld();
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the first code block of a document that contains these words. */
function blockOf(file: string, words: string): string {
  const blocks = readFileSync(join(root, file), 'utf8').matchAll(/^```sh\n(.*?)^```/gms);
  const [, block] = [...blocks].find(([, text = '']) => text.includes(words)) ?? [];
  if (!block) throw new Error(`${file} prints no shell with ${words}`);
  return block;
}

const readme = blockOf('README.md', 'demo()').replace('.local/demo.json', demo);
const started = blockOf('docs/getting-started.md', 'demo()');
const guide = 'docs/integrators.md';
const rules = 'docs/rules-and-approvals.md';

/**
 * @param url undefined means that there is no demo.json
 * @param seconds the time that each `sleep` takes. A transfer on a busy machine takes longer than the guide's own
 * waits.
 */
async function run(shell: string, url: string | undefined, seconds: number) {
  const tenant = await openTenant(served.world.send);
  rmSync(demo, { force: true });
  if (url) writeFileSync(demo, JSON.stringify({ base_url: url, ...tenant }));
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const text = shell.replace(/^sleep .*$/gm, `sleep ${seconds}`);
  const child = spawn('bash', ['-c', text], { env: { ...process.env, PATH, DEMO: demo } });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  const answers = printed.split('\n').filter((line) => line.startsWith('{'));
  return { tenant, answers: answers.map((line) => JSON.parse(line)), errors: errors.trim().split('\n') };
}

const here = () => served.url;
const clear = /^(Nothing to read\. Is npm start running\?|curl: \(\d+\) .*)$/;

describe.skipIf(missing.length > 0)('the shell commands in the documents:', () => {
  test.each([
    ['README.md', readme],
    ['docs/getting-started.md', started],
  ])('the commands of %s send a payment', async (_, shell) => {
    const { tenant, answers, errors } = await run(shell, here(), 0);

    expect(errors).toEqual(['']);
    const end = await ended(await openCaller(served.world.send, tenant), answers[0].id);
    expect(end.body).toMatchObject({ amount: 12.34, status: 'SUCCESS' });
  });

  test.each([
    ['README.md', readme],
    ['docs/getting-started.md', started],
  ])('the commands of %s report that the service is not running', async (_, shell) => {
    const dead = `http://127.0.0.1:${await freePort()}`;

    for (const url of [undefined, dead]) {
      const { errors } = await run(shell, url, 0);
      expect(errors.filter((line) => !clear.test(line))).toEqual([]);
    }
  });

  test('the commands of the guide send a transfer with a one-time code', async () => {
    const { answers, errors } = await run(
      `${started}\n${blockOf(guide, '/create-manual-transfer')}`,
      here(),
      0,
    );

    expect(errors).toEqual(['']);
    expect(answers.at(-1)).toMatchObject({ worked: true, amount: 1.23, status: 'PROCESSING' });
  });

  test('the commands of docs/rules-and-approvals.md set and use rules', async () => {
    const { answers, errors } = await run(`${started}\n${blockOf(rules, '/sandbox/rules')}`, here(), 3);

    const reasons = answers.map(({ erro_descriptor: reason }) => reason).filter(Boolean);
    expect(errors).toEqual(['']);
    expect(reasons).toEqual(['Rule: limit per transfer', 'Rule: another user must approve it']);
    expect(answers.at(-1)).toMatchObject({ worked: true, own_approval_up_to: null });
  });
});
