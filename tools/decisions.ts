// Reads the decisions in docs/decisions/: three groups with one folder each, one page per subject, and their index.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/service.ts';

export const decisionsFolder = 'docs/decisions';
/** The headings that a page must have, in this order. */
export const headings = ['Context', 'Decision', 'Consequences'];

/** The groups by their folders, in the order of the index. */
export const groups = {
  contract: 'Readings of the contract',
  product: 'What the product does beyond the contract',
  engineering: 'How it is built',
} as const;
type Group = keyof typeof groups;

/** @property file the path of the page in docs/decisions */
type Decision = { file: string; group: Group; title: string; headings: string[] };

const groupNames = Object.keys(groups) as Group[];
const fileForm = /^[a-z][a-z0-9-]*\.md$/;

/**
 * Returns all decisions, sorted by group and title.
 * @throws if a folder contains anything other than pages of a group
 */
export function readDecisions(folder = join(root, decisionsFolder)): Decision[] {
  const strange = readdirSync(folder).filter((name) => name !== 'README.md' && !Object.hasOwn(groups, name));
  if (strange.length > 0) throw new Error(`${decisionsFolder} has no group for ${strange.join(', ')}`);
  return groupNames.flatMap((group) => readGroup(folder, group));
}

function readGroup(folder: string, group: Group): Decision[] {
  const path = join(folder, group);
  const files = existsSync(path) ? readdirSync(path) : [];
  return files
    .map((file) => parseDecision(group, file, readFileSync(join(path, file), 'utf8')))
    .sort((one, other) => byTitle.compare(plain(one.title), plain(other.title)));
}

const byTitle = new Intl.Collator('en');
const plain = (title: string) => title.replaceAll('`', '');

export function parseDecision(group: Group, file: string, text: string): Decision {
  if (!fileForm.test(file))
    throw new Error(
      `${decisionsFolder}/${group}/${file} is not named after its subject: words-like-these.md`,
    );
  const [, title] = /^# (\S.*)\n/.exec(text) ?? [];
  if (!title || /^\d/.test(title))
    throw new Error(`${decisionsFolder}/${group}/${file} does not begin with a title without a number`);
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  return { file: `${group}/${file}`, group, title, headings: found };
}

/** Returns the list of each group below its heading. */
export const decisionsList = (decisions = readDecisions()) =>
  groupNames
    .map((name) => {
      const pages = decisions.filter(({ group }) => group === name);
      const list = pages.map(({ file, title }) => `- [${title}](${file})`);
      return [`## ${groups[name]}`, '', ...list].join('\n');
    })
    .join('\n\n');
