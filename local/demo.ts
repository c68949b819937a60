// npm run demo: shows a cashout or a chargeback, as a client of the running API.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeClient } from './client.ts';
import { tellCashout } from './demo-cashout.ts';
import { tellChargeback } from './demo-chargeback.ts';
import type { Demo } from './demo-company.ts';
import { step } from './demo-steps.ts';
import { root } from './service.ts';
import { explain, readOptions, Stop } from './stop.ts';

const help = `npm run demo [-- options]              Sends one PIX cashout and shows the statement.
npm run demo -- chargeback [options]   Refunds a paid QR code in two parts and shows the statement.

  --key KEY        cashout: PIX key of the recipient (default: fulano@example.com). For other outcomes use
                   ac03@sandbox.pix (ERROR), ds04@sandbox.pix (CANCELLED), timeout@sandbox.pix, slow@sandbox.pix
  --amount AMOUNT  cashout: default 123.45
  --self-approve   cashout: create and approve in one call
  --payer NAME     chargeback: the payer (default: Maria Silva). For other outcomes use ag13@sandbox.pix,
                   rejected@sandbox.pix, slow@sandbox.pix
  --sandbox-key K  chargeback: key of the sandbox API (default: local)
  --data DIR       data folder of the running stack (default: .local)
  --help           this text
`;

const flags = readOptions(
  {
    key: { type: 'string', default: 'fulano@example.com' },
    amount: { type: 'string', default: '123.45' },
    'self-approve': { type: 'boolean', default: false },
    payer: { type: 'string', default: 'Maria Silva' },
    'sandbox-key': { type: 'string', default: 'local' },
    data: { type: 'string', default: join(root, '.local') },
    help: { type: 'boolean', default: false },
  },
  help,
  ['cashout', 'chargeback'],
);
const [story = 'cashout'] = flags.words;

if (flags.help) process.stdout.write(help);
else {
  await tell().catch((error) => {
    process.stderr.write(`\n${explain(unreachable(error))}\n`);
    process.exit(1);
  });
}

async function tell(): Promise<void> {
  const file = join(flags.data, 'demo.json');
  if (!existsSync(file)) throw new Stop(`There is no ${file}.`, 'Start the service first: npm start');
  const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
  const client = makeClient(demo);
  const account = demo.accounts[0];
  if (!account) throw new Stop('The demo company has no account.', 'npm start -- --fresh opens a new one.');

  await client.bearer();
  step(`token from ${demo.base_url}/oauth2/token for client ${demo.client_id.slice(0, 8)}…`);
  if (story === 'chargeback') return tellChargeback(client, demo, account, flags);
  return tellCashout(client, account, flags);
}

function unreachable(error: unknown): unknown {
  const isRefused = error instanceof TypeError && error.message === 'fetch failed';
  return isRefused ? new Stop('The service does not answer.', 'Start it first: npm start') : error;
}
