// Reads and writes the state of node_modules: the installed set (the stamp), an installation that has not ended (the
// marker), and whether all installed files still exist.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = `${root}node_modules`;
const stamp = `${modules}/.installed-set.json`;
const markerName = '.installing.json';
const marker = `${modules}/${markerName}`;

/** Returns the real path of node_modules, which is what the lock protects. Another clone may link to this folder. */
export function placeOfModules() {
  return existsSync(modules) ? realpathSync(modules) : join(realpathSync(root), 'node_modules');
}

/**
 * @returns the target of node_modules if it is a link. npm would replace the link, and the target belongs to another
 * clone
 */
export function linkOfModules() {
  return lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ? placeOfModules() : undefined;
}

/** @returns the set that was installed completely; findMissing checks whether its files still exist */
export function readStamp() {
  return readJson(stamp);
}

/** @returns the first missing file of the installed packages */
export function findMissing() {
  const packages = readJson(`${modules}/.package-lock.json`)?.packages;
  if (!packages) return 'node_modules/.package-lock.json';
  for (const [path, { optional }] of Object.entries(packages))
    if (!optional && !existsSync(`${root}${path}/package.json`)) return `${path}/package.json`;
  return existsSync(`${modules}/.bin/node`) ? undefined : 'node_modules/.bin/node';
}

/** @returns the note of the last installation, if it has not ended */
export function readMarker() {
  return existsSync(marker) ? (readJson(marker) ?? {}) : undefined;
}

/** Marks the content of node_modules as incomplete until `end` is called. */
export async function begin(note) {
  // If node_modules was removed by hand, the workspaces' own folders may be left from an incomplete installation.
  if (!existsSync(modules)) await removeModules();
  mkdirSync(modules, { recursive: true });
  mark(note);
  await rm(stamp, { force: true });
}

/** @param note is read by commands that wait, and by the next command if this one is killed */
export function mark(note) {
  replaceFile(marker, JSON.stringify(note));
}

/** @param content the set that is installed now, if it is known */
export async function end(content) {
  if (content) replaceFile(stamp, JSON.stringify(content));
  await rm(marker, { force: true });
}

/**
 * Removes everything that was installed. The marker stays, because this process may be killed before it has finished.
 */
export async function removeModules() {
  const remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 5 });
  const { workspaces } = readJson(`${root}package.json`);
  for (const workspace of workspaces) await remove(`${root}${workspace}/node_modules`);
  if (!existsSync(modules)) return;
  for (const name of readdirSync(modules)) if (name !== markerName) await remove(`${modules}/${name}`);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function replaceFile(path, content) {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}
