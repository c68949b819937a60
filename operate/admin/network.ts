// npm run admin -- network: manages the PSP of a stage.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { pspSecret } from '../../lib/network/psp-client.ts';
import { makeReadSecret } from '../../lib/network/psp-secret.ts';
import { checkNetwork } from '../check-network.ts';
import { ask, operation, type Shared } from './operation.ts';
import { settingOf, stageOption } from './stage-option.ts';

type Options = {
  url?: string;
  key?: string;
  callback?: string;
  refunds?: boolean;
  former?: boolean;
  stage: string;
  secret?: string;
  json?: boolean;
};

export function addNetwork(program: Command): void {
  const network = program.command('network').description('the PSP: network list, network check');
  operation(
    network,
    'list',
    'Lists the networks for payouts, and counts the payments in progress at each. Changes nothing.',
    'network list --stage production',
  ).action((shared: Shared) => ask('freeze', 'network list', {}, shared));
  network
    .command('check')
    .description(
      'Checks whether the PSP of a stage accepts our credentials, how long our certificate is valid, and where the callbacks go.',
    )
    .option('--url <url>', 'address of the PSP’s API (default: pspUrl of infra/stages/)')
    .option('--key <key>', 'our PIX key at the PSP (default: pspPixKey of infra/stages/)')
    .option('--callback <url>', 'expected address of the callbacks, or its beginning')
    .option('--former', 'checks the PSP that paid before (formerPspUrl, formerPspPixKey)')
    .option(
      '--refunds',
      'checks the PSP that makes refunds, if another PSP pays (refundPspUrl, refundPspPixKey)',
    )
    .addOption(stageOption().default('local'))
    .option(
      '--secret <file>',
      'reads the secret from a file instead of from the stage: client_id, client_secret, certificate, private_key, optionally ca',
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExample:\n  npm run admin -- network check --stage production')
    .action(check);
}

const settings = {
  own: ['pspUrl', 'pspPixKey'],
  refunds: ['refundPspUrl', 'refundPspPixKey'],
  former: ['formerPspUrl', 'formerPspPixKey'],
} as const;

async function check({
  callback,
  refunds,
  former,
  stage,
  secret: file,
  json,
  ...given
}: Options): Promise<void> {
  const part = refunds ? 'refunds' : former ? 'former' : 'own';
  const [ownUrl = '', ownKey = ''] = settings[part].map((name) => settingOf(stage, name));
  const { url = ownUrl, key = ownKey } = given;
  if (!url || !key)
    throw new Error(
      `infra/stages/ has no ${settings[part].join(' and ')} for the stage ${stage}. Give another --stage, or --url and --key.`,
    );
  const whole = file
    ? pspSecret.parse(JSON.parse(readFileSync(file, 'utf8')))
    : await makeReadSecret(`pix-cashout-${stage}-psp`)();
  const secret = part === 'own' ? whole : whole[part];
  if (!secret) throw new Error(`The secret has no part \`${part}\`.`);
  const asked = { url: url.replace(/\/$/, ''), key, ...(callback ? { callback } : {}) };
  const findings = await checkNetwork({ ...asked, secret, now: new Date() });
  const lines = findings.map(({ ok, what }) => `${ok ? 'ok    ' : 'NOT OK'}  ${what}`);
  process.stdout.write(`${json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`);
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}
