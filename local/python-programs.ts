// Installs programs from PyPI in an environment of their own in .local. A file pins their versions, and the
// hashes of their files: pip-compile --generate-hashes.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd, type Say } from './emulators/program.ts';

const itself = 'Python 3.11 or later with pip and venv is needed, and its package index.';

type Options = {
  /** The name for display. */
  name: string;
  folder: string;
  /** A file with pinned versions. The environment is created again when this file changes. */
  requirements: string;
  /** The advice after a failure. */
  mend?: string;
  say: Say;
};

/** @returns the folder of the environment's programs, which is created if it is missing */
export async function installPrograms(options: Options): Promise<string> {
  const { name, folder, requirements, mend = itself, say } = options;
  // The version of Python is part of the state, because an environment does not work with another version.
  const print = 'import sys; print("%d.%d" % sys.version_info[:2])';
  const python = (await runToEnd('python3', ['-c', print], mend)).trim();
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const stamp = join(folder, 'installed');
  const wanted = `# Python ${python}\n${readFileSync(requirements, 'utf8')}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return bin;
  say(`installing ${name} (once, some minutes) ...`);
  await runToEnd('python3', ['-m', 'venv', '--clear', folder], mend);
  await runToEnd(
    join(bin, 'pip'),
    ['install', '--quiet', '--require-hashes', '--requirement', requirements],
    mend,
  );
  writeFileSync(stamp, wanted);
  return bin;
}

/** Returns the version of a program that a file of requirements pins. */
export function pinnedVersion(requirements: string, name: string): string {
  const [, version = 'not pinned'] =
    new RegExp(`^${name}==(\\S+)`, 'm').exec(readFileSync(requirements, 'utf8')) ?? [];
  return version;
}
