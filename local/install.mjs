// Installs what a command needs, when it is missing or not that of the lockfile. Plain JavaScript, for whatever Node runs
// npm: everything after it runs on the Node that is among the dependencies. `npm install` and not `npm ci`: the latter
// fails where a registry lacks the optional packages of platforms other than this one.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// To run the service takes a fifth of what its tests, its deployment and its measurements take.
const sets = {
  start: { workspaces: ['pix-cashout-local'], development: false },
  test: { workspaces: ['pix-cashout-local'], development: true },
  bench: { workspaces: ['pix-cashout-local', 'pix-cashout-bench'], development: true },
  browser: { workspaces: ['pix-cashout-local', 'pix-cashout-browser'], development: false },
  mutation: { workspaces: ['pix-cashout-local', 'pix-cashout-mutation'], development: true },
  deployed: { workspaces: ['pix-cashout-local', 'pix-cashout-deployed'], development: true },
};
const roomBytesMin = 1024 ** 3;
const answerWithinMs = 10_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const options = { cwd: root, shell: process.platform === 'win32' };
const stamp = `${root}node_modules/.installed.json`;
const [set = 'test'] = process.argv.slice(2);
if (!(set in sets)) {
  process.stderr.write(`There is no set ${set}. node local/install.mjs ${Object.keys(sets).join(' | ')}\n`);
  process.exit(2);
}

const lockfile = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');
const installed = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { sets: [] };

if (installed.lockfile !== lockfile || !covers(installed.sets, set))
  await install([...new Set([...installed.sets, set])]);

async function install(names) {
  const wanted = names.map((name) => sets[name]).filter(Boolean);
  const workspaces = [...new Set(wanted.flatMap((one) => one.workspaces))];
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include-workspace-root',
  ];
  for (const name of workspaces) args.push(`--workspace=${name}`);
  if (!wanted.some(({ development }) => development)) args.push('--omit=dev');
  process.stderr.write(`Installing what npm run ${set} needs (once, about half a minute) ...\n`);
  const silent = await silentRegistry();
  if (silent) {
    // npm would try for minutes, without a word.
    process.stderr.write(`${silent}. What npm has kept from earlier may do.\n`);
    args.push('--offline');
  }
  const { status } = spawnSync('npm', args, { ...options, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(
      `\nThe dependencies could not be installed: see the lines above.\n${whatToDo(silent)}\n`,
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, JSON.stringify({ lockfile, sets: names }));
}

/** Whether a set is among those that are installed, or a part of one. */
function covers(names, name) {
  const { workspaces, development } = sets[name];
  const all = names.map((one) => sets[one]).filter(Boolean);
  return (
    workspaces.every((workspace) => all.some((one) => one.workspaces.includes(workspace))) &&
    (!development || all.some((one) => one.development))
  );
}

/** What to say of a registry that does not answer. One behind a proxy is left to npm. */
async function silentRegistry() {
  if (
    /_proxy=./i.test(
      Object.entries(process.env)
        .map((pair) => pair.join('='))
        .join('\n'),
    )
  )
    return undefined;
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
    return `${silent}: is there a network, or a proxy to be told of (npm config set proxy)? Then try again.`;
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
