// Installs the dependencies of a command if they are missing or not those of the lockfile. It is plain
// JavaScript, for any Node version that runs npm: everything after it runs on the Node among the
// dependencies. `npm install` and not `npm ci`: the latter fails if a registry lacks the optional packages of
// other platforms.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Running the service needs a fifth of what tests, deployment and measurements need.
const sets = {
  start: { workspaces: ['pix-cashout-local'], development: false },
  test: { workspaces: ['pix-cashout-local'], development: true },
  document: { workspaces: ['pix-cashout-local', 'pix-cashout-document'], development: true },
  mutation: { workspaces: ['pix-cashout-local', 'pix-cashout-mutation'], development: true },
  policies: { workspaces: ['pix-cashout-local', 'pix-cashout-policies'], development: true },
};
const roomBytesMin = 1024 ** 3;
const answerWithinMs = 10_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const options = { cwd: root, shell: process.platform === 'win32' };
const stamp = `${root}node_modules/.installed-set.json`;

/** Installs a set, unless it is there. Ends the process when that fails, or when there is no such set. */
export async function install(set) {
  if (!(set in sets)) {
    process.stderr.write(`There is no set ${set}. node local/install.mjs ${Object.keys(sets).join(' | ')}\n`);
    process.exit(2);
  }
  const lockfile = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  const nothing = { lockfile: '', workspaces: [], development: false };
  const installed = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : nothing;
  const wanted = {
    lockfile,
    workspaces: [...new Set([...installed.workspaces, ...sets[set].workspaces])],
    development: installed.development || sets[set].development,
  };
  if (JSON.stringify(installed) !== JSON.stringify(wanted)) await installAll(set, wanted);
}

async function installAll(set, wanted) {
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include-workspace-root',
  ];
  for (const name of wanted.workspaces) args.push(`--workspace=${name}`);
  if (!wanted.development) args.push('--omit=dev');
  process.stderr.write(`Installing dependencies for ${set} (once, about half a minute) ...\n`);
  const silent = await silentRegistry();
  if (silent) {
    // npm would try for minutes without any output.
    process.stderr.write(`${silent}. Trying npm’s cache.\n`);
    args.push('--offline');
  }
  const { status } = spawnSync('npm', args, { ...options, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(
      `\nThe dependencies could not be installed: see the lines above.\n${whatToDo(silent)}\n`,
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, JSON.stringify(wanted));
}

/** A message if the registry does not answer. A registry behind a proxy is left to npm. */
async function silentRegistry() {
  const isProxied = Object.entries(process.env).some(([name, value]) => value && /_proxy$/i.test(name));
  if (isProxied) return undefined;
  const registry = spawnSync('npm', ['config', 'get', 'registry'], {
    ...options,
    encoding: 'utf8',
  }).stdout.trim();
  return fetch(registry, { method: 'HEAD', signal: AbortSignal.timeout(answerWithinMs) }).then(
    () => undefined,
    (error) => `The package registry ${registry} does not answer (${error.cause?.code ?? error.name})`,
  );
}

function whatToDo(silent) {
  if (silent)
    return `${silent}: check the network, or configure a proxy (npm config set proxy), then try again.`;
  try {
    accessSync(root, constants.W_OK);
  } catch {
    return `${root} cannot be written: clone into a folder of your own.`;
  }
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < roomBytesMin)
    return `The disk is nearly full: ${Math.round((bavail * bsize) / 1024 ** 2)} MB are left, about 800 are needed.`;
  return 'Then try again.';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install(process.argv[2] ?? 'test');
