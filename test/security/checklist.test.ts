import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../local/service.ts';

const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
const [, section = ''] = document.split('\n## Security checklist\n');
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .flatMap((line) => (/^\| S\d/.test(line) ? [line.split('|').map((cell) => cell.trim())] : []))
  .map(([, id = '', rule = '', proof = '']) => ({ id, rule, proof }));
const filesIn = (text: string) => [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file);

test('docs/security.md has every point of the security checklist once, in order', () => {
  const ids = Array.from({ length: 35 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`);

  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test.each(rows)('$id of the security checklist names existing test files: $rule', ({ proof }) => {
  const files = filesIn(proof);

  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('docs/security.md names every test file in test/security', () => {
  const named = rows.flatMap(({ proof }) => filesIn(proof));
  const unnamed = readdirSync(join(root, 'test/security'))
    .map((file) => `test/security/${file}`)
    .filter((file) => !named.includes(file) && file !== 'test/security/checklist.test.ts');

  expect(unnamed).toEqual([]);
});
