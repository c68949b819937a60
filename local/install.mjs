// Installs the dependencies when they are missing or older than the lockfile. Plain JavaScript, for whatever
// Node runs npm: everything after it runs on the Node that is among the dependencies.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const age = (file) => (existsSync(root + file) ? statSync(root + file).mtimeMs : 0);

if (
  age('node_modules/.package-lock.json') < age('package-lock.json') ||
  age('node_modules/node/bin/node') === 0
) {
  process.stderr.write('Installing dependencies (once, about a minute) ...\n');
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options);
  if (status !== 0) {
    process.stderr.write('\nThe dependencies could not be installed: see the lines above, then try again.\n');
    process.exit(status ?? 1);
  }
}
