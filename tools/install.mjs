// Installs the dependencies of a command if they are missing or differ from the lockfile. This file is plain
// JavaScript, so that it runs on every Node version that runs npm. All other programs run on the Node version among the
// dependencies. It calls `npm install`, because `npm ci` first removes what is installed.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as installed from './installed.mjs';

const served = ['pix-cashout-local', 'pix-cashout-operate'];
const tested = [...served, 'pix-cashout-bench'];
// Running the service needs a fifth of the packages that tests, deployment and measurements need.
const sets = {
  start: { workspaces: served, development: false },
  test: { workspaces: tested, development: true },
  document: { workspaces: [...tested, 'pix-cashout-document'], development: true },
  mutation: { workspaces: [...tested, 'pix-cashout-mutation'], development: true },
  policies: { workspaces: [...tested, 'pix-cashout-policies'], development: true },
};
const roomBytesMin = 1024 ** 3;
const answerWithinMs = 10_000;

const { root } = installed;
const options = { cwd: root, shell: process.platform === 'win32' };

/**
 * Installs a set unless it is already installed. Ends the process if the installation fails or the set does not exist.
 */
export async function install(set) {
  if (!(set in sets)) {
    process.stderr.write(`There is no set ${set}. node tools/install.mjs ${Object.keys(sets).join(' | ')}\n`);
    process.exit(2);
  }
  if (isInstalled(set)) return;
  const { npm_lifecycle_event: script } = process.env;
  const command = script ? `npm run ${script}` : `node tools/install.mjs ${set}`;
  const holder = `${command} (pid ${process.pid})`;
  const { takeLock } = await import('./install-lock.mjs');
  try {
    const lock = await takeLock(installed.placeOfModules(), holder, unended);
    // The command that held the lock before may have installed the set.
    if (!isInstalled(set)) await installAll(set, holder, lock);
    lock.release();
  } catch ({ message }) {
    fail(`${message}\n${causeOutside() ?? ''}`.trim());
  }
}

function isInstalled(set) {
  const stamp = installed.readStamp();
  if (!stamp || installed.readMarker()) return false;
  return JSON.stringify(stamp) === JSON.stringify(wantedWith(set, stamp)) && !installed.findMissing();
}

function unended() {
  const { holder, npm } = installed.readMarker() ?? {};
  return npm ? `npm (pid ${npm}), which was started by ${holder}` : holder;
}

/**
 * Returns the packages that must be installed. Installing a smaller set does not remove the packages of a larger one.
 */
function wantedWith(set, stamp) {
  return {
    lockfile: createHash('sha256')
      .update(readFileSync(`${root}package-lock.json`))
      .digest('hex'),
    workspaces: [...new Set([...(stamp?.workspaces ?? []), ...sets[set].workspaces])],
    development: (stamp?.development ?? false) || sets[set].development,
  };
}

/**
 * Installs on top of the existing packages if they are complete. Otherwise it first removes them. npm takes any folder
 * with a package.json for a complete package, so it would not repair a package that a killed npm has half written.
 */
async function installAll(set, holder, lock) {
  const linked = installed.linkOfModules();
  if (linked) fail(`node_modules is a link to ${linked}: install there, or remove the link.`);
  const before = installed.readStamp();
  const wanted = wantedWith(set, before);
  const missing = before && installed.findMissing();
  let fault = missing && `${missing} is missing`;
  if (installed.readMarker()) fault = 'The last install has not ended';
  await installed.begin({ holder });
  const silent = await silentRegistry();
  for (let tries = fault ? 2 : 1; ; tries++) {
    if (fault) {
      process.stderr.write(`${fault}: removing node_modules, to install all anew.\n`);
      await installed.removeModules();
    }
    process.stderr.write(`Installing dependencies for ${set} (once, about half a minute) ...\n`);
    // npm would try to reach the registry for minutes without printing anything.
    if (silent) process.stderr.write(`${silent}. Trying npm’s cache.\n`);
    const { code, signal } = await runNpm(wanted, silent, holder, lock);
    const lacking = installed.findMissing();
    if (code === 0 && !lacking) break;
    // If a person stopped npm, it is not started again. The next command begins with an empty folder.
    if (signal) fail(`npm was ended by ${signal}.`);
    const cause = causeOutside(silent);
    if (code === 0) fault = `npm reports success, but ${lacking} is missing`;
    else fault = `npm has failed (${code})`;
    if (!cause && tries < 2) continue;
    // After a failure, npm restores the packages that it has replaced.
    if (code !== 0 && !lacking) await installed.end(before);
    const advice = code === 0 ? 'Does npm run scripts (npm config get ignore-scripts)?' : 'Then try again.';
    fail(`\nThe dependencies could not be installed: ${fault}, see the lines above.\n${cause ?? advice}`);
  }
  await installed.end(wanted);
}

function runNpm(wanted, isOffline, holder, lock) {
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
  if (isOffline) args.push('--offline');
  return new Promise((resolve) => {
    const stdio = ['inherit', 'inherit', 'inherit', ...lock.sockets];
    const npm = spawn('npm', args, { ...options, env: lock.env, stdio });
    npm.on('error', ({ message }) => fail(`npm cannot be started: ${message}`));
    npm.on('exit', (code, signal) => resolve({ code, signal }));
    installed.mark({ holder, npm: npm.pid });
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Returns a message if the registry does not answer. If a proxy is set, the registry is not checked. */
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

/** Returns why a second attempt would fail too, and what to do about it. */
function causeOutside(silent) {
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
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install(process.argv[2] ?? 'test');
