// The decisions of docs/decisions/: one page each, named after its number, and the index of them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/service.ts';

const decisionsFolder = 'docs/decisions';
/** The headings of a page, in this order. */
export const headings = ['Context', 'Decision', 'Consequence'];

export type Decision = { file: string; number: number; title: string; headings: string[] };

const fileForm = /^(\d{4})-[a-z0-9-]+\.md$/;

/** All decisions, by number. @throws when the number in a page's name is not that of its title */
export function readDecisions(): Decision[] {
  return readdirSync(join(root, decisionsFolder))
    .filter((file) => file !== 'README.md')
    .sort()
    .map((file) => parseDecision(file, readFileSync(join(root, decisionsFolder, file), 'utf8')));
}

export function parseDecision(file: string, text: string): Decision {
  const number = Number(fileForm.exec(file)?.[1]);
  const [, written, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
  if (!title || number !== Number(written))
    throw new Error(`${decisionsFolder}/${file} is not named after the number in its title`);
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  return { file, number, title, headings: found };
}

export const decisionsList = (decisions = readDecisions()) =>
  decisions.map(({ file, number, title }) => `- ${number}: [${title}](${file})`).join('\n');
