// What is in node_modules: the set that was installed (the stamp), the install that has not ended (the marker), and
// whether what was installed is still there.

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

/** What two commands must not write at once. Another clone may link to it. */
export function placeOfModules() {
  return existsSync(modules) ? realpathSync(modules) : join(realpathSync(root), 'node_modules');
}

/** @returns where node_modules is, if it is a link: npm would replace the link, and what it leads to is another clone's */
export function linkOfModules() {
  return lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ? placeOfModules() : undefined;
}

/** @returns the set that an install has left whole, unless something is missing since */
export function readStamp() {
  return readJson(stamp);
}

/** @returns the first file that is missing of what npm has installed */
export function findMissing() {
  const packages = readJson(`${modules}/.package-lock.json`)?.packages;
  if (!packages) return 'node_modules/.package-lock.json';
  for (const [path, { optional }] of Object.entries(packages))
    if (!optional && !existsSync(`${root}${path}/package.json`)) return `${path}/package.json`;
  return existsSync(`${modules}/.bin/node`) ? undefined : 'node_modules/.bin/node';
}

/** @returns what the last install has noted, if it has not ended */
export function readMarker() {
  return existsSync(marker) ? (readJson(marker) ?? {}) : undefined;
}

/** From now on until the end, what is in node_modules counts for nothing. */
export async function begin(note) {
  // Where node_modules was removed by hand, what the workspaces have of their own may be the half of an install.
  if (!existsSync(modules)) await removeModules();
  mkdirSync(modules, { recursive: true });
  mark(note);
  await rm(stamp, { force: true });
}

/** @param note for the commands that wait, or that come after an end by force */
export function mark(note) {
  replaceFile(marker, JSON.stringify(note));
}

/** @param content the set that is there now, if it is known */
export async function end(content) {
  if (content) replaceFile(stamp, JSON.stringify(content));
  await rm(marker, { force: true });
}

/** Removes all that was installed. The marker stays: we may be killed meanwhile. */
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
