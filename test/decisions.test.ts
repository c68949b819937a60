// The pages of docs/decisions, and what refers to them by number.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../local/service.ts';
import { decisionsList, headings, parseDecision, readDecisions } from '../tools/decisions.ts';

const decisions = readDecisions();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|md|yml)$/.test(file))
    .map((file) => join(folder, file));

describe('the decisions', () => {
  test('have a page for each number, without gaps', () => {
    expect(decisions.map(({ number }) => number)).toEqual(decisions.map((_, index) => index + 1));
    expect(decisions.length).toBeGreaterThanOrEqual(59);
  });

  test.each(decisions)('$file has context, decision and consequence', (decision) => {
    expect(decision.headings).toEqual(headings);
  });

  test('are all in the index', () => {
    expect(read('docs/decisions/README.md')).toContain(decisionsList(decisions));
  });

  test('are there where code, tests and documents name them', () => {
    const numbers = decisions.map(({ number }) => number);
    const named = ['functions', 'lib', 'infra', 'local', 'operate', 'tools', 'test', 'docs', 'bench'].flatMap(
      (folder) =>
        filesIn(folder).flatMap((file) =>
          [...read(file).matchAll(/\b[dD]ecisions? (\d+)(?:,? and (\d+))?/g)].flatMap(([, one, other]) =>
            [one, other].filter(Boolean).map((number) => ({ file, number: Number(number) })),
          ),
        ),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });
});

test.each([
  ['0007-order.md', '# 8. Order\n'],
  ['order.md', '# 7. Order\n'],
  ['0007-order.md', 'Order\n'],
])('a page %s that begins with %j is refused', (file, text) => {
  expect(() => parseDecision(file, text)).toThrow('is not named after the number in its title');
});
