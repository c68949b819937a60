// npm run admin -- network: the PSP behind a stage.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { pspSecret } from '../../lib/network/psp-client.ts';
import { makeReadSecret } from '../../lib/network/psp-secret.ts';
import { checkNetwork } from '../check-network.ts';

type Options = {
  url: string;
  key: string;
  callback?: string;
  stage: string;
  secret?: string;
  json?: boolean;
};

export function addNetwork(program: Command): void {
  program
    .command('network')
    .description('the PSP: network check')
    .command('check')
    .description(
      'Checks whether the PSP of a stage accepts our credentials, how long our certificate is valid, and where the callbacks go.',
    )
    .requiredOption('--url <url>', 'address of the PSP’s API: pspUrl in serverless.yml')
    .requiredOption('--key <key>', 'our PIX key at the PSP: pspPixKey')
    .option('--callback <url>', 'expected address of the callbacks, or its beginning')
    .option('--stage <stage>', 'stage whose secret is read from Secrets Manager', 'production')
    .option(
      '--secret <file>',
      'reads the secret from a file instead: client_id, client_secret, certificate, private_key, optionally ca',
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- network check --url https://pix.api.efipay.com.br --key us@example.com',
    )
    .action(check);
}

async function check({ url, key, callback, stage, secret: file, json }: Options): Promise<void> {
  const secret = file
    ? pspSecret.parse(JSON.parse(readFileSync(file, 'utf8')))
    : await makeReadSecret(`pix-cashout-${stage}-psp`)();
  const asked = { url: url.replace(/\/$/, ''), key, ...(callback ? { callback } : {}) };
  const findings = await checkNetwork({ ...asked, secret, now: new Date() });
  const lines = findings.map(({ ok, what }) => `${ok ? 'ok    ' : 'NOT OK'}  ${what}`);
  process.stdout.write(`${json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`);
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}
