// Python environments of emulators: installed once from Python's index, with pinned requirements, under .local.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorsFolder, fileBeside, runToEnd, type Say } from './program.ts';

type Wanted = {
  /** The package whose version names the environment. */
  name: string;
  /** The file with the pinned requirements, in this folder. */
  requirements: string;
  /** Advice for a failure. */
  mend: string;
};

export function pythonEnvironment({ name, requirements, mend }: Wanted) {
  const file = fileBeside(requirements);
  const pinned = readFileSync(file, 'utf8');
  const version = new RegExp(`^${name}==(.*)$`, 'm').exec(pinned)?.[1];
  return {
    version,
    /** Its interpreter. The environment is created if it is missing. */
    async python(say: Say): Promise<string> {
      // An environment does not work with another version of Python.
      const print = 'import sys; print("%d.%d" % sys.version_info[:2])';
      const interpreter = (await runToEnd('python3', ['-c', print], mend)).trim();
      const folder = join(emulatorsFolder, `${name}-${version}-python${interpreter}`);
      const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
      const stamp = join(folder, 'installed');
      if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== pinned) {
        say(`installing ${name} ${version} (once, some minutes) ...`);
        await runToEnd('python3', ['-m', 'venv', '--clear', folder], mend);
        await runToEnd(join(bin, 'pip'), ['install', '--quiet', '--requirement', file], mend);
        writeFileSync(stamp, pinned);
      }
      return join(bin, 'python');
    },
  };
}
