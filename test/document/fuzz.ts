// Schemathesis sends requests to the running stack, both allowed and forbidden by the OpenAPI document. hooks.py signs
// the requests.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPrograms } from '../../local/python-programs.ts';
import { beside, kept, run } from './programs.ts';
import type { Stage } from './stage.ts';

const environment = join(kept, 'python');
const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');

/** The checks of Schemathesis that are turned off. */
const excluded = {
  // hooks.py has a stricter check, with the exceptions for rules that a schema cannot express.
  positive_data_acceptance: 'replaced',
  // hooks.py makes this check, except for parameters without a value, which the service treats as missing.
  negative_data_rejection: 'replaced',
  // API Gateway answers 404 to an unknown method of a path, as to an unknown path.
  unsupported_method: 'not ours',
};

/** Installs the Python programs: schemathesis, and the generator of the Python client. */
export const pythonPrograms = () =>
  installPrograms({
    name: 'schemathesis and openapi-python-client',
    folder: environment,
    requirements: beside('requirements.txt'),
    say: (line) => void process.stdout.write(`  ${line}\n`),
  });

type Options = { examples: number; seed: string };

/** @returns whether the run found no fault, and the summary */
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
