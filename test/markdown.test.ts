// Every link between documents has a target, and a reader reaches each document in a few steps.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../local/service.ts';
import { anchorsOf, faultOf, linksOf } from '../tools/markdown-links.ts';

const skipped = ['node_modules', '.git', '.local', '.serverless', '.esbuild', 'packaged'];

function documentsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.includes(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const documents = documentsIn('');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the links between documents', () => {
  test('the checked documents include the README, the index of docs/ and the results of bench/', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'bench/results.md']));
  });

  test.each(documents)('%s has no broken link', (file) => {
    expect(linksOf(file, read(file)).flatMap((link) => faultOf(link) ?? [])).toEqual([]);
  });

  test('every document in docs/ is in the index of docs/', () => {
    const listed = linksOf('docs/README.md', read('docs/README.md')).map(({ to }) => to);
    const there = readdirSync(join(root, 'docs'))
      .filter((name) => name !== 'README.md')
      .map((name) => (statSync(join(root, 'docs', name)).isDirectory() ? `${name}/` : name));
    expect(there.filter((name) => !listed.some((to) => to.startsWith(name.replace(/\/$/, ''))))).toEqual([]);
  });

  test('the README has at most 12 kB and names the two commands to start with', () => {
    const readme = read('README.md');
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000);
    expect(readme).toMatch(/^npm start /m);
    expect(readme).toMatch(/^npm test /m);
  });
});

describe('the check of links', () => {
  test('the check finds links outside code, with their text on one line or on two', () => {
    const text = '[a](b.md) `[c](d.md)` [e\nf](#g) [h](https://example.com)\n```\n[i](j.md)\n```\n';
    expect(linksOf('x.md', text).map(({ to }) => to)).toEqual(['b.md', '#g']);
  });

  test('the check finds the anchors of headings', () => {
    const text = '# One `two`\n```sh\n# Not one\n```\n## São Paulo: a, b/c\n## MED, 2.0\n## MED, 2.0\n';
    expect(anchorsOf(text)).toEqual(['one-two', 'são-paulo-a-bc', 'med-20', 'med-20-1']);
  });

  test.each([
    ['docs/nowhere.md', 'is not there'],
    ['README.md#nowhere', 'leads to no heading'],
    ['LICENSE#mit', 'leads to a heading of a file without headings'],
    ['../../elsewhere.md', 'is outside the repository'],
  ])('the check refuses %s', (to, why) => {
    expect(faultOf({ from: 'README.md', to })).toBe(`README.md: ${to} ${why}`);
  });

  test.each(['docs/', 'README.md#two-commands', '#two-commands', 'LICENSE'])('the check accepts %s', (to) => {
    expect(faultOf({ from: 'README.md', to })).toBeUndefined();
  });
});
