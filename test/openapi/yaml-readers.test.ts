// openapi.yaml has the same meaning in YAML 1.1 and in YAML 1.2. PyYAML, libyaml, go-yaml and SnakeYAML implement YAML
// 1.1. test/document/read.py uses PyYAML.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeDocument } from '../../lib/openapi/document.ts';
import { root } from '../../local/service.ts';
import { writeYaml } from '../../tools/write-yaml.ts';

const unseen = /(?![ \n])[\p{Z}\p{C}]/gu;
const text = readFileSync(join(root, 'openapi.yaml'), 'utf8');

test.each(['1.1', '1.2'] as const)(
  'a YAML %s parser reads openapi.yaml as the same document as its source',
  (version) => {
    const written = JSON.parse(JSON.stringify(makeDocument('http://localhost:3000', true)));

    expect(parse(text, { version })).toEqual(written);
  },
);

test('openapi.yaml has no invisible characters, some of which end a line in YAML 1.1', () => {
  const points = (text.match(unseen) ?? []).map((character) => character.codePointAt(0)?.toString(16));

  expect([...new Set(points)]).toEqual([]);
});

test.each([
  'a\u2028b',
  '\u2029',
  '\u0085',
  '\u00a0 x\ufeff',
  'a line\nand\u2028another: # one',
  `${'long '.repeat(40)}\u2028${' \u3000 long'.repeat(40)}\\u2028`,
  '2026-11-21',
  '2026-11-21T12:04:05.123',
  '12:30:45',
  'yes',
  'n',
  'Off',
  '1_000',
  '0o17',
  '017',
  '=',
  '<<',
  '~',
  '1e3',
  '.inf',
])('%j is read alike by YAML 1.1 and YAML 1.2, as a value and as a key', (one) => {
  const whole = { value: one, list: [one, { deeper: [one] }], [one]: 1 };

  for (const version of ['1.1', '1.2'] as const) expect(parse(writeYaml(whole), { version })).toEqual(whole);
  expect(writeYaml(whole).match(unseen)).toBeNull();
});
