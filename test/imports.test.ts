import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import configuration from '../.dependency-cruiser.ts';
import { shortened } from '../tools/folder-arrows.ts';

/** Returns the import rules that these files break. `npm run lint` applies the same rules to our own files. */
async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), 'imports-'));
  try {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(baseDir, file)), { recursive: true });
      writeFileSync(join(baseDir, file), content);
    }
    const { forbidden = [], options } = configuration;
    const folders = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))];
    const { output } = await cruise(
      folders.filter((folder) => folder !== 'node_modules'),
      { ...options, baseDir, validate: true, ruleSet: { forbidden } },
    );
    return [...new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name))];
  } finally {
    rmSync(baseDir, { recursive: true });
  }
}

const empty = 'export const one = 1;\n';
const sdk = { 'node_modules/@aws-sdk/client-sqs/index.js': empty };
const needsSdk = { 'package.json': '{"dependencies":{"@aws-sdk/client-sqs":"1.0.0"}}', ...sdk };
const takes = (from: string) => `import { one } from '${from}';\nexport const two = one;\n`;
const takesType = (from: string) => `import type { one } from '${from}';\nexport type Two = typeof one;\n`;

test.each([
  [
    'a folder of lib that imports one above it',
    'lib/base/a.ts',
    'lib/cashout/b.ts',
    'base-imports-what-lies-below',
  ],
  ['an import of deps.ts as a value', 'lib/cashout/a.ts', 'lib/cashout/deps.ts', 'deps-are-a-type'],
  ['a service file that imports a test', 'lib/base/a.ts', 'test/b.ts', 'service-stands-alone'],
  ['a function that imports the local stack', 'functions/a.ts', 'local/b.ts', 'service-stands-alone'],
  ['a service file that imports a function', 'lib/app/a.ts', 'functions/b.ts', 'functions-are-ends'],
  ['a local file that imports a measurement', 'local/a.ts', 'bench/b.ts', 'local-is-not-a-test'],
  ['a tool that operates a stage', 'tools/a.ts', 'operate/b.ts', 'tools-operate-nothing'],
  ['a local file that imports a tool', 'local/a.ts', 'tools/b.ts', 'local-needs-no-tools'],
  ['a file named utils.ts', 'lib/cashout/a.ts', 'lib/cashout/utils.ts', 'no-drawer'],
  ['an index.ts that re-exports others', 'local/a.ts', 'local/b/index.ts', 'no-drawer'],
])('the import rules refuse %s', async (_, from, to, rule) => {
  const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  expect(await brokenRules({ [from]: takes(path), [to]: empty })).toEqual([rule]);
});

test('an import cycle is refused, but tests may have a cycle of types alone', async () => {
  const circle = (folder: string, back: (from: string) => string) =>
    brokenRules({ [`${folder}/a.ts`]: takes('./b.ts'), [`${folder}/b.ts`]: back('./a.ts') });

  expect(await circle('lib/base', takes)).toEqual(['no-circle']);
  expect(await circle('lib/base', takesType)).toEqual(['no-circle']);
  expect(await circle('test', takes)).toEqual(['no-circle-at-run-time']);
  expect(await circle('test', takesType)).toEqual([]);
});

test('an import of a missing file is refused', async () => {
  expect(await brokenRules({ 'lib/base/a.ts': takes('./b.ts') })).toEqual(['every-import-is-there']);
});

test('a store may import the AWS SDK, and a rule may not', async () => {
  const from = takes('@aws-sdk/client-sqs');

  expect(await brokenRules({ ...needsSdk, 'lib/cashout/cashout-store.ts': from })).toEqual([]);
  expect(await brokenRules({ ...needsSdk, 'lib/cashout/cashout.ts': from })).toEqual([
    'stores-know-the-engines',
  ]);
});

test('the service cannot import a development package', async () => {
  const manifest = '{"devDependencies":{"@aws-sdk/client-sqs":"1.0.0"}}';
  const files = { ...sdk, 'package.json': manifest };
  const from = takes('@aws-sdk/client-sqs');

  expect(await brokenRules({ ...files, 'lib/platform/a.ts': from })).toEqual(['production-has-its-packages']);
  expect(await brokenRules({ ...files, 'local/a.ts': from })).toEqual([]);
});

test('the diagram of folders leaves out arrows that other arrows imply', () => {
  const arrows = new Map([
    ['a', new Set<string>()],
    ['b', new Set(['a'])],
    ['c', new Set(['b', 'a'])],
  ]);

  expect(shortened(arrows)).toEqual(
    new Map([
      ['a', new Set()],
      ['b', new Set(['a'])],
      ['c', new Set(['b'])],
    ]),
  );
});
