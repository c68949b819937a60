// Schemathesis asks the running stack what the document allows, and what it does not; hooks.py says how calls are signed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPrograms } from '../../local/python-programs.ts';
import { beside, kept, run } from './programs.ts';
import type { Stage } from './stage.ts';

const environment = join(kept, 'python');
const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');

/** Checks that are not made. */
const excluded = {
  // hooks.py has a stricter one, which knows what no schema can say.
  positive_data_acceptance: 'replaced',
  // hooks.py makes it, but of parameters without a value, which count as not given.
  negative_data_rejection: 'replaced',
  // API Gateway answers 404 to a method that a path has not, as to a path that is not there.
  unsupported_method: 'not ours',
};

/** Where programs of Python are installed: schemathesis, and the generator of the client. */
export const pythonPrograms = () =>
  installPrograms({
    name: 'schemathesis and openapi-python-client',
    folder: environment,
    requirements: beside('requirements.txt'),
    say: (line) => void process.stdout.write(`  ${line}\n`),
  });

type Options = { examples: number; seed: string };

/** @returns whether nothing was found, and the summary */
export async function fuzz({ url, demoFile }: Stage, { examples, seed }: Options) {
  const report = join(kept, 'schemathesis.txt');
  const args = ['run', `${url}/openapi.json`, '--phases=examples,coverage,fuzzing', '--workers=1'];
  const amount = [`--max-examples=${examples}`, `--seed=${seed}`, '--continue-on-failure', '--warnings=off'];
  const { code, output } = await run(
    join(bin, 'schemathesis'),
    [...args, ...amount, '--no-color', `--exclude-checks=${Object.keys(excluded).join(',')}`],
    {
      cwd: kept,
      env: {
        SERVICE: url,
        DEMO: demoFile,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: beside(''),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    },
  );
  writeFileSync(report, output);
  const [cases = 'no summary'] = /\d+ generated.*/.exec(output) ?? [];
  const [, operations = '?'] = /Tested: (\d+)/.exec(output) ?? [];
  const faults = [...output.matchAll(/(?:❌|🚫) (ST\d+ .+|.+ Error: \d+)/g)].map(([, fault = '']) => fault);
  return { isClean: code === 0, cases: `${operations} operations, ${cases}`, faults, report };
}
