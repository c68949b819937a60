// Reads the links between the documents of the repository, and checks their targets.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../local/service.ts';

export type Link = { from: string; to: string };

/** Returns the links of a Markdown file, except those in code and those to other sites. */
export function linksOf(from: string, text: string): Link[] {
  return [...withoutCode(text).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => ({ from, to }))
    .filter(({ to }) => !/^[a-z]+:/.test(to));
}

/** @returns the error of a link, if there is one */
export function faultOf({ from, to }: Link): string | undefined {
  const [path = '', anchor] = to.split('#');
  const file = path === '' ? from : relative(root, join(root, dirname(from), path));
  if (file.startsWith('..')) return `${from}: ${to} is outside the repository`;
  if (!existsSync(join(root, file))) return `${from}: ${to} is not there`;
  if (anchor === undefined) return undefined;
  if (!file.endsWith('.md') || statSync(join(root, file)).isDirectory())
    return `${from}: ${to} leads to a heading of a file without headings`;
  const anchors = anchorsOf(readFileSync(join(root, file), 'utf8'));
  return anchors.includes(anchor) ? undefined : `${from}: ${to} leads to no heading`;
}

/** Returns the anchors that GitHub gives to the headings of a text. A repeated heading gets a number. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

const withoutFences = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '');
const withoutCode = (text: string) => withoutFences(text).replace(/`[^`\n]*`/g, '');
