// Installs the dependencies when they are missing or not those of the lockfile. Plain JavaScript, for whatever
// Node runs npm: everything after it runs on the Node that is among the dependencies. `npm install` and not
// `npm ci`: the latter fails where a registry lacks the optional packages of platforms other than this one.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.installed-lockfile`;
const lockfile = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
  process.stderr.write('Installing dependencies (once, about a minute) ...\n');
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', args, options);
  if (status !== 0) {
    process.stderr.write('\nThe dependencies could not be installed: see the lines above, then try again.\n');
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lockfile);
}
