// npm run smoke: checks those properties of a deployed stage that tests of the code cannot check: gateway, roles and
// settings. It moves only the sandbox's money.

import { readFileSync, writeFileSync } from 'node:fs';
import type { Demo } from '../local/demo-company.ts';
import { explain, readOptions, Stop } from '../local/stop.ts';
import { checkMoney } from './smoke/money.ts';
import { checkPublic } from './smoke/public.ts';
import { checkToken } from './smoke/token.ts';

const help = `npm run smoke -- --url URL [options]   Checks a deployed stage from outside.

  --url URL          address of the API, as \`npm run stage\` prints it
  --sandbox-key KEY  opens a new company with sandbox money (default: SANDBOX_KEY)
  --demo FILE        uses the company in this file instead (like .local/demo.json); if the file does not exist, saves the
                     new company there
  --read-only        only checks without payments: for production. With SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET in the
                     environment, a client gets a token and reads its accounts
  --seconds N        how long a cashout may take (default: 60)
  --help             this text

  Exit code 1: something is NOT OK.
`;

const flags = readOptions(
  {
    url: { type: 'string' },
    'sandbox-key': { type: 'string', default: process.env.SANDBOX_KEY ?? '' },
    demo: { type: 'string' },
    'read-only': { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
  help,
);

let faults = 0;

/** Runs a check and prints one line for it. */
async function check(what: string, look: () => Promise<void>): Promise<void> {
  try {
    await look();
    process.stdout.write(`ok      ${what}\n`);
  } catch (error) {
    faults += 1;
    // An assertion's message has many lines with the expected and the actual value, so it is shortened to one line.
    const said = [error, error instanceof Error ? error.cause : undefined]
      .filter(Boolean)
      .map((one) => (one instanceof Error ? one.message : String(one)))
      .join(': ');
    process.stdout.write(`NOT OK  ${what}: ${said.replace(/\s+/g, ' ').slice(0, 500)}\n`);
  }
}

if (flags.help) process.stdout.write(help);
else {
  await run().catch((error) => {
    process.stderr.write(`${explain(error)}\n`);
    faults += 1;
  });
  process.exitCode = faults > 0 ? 1 : 0;
}

async function run(): Promise<void> {
  if (!flags.url) throw new Stop('--url is missing.', 'npm run smoke -- --help');
  const url = flags.url.replace(/\/$/, '');
  await checkPublic(url, check);
  if (flags['read-only']) {
    const { SMOKE_CLIENT_ID: client_id, SMOKE_CLIENT_SECRET: client_secret } = process.env;
    if (client_id && client_secret) await checkToken({ base_url: url, client_id, client_secret }, check);
    else process.stdout.write('skipped no token was asked for: SMOKE_CLIENT_ID, SMOKE_CLIENT_SECRET\n');
    return;
  }
  const demo = await company(url);
  await checkMoney({ ...demo, base_url: url }, check, Number(flags.seconds));
}

async function company(url: string): Promise<Demo> {
  const { demo: file, 'sandbox-key': key } = flags;
  const kept = file ? readIfThere(file) : undefined;
  if (kept) return kept;
  if (!key)
    throw new Stop(
      'There is no company for the checks.',
      'Give --sandbox-key, --demo or --read-only. docs/deploying.md tells where the key is.',
    );
  const answer = await fetch(`${url}/sandbox/tenants`, {
    method: 'POST',
    headers: { 'x-sandbox-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Smoke test', balance: '1000.00' }),
  });
  if (!answer.ok)
    throw new Stop(
      `The company could not be opened: status ${answer.status}.`,
      'Check that the sandbox key belongs to this stage.',
    );
  const opened = (await answer.json()) as Demo;
  if (file)
    writeFileSync(file, `${JSON.stringify({ ...opened, base_url: url }, null, 2)}\n`, { mode: 0o600 });
  return opened;
}

function readIfThere(file: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
