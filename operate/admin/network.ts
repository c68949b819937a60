// npm run admin -- network: manages the PSP of a stage.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { pspSecret } from '../../lib/network/psp-client.ts';
import { makeReadSecret } from '../../lib/network/psp-secret.ts';
import { checkNetwork } from '../check-network.ts';
import { settingOf, stageOption } from './stage-option.ts';

type Options = {
  url?: string;
  key?: string;
  callback?: string;
  refunds?: boolean;
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
    .option('--url <url>', 'address of the PSP’s API (default: pspUrl of infra/stages/)')
    .option('--key <key>', 'our PIX key at the PSP (default: pspPixKey of infra/stages/)')
    .option('--callback <url>', 'expected address of the callbacks, or its beginning')
    .option(
      '--refunds',
      'the PSP that makes refunds, if it is not the one that pays (refundPspUrl, refundPspPixKey)',
    )
    .addOption(stageOption().default('local'))
    .option(
      '--secret <file>',
      'reads the secret from a file, and not that of the stage: client_id, client_secret, certificate, private_key, optionally ca',
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExample:\n  npm run admin -- network check --stage production')
    .action(check);
}

async function check({ callback, refunds, stage, secret: file, json, ...given }: Options): Promise<void> {
  const names = refunds ? ['refundPspUrl', 'refundPspPixKey'] : ['pspUrl', 'pspPixKey'];
  const [ownUrl = '', ownKey = ''] = names.map((name) => settingOf(stage, name));
  const { url = ownUrl, key = ownKey } = given;
  if (!url || !key)
    throw new Error(
      `infra/stages/ names no PSP ${refunds ? 'of refunds alone in' : 'of'} the stage ${stage}. Give another --stage, or --url and --key.`,
    );
  const whole = file
    ? pspSecret.parse(JSON.parse(readFileSync(file, 'utf8')))
    : await makeReadSecret(`pix-cashout-${stage}-psp`)();
  const secret = refunds ? whole.refunds : whole;
  if (!secret) throw new Error('The secret has no part `refunds`.');
  const asked = { url: url.replace(/\/$/, ''), key, ...(callback ? { callback } : {}) };
  const findings = await checkNetwork({ ...asked, secret, now: new Date() });
  const lines = findings.map(({ ok, what }) => `${ok ? 'ok    ' : 'NOT OK'}  ${what}`);
  process.stdout.write(`${json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`);
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}
