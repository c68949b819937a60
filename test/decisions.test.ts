// The pages of docs/decisions, and the references to them by path.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../local/service.ts';
import {
  decisionsFolder,
  decisionsList,
  groups,
  headings,
  parseDecision,
  readDecisions,
} from '../tools/decisions.ts';
import { linksOf } from '../tools/markdown-links.ts';

const decisions = readDecisions();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|md|yml)$/.test(file))
    .map((file) => join(folder, file));
/** The folders and files whose text may refer to a decision. */
const folders = [
  'functions',
  'lib',
  'infra',
  'local',
  'operate',
  'tools',
  'test',
  'docs',
  'bench',
  '.github',
];
const texts = ['serverless.yml', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...folders.flatMap(filesIn)];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the decisions', () => {
  test('the decisions are in three groups, each with at least ten decisions', () => {
    const counts = Object.keys(groups).map((name) => decisions.filter(({ group }) => group === name).length);
    expect(counts).toHaveLength(3);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(10);
  });

  test('each decision has one unique title', () => {
    const titles = decisions.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  test.each(decisions)('$file has context, decision and consequences', (decision) => {
    expect(decision.headings).toEqual(headings);
  });

  test('the index lists all decisions, and nothing else', () => {
    const index = `${decisionsFolder}/README.md`;
    expect(read(index)).toContain(decisionsList(decisions));
    expect(linksOf(index, read(index)).map(({ to }) => to)).toEqual(decisions.map(({ file }) => file));
  });

  test('every decision named in code, tests and documents exists', () => {
    const named = texts.flatMap((file) =>
      [...read(file).matchAll(/\bdecisions\/([a-z]+\/[\w-]+\.md)/g)].map(([, to]) => ({ file, to })),
    );
    expect(named.length).toBeGreaterThan(80);
    const there = decisions.map(({ file }) => file);
    expect(named.filter(({ to = '' }) => !there.includes(to))).toEqual([]);
  });

  test('no decision is referred to by a number', () => {
    const named = texts.filter((file) => /\b[dD]ecisions? \[?\d|decisions\/\d/.test(read(file)));
    expect(named).toEqual([]);
  });
});

describe('the parser of decisions', () => {
  test.each([
    ['0007-order.md', '# Order\n', 'is not named after its subject'],
    ['Order.md', '# Order\n', 'is not named after its subject'],
    ['order.txt', '# Order\n', 'is not named after its subject'],
    ['order.md', 'Order\n', 'does not begin with a title'],
    ['order.md', '# 7. Order\n', 'does not begin with a title'],
  ])('the parser refuses a page %s that begins with %j', (file, text, why) => {
    expect(() => parseDecision('contract', file, text)).toThrow(why);
  });

  test('the parser lists three folders, each sorted by title', () => {
    const folder = newFolder();
    for (const [file, title] of [
      ['engineering/b.md', '`Rows`'],
      ['engineering/c.md', 'Answers'],
      ['contract/a.md', 'Amounts'],
    ] as const) {
      const path = join(folder, file);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, `# ${title}\n\n## Context\n`);
    }
    expect(decisionsList(readDecisions(folder)).match(/^(?:##|-) .+$/gm)).toEqual([
      '## Readings of the contract',
      '- [Amounts](contract/a.md)',
      '## What the product does beyond the contract',
      '## How it is built',
      '- [Answers](engineering/c.md)',
      '- [`Rows`](engineering/b.md)',
    ]);
  });

  test.each(['0001-amounts.md', 'history'])(
    'the parser refuses %s next to the folders of the groups',
    (name) => {
      const folder = newFolder();
      mkdirSync(join(folder, name));
      expect(() => readDecisions(folder)).toThrow(`docs/decisions has no group for ${name}`);
    },
  );
});
