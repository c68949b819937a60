// npm run admin -- synthetic: the payment that a stage sends itself every five minutes.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addSynthetic(program: Command): void {
  const noun = program
    .command('synthetic')
    .description('The payment that the stage sends itself over its public address');

  operation(
    noun,
    'start',
    'Opens a client for it at an account of the institution’s own. Nobody sees its secrets. A client that it had before is closed.',
    'synthetic start --account 0001/123456789 --key caixa@padaria.example',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER of the account that pays')
    .requiredOption('--key <key>', 'the PIX key to ask about, best at another institution')
    .option('--pays', 'pay 0.01 to the key at each run (86 reais a month), instead of a preflight', false)
    .action((options: Shared & { account: string; key: string; pays: boolean }) => {
      const { account, key, pays, ...shared } = options;
      return ask('administer', 'synthetic start', { account, key, pays }, shared);
    });
}
