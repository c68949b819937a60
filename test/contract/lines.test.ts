// Every line of the contract has a test that covers it, or one of a few accepted reasons to have none.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../local/service.ts';
import { parseLines, readContract, reasons } from '../../tools/contract-lines.ts';
import { readDecisions } from '../../tools/decisions.ts';
import { hasTest, titlesIn, titlesOf } from '../support/test-titles.ts';

const lines = readContract();
const held = lines.flatMap(({ id, tests }) => tests.map((one) => ({ id, ...one })));

describe('the lines of the contract', () => {
  test('every line has at least one test or reason', () => {
    const bare = lines.filter((line) => line.tests.length === 0 && line.reasons.length === 0);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  test('every line has a unique number, with the prefix of its section', () => {
    const ids = lines.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const [section, those] of Map.groupBy(lines, (line) => line.section))
      expect([section, new Set(those.map(({ id }) => id.slice(0, 3))).size]).toEqual([section, 1]);
  });

  test('the lines name existing test files', () => {
    const missing = held.filter(
      ({ file }) => !/^test\/.+\.test\.ts$/.test(file) || !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
  });

  test('the lines name existing tests', () => {
    const there = held.filter(({ file }) => existsSync(join(root, file)));
    expect(there.filter(({ file, title }) => !hasTest(titlesOf(file), title))).toEqual([]);
  });

  test('the lines name decisions that have a page in docs/decisions', () => {
    const pages = readDecisions().map(({ file }) => file);
    const named = lines.flatMap(({ reasons: given }) =>
      given.flatMap(({ why }) => [...why.matchAll(/docs\/decisions\/([^)\s]+)\)/g)].map(([, page]) => page)),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((page = '') => !pages.includes(page))).toEqual([]);
  });

  test('every reason has a sentence', () => {
    const short = lines.flatMap(({ id, reasons: given }) =>
      given.filter(({ why }) => why.split(' ').length < 3).map(() => id),
    );
    expect(short).toEqual([]);
  });
});

describe('the parser of the lines', () => {
  const text = [
    '# Section',
    '',
    '- **ABC-1** A line.',
    '  - `test/x.test.ts` › is \\<so>',
    '- **ABC-2** Other.',
  ];

  test('the parser reads a line with the items below it', () => {
    expect(parseLines('1-section.md', text.join('\n'))).toEqual([
      {
        id: 'ABC-1',
        section: 'section',
        text: 'A line.',
        tests: [{ file: 'test/x.test.ts', title: 'is <so>' }],
        reasons: [],
      },
      { id: 'ABC-2', section: 'section', text: 'Other.', tests: [], reasons: [] },
    ]);
  });

  test.each([
    '- a line without a number',
    '- **abc-1** Small letters.',
    '  - no time: we had none.',
    '  - nothing',
  ])('the parser refuses %j', (written) => {
    expect(() => parseLines('1-section.md', [...text, written].join('\n'))).toThrow(
      'is not a line of the contract',
    );
  });

  test.each(Object.keys(reasons))('the parser accepts the reason %s', (reason) => {
    const [, line] = parseLines('1-section.md', [...text, `  - ${reason}: Because it is.`].join('\n'));
    expect(line?.reasons).toEqual([{ reason, why: 'Because it is.' }]);
  });
});

describe('the search for a test by its name', () => {
  const found = titlesIn(`
    describe('a group', () => {
      test('is plain', () => {});
      test.each<[string, number]>([['one', 1], ['two', 2]])('counts %s to %i', () => {});
      test.runIf(true)("has 'quotes'", () => {});
    });
  `);

  test.each(['is plain', 'counts %s to %i', 'counts one to 1', 'counts two to 2', "has 'quotes'"])(
    'the search finds %s',
    (name) => {
      expect(hasTest(found, name)).toBe(true);
    },
  );

  test.each(['a group', 'plain', 'is plain too', 'counts three to 3', 'counts one', 'one'])(
    'the search does not find %s',
    (name) => {
      expect(hasTest(found, name)).toBe(false);
    },
  );
});
