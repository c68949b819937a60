// npm run admin -- network: manages the PSPs of a stage.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { pspSecrets } from '../../lib/network/psp-client.ts';
import { makeReadSecrets } from '../../lib/network/psp-secret.ts';
import { parsePsps, pspNamed } from '../../lib/platform/psp-list.ts';
import { checkNetwork } from '../check-network.ts';
import { ask, operation, type Shared } from './operation.ts';
import { settingOf, stageOption } from './stage-option.ts';

type Options = { callback?: string; stage: string; psps?: string; secret?: string; json?: boolean };

export function addNetwork(program: Command): void {
  const network = program.command('network').description('the PSPs: network list, network check');
  operation(
    network,
    'list',
    'Lists our accounts at PSPs, and counts the payments in progress at each. Changes nothing.',
    'network list --stage production',
  ).action((shared: Shared) => ask('freeze', 'network list', {}, shared));
  network
    .command('check')
    .description(
      'Checks whether a PSP of a stage accepts our credentials, which account it names, how long our certificate is valid, and where the callbacks go.',
    )
    .argument('[name]', 'a name of the list of PSPs (default: the account that pays)')
    .option('--callback <url>', 'expected address of the callbacks, or its beginning')
    .addOption(stageOption().default('local'))
    .option('--psps <list>', 'the list of PSPs (default: psps of infra/stages/)')
    .option(
      '--secret <file>',
      'reads the secret from a file instead of from the stage: a part for each name of the list',
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nExample:\n  npm run admin -- network check main --stage production')
    .action(check);
}

async function check(named: string | undefined, options: Options): Promise<void> {
  const { callback, stage, secret: file, json, psps: list = settingOf(stage, 'psps') } = options;
  const psps = parsePsps(list);
  if (typeof psps === 'string') throw new Error(`The list of PSPs is wrong: ${psps}.`);
  const name = named ?? settingOf(stage, 'payouts');
  const entry = pspNamed(psps, name);
  if (!entry) {
    const names = psps.map((one) => one.name).join(', ') || 'none';
    throw new Error(`The list of PSPs of the stage ${stage} has no ${name}. Its names: ${names}.`);
  }
  const secrets = file
    ? pspSecrets.parse(JSON.parse(readFileSync(file, 'utf8')))
    : await makeReadSecrets(`pix-cashout-${stage}-psp`)();
  const { [name]: secret } = secrets;
  if (!secret) throw new Error(`The secret has no part ${name}.`);
  const findings = await checkNetwork({
    ...entry,
    ...(callback ? { callback } : {}),
    secret,
    now: new Date(),
  });
  const lines = findings.map(({ ok, what }) => `${ok ? 'ok    ' : 'NOT OK'}  ${what}`);
  process.stdout.write(`${json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`);
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}
