// Every command `npm run admin` in a document is a command that the program accepts.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../local/service.ts';
import { makeProgram } from '../operate/admin/program.ts';

type Printed = { file: string; line: number; words: string[] };

const folders = ['.', 'docs', 'examples'];

const printed: Printed[] = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    // The change log contains commands of earlier versions.
    .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .flatMap((file) => commandsIn(join(folder, file))),
);

function commandsIn(file: string): Printed[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((text, at) =>
    [...text.matchAll(/npm run admin -- ([^`#]+)/g)].map(([, said = '']) => ({
      ...{ file, line: at + 1 },
      words: said
        .replace(/\\n.*|\).*|, then.*|\.$/, '')
        .trim()
        .split(/\s+/),
    })),
  );
}

/** Splits a command into words, as a shell does. */
const wordsOf = (said: string) =>
  (said.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''));

/** Returns a value for a placeholder such as WEBHOOK, $ACCOUNT or YYYY-MM-DD. */
const standsFor = (word: string) =>
  word === 'YYYY-MM-DD'
    ? '2026-01-31'
    : word
        .replace(/^[A-Z][A-Z-]*$/, '1')
        .replace(/^\$\w+$/, 'x')
        .replace('…', 'x');

/** Parses a command without running it. @returns the error message of the program */
async function refusalOf(words: readonly string[]): Promise<string> {
  let said = '';
  const silence = (command: Command) => {
    command.configureOutput({ writeErr: (text) => (said += text), writeOut: () => {} }).exitOverride();
    if (command.commands.length === 0) command.action(() => {});
    command.commands.forEach(silence);
  };
  const program = makeProgram();
  silence(program);
  const done = await program.parseAsync(words, { from: 'user' }).then(
    () => true,
    (error) => error.exitCode === 0,
  );
  return done ? '' : said || 'refused';
}

/** Returns the examples in the help texts of the program, each as a list of words. */
async function examplesIn(command: Command, words: string[] = []): Promise<string[][]> {
  const each = await Promise.all(command.commands.map((one) => examplesIn(one, [...words, one.name()])));
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const own = [...help.matchAll(/^ {2}npm run admin -- (.*)$/gm)].map(([, said = '']) => wordsOf(said));
  return [...(command.commands.length === 0 ? own : []), ...each.flat()];
}

// The commands of the runbook use this variable.
beforeAll(() => void vi.stubEnv('STAGE', 'staging'));
afterAll(() => void vi.unstubAllEnvs());

test('a command printed in the documents is accepted by its program', async () => {
  const wrong: string[] = [];
  for (const { file, line, words } of printed) {
    // Outside the runbook, a document may name a command without its arguments.
    const isName = file !== 'docs/runbook.md' && words.every((word) => /^[a-z-]+$/.test(word));
    const isPart =
      /^[a-z][a-z-]* …$/.test(words.slice(-2).join(' ')) || words.some((word) => word.includes('|'));
    const known = words.filter((word) => !/[|…]/.test(word));
    const refusal = await refusalOf(isName || isPart ? [...known, '--help'] : words.map(standsFor));
    if (refusal) wrong.push(`${file}:${line} ${words.join(' ')}: ${refusal.split('\n')[0]}`);
  }

  expect(printed.length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test('an example in the help of a command is accepted by its program', async () => {
  const examples = await examplesIn(makeProgram());
  const refused = await Promise.all(
    examples.map(async (words) => [words.join(' '), await refusalOf(words)] as const),
  );

  expect(examples.length).toBeGreaterThan(30);
  expect(refused.filter(([, why]) => why)).toEqual([]);
});
