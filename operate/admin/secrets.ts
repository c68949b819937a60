// npm run admin -- secrets: manages the service's own keys in a deployed stage. The command changes the keys in
// Secrets Manager with the operator's own rights, and CloudTrail records each change. No function of the service may
// write these keys.

import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Argument, type Command } from 'commander';
import { explain, Stop } from '../../local/stop.ts';
import { CannotRotate, type Rotated, rotated, type Step, steps } from '../rotation.ts';
import { putBack } from '../secret-versions.ts';
import { describeSecrets, fillSecrets, rotateSecret, secretNames } from '../stage-secrets.ts';
import { stageOption } from './stage-option.ts';

type Options = { stage: string; now?: boolean; json?: boolean };

const whatHappens: Readonly<Record<Step, string>> = {
  add: 'Adds a new key. Both keys are valid; the old key is still used.',
  use: 'Signs or encrypts with the new key from now on; the old key stays valid. (A callback secret is used by the network.)',
  retire:
    'Removes the old key. Secrets that only a retired data key decrypts are lost: rotate those clients and webhooks first.',
};

export function addSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('the service’s own keys in a deployed stage: create, rotate, show');
  staged(
    secrets,
    'init',
    'Creates the missing keys, after the first deployment. Existing keys do not change.',
  ).action((options: Options) => run(options, () => fillSecrets(access(options))));
  staged(secrets, 'show', 'Shows the id or digest and the age of each key, never a value.').action(
    async (options: Options) => {
      const shown = await describeSecrets(access(options));
      const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(28)}  ${value}`);
      process.stdout.write(`${options.json ? JSON.stringify(shown, null, 2) : lines.join('\n')}\n`);
    },
  );
  staged(
    secrets,
    'back',
    'Restores the previous value of a secret, if the present value is wrong. Data that was encrypted or signed with the present value cannot be read or verified afterwards.',
  )
    .addArgument(new Argument('<secret>', 'which secret').choices([...secretNames, 'psp']))
    .action((name: string, options: Options) =>
      run(options, async () => {
        await putBack(access(options).manager, `pix-cashout-${options.stage}-${name}`);
        return [`${name}: containers read it within five minutes`];
      }),
    );
  for (const step of steps) {
    staged(secrets, step, whatHappens[step])
      .addArgument(new Argument('<key>', 'which key').choices(rotated))
      .option('--now', 'does not wait until every container has the result of the last step')
      .action((what: Rotated, options: Options) =>
        run(options, () => rotateSecret(access(options), what, step, options.now === true)),
      );
  }
}

function staged(secrets: Command, name: string, description: string): Command {
  const example =
    name === 'back' ? 'back psp' : (steps as readonly string[]).includes(name) ? `${name} token` : name;
  return secrets
    .command(name)
    .description(description)
    .addOption(stageOption().makeOptionMandatory())
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', `\nExample:\n  npm run admin -- secrets ${example} --stage staging`);
}

const access = ({ stage }: Options) => ({
  stage,
  manager: new SecretsManagerClient({}),
  now: () => new Date(),
});

async function run({ json }: Options, act: () => Promise<string[]>): Promise<void> {
  try {
    const written = await act();
    const text = written.length > 0 ? `written: ${written.join(', ')}` : 'nothing to do';
    process.stdout.write(`${json ? JSON.stringify({ written }) : text}\n`);
  } catch (error) {
    if (!(error instanceof CannotRotate || error instanceof Stop)) throw error;
    process.stderr.write(`${error instanceof Stop ? explain(error) : error.message}\n`);
    process.exitCode = 1;
  }
}
