// Reads the titles of the tests in a file as they are written there, and tells whether there is a test with some name.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';
import { root } from '../../local/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a node of any kind
type Node = any;

export type Titles = { titles: string[]; values: Set<string> };

const known = new Map<string, Titles>();

/** Returns the titles in a test file. Its cases may be in files next to it. */
export function titlesOf(file: string): Titles {
  const found = known.get(file) ?? read(file);
  known.set(file, found);
  return found;
}

function read(file: string): Titles {
  const folder = join(root, dirname(file));
  const cases = readdirSync(folder).filter((name) => name.endsWith('.cases.ts'));
  const { titles, values } = titlesIn(readFileSync(join(root, file), 'utf8'));
  const beside = cases.map((name) => titlesIn(readFileSync(join(folder, name), 'utf8')).values);
  return { titles, values: new Set([...values, ...beside.flatMap((texts) => [...texts])]) };
}

/** Returns the titles of tests but not of groups, and every text and number in the source. */
export function titlesIn(source: string): Titles {
  const titles: string[] = [];
  const values = new Set<string>();
  const walk = (node: Node): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    if (node.type === 'Literal') values.add(String(node.value));
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'test') {
      const title = textOf(node.arguments[0]);
      if (title !== undefined) titles.push(title);
    }
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseAst(source, { lang: 'ts' }));
  return { titles, values };
}

/** Returns the name at the root of a call: `test` for test('…'), test.each([…])('…') and test.runIf(…)('…'). */
function nameOf(callee: Node): string | undefined {
  if (callee?.type === 'Identifier') return callee.name;
  if (callee?.type === 'MemberExpression') return nameOf(callee.object);
  return callee?.type === 'CallExpression' ? nameOf(callee.callee) : undefined;
}

function textOf(node: Node): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }: Node) => value.cooked).join('%s');
}

/**
 * Returns whether a title equals this name, or becomes it when texts and numbers of the tests replace its placeholders.
 */
export function hasTest({ titles, values }: Titles, name: string): boolean {
  return titles.some((title) => title === name || isFilled(title, name, values));
}

const place = /%[sdifjo#]|\$\w+/g;

function isFilled(title: string, name: string, values: ReadonlySet<string>): boolean {
  if (!title.match(place)) return false;
  const parts = title.split(place).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return ['(.+?)', '(.+)'].some((any) => {
    const filled = new RegExp(`^${parts.join(any)}$`).exec(name)?.slice(1);
    return filled?.every((text) => values.has(text)) ?? false;
  });
}
