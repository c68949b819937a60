// Makes the table of settings in docs/configuration.md: the meaning of each variable from lib/platform/config.ts, and
// its values per stage from serverless.yml and infra/stages/.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readService } from '../local/read-service.ts';
import { root } from '../local/service.ts';
import { markdownTable } from './markdown-table.ts';

export type Setting = { name: string; meaning: string };

/** Matches a docstring and the variable below it, inside the object of lib/platform/config.ts. */
const form = /^ {4}(?:\/\*\* (.+) \*\/\n {4})?([A-Z][A-Z_]+): /gm;
const isPlace = (name: string) => /_(TABLE|QUEUE_URL)$/.test(name);

/** @throws if a variable has no docstring; the names of tables and queues need none */
export function readSettings(source: string): Setting[] {
  const found = [...source.matchAll(form)].map(([, meaning = '', name = '']) => ({ name, meaning }));
  const bare = found.filter(({ name, meaning }) => meaning === '' && !isPlace(name));
  if (bare.length > 0)
    throw new Error(`lib/platform/config.ts has no docstring for ${bare.map(({ name }) => name).join(', ')}`);
  return found.filter(({ meaning }) => meaning !== '');
}

/** Returns the values that a stage sets, by variable. They include the variables of single functions. */
function valuesOf(stage: string): Record<string, unknown> {
  const { provider, functions } = readService(stage);
  return Object.assign(
    {},
    ...Object.values(functions).map(({ environment = {} }) => environment),
    provider.environment,
  );
}

export function settingsTable(): string {
  const [local, staging, production] = ['local', 'staging', 'production'].map(valuesOf);
  const keys = stageKeys();
  const isSet = (name: string) => [local, staging, production].some((values) => values?.[name] !== undefined);
  const rows = readSettings(readFileSync(join(root, 'lib/platform/config.ts'), 'utf8')).map(
    ({ name, meaning }) => [
      `\`${name}\``,
      meaning,
      ...(isSet(name)
        ? [shown(local?.[name]), shownDeployed(staging?.[name], production?.[name])]
        : ['a secret', 'a secret']),
      keys[name] ? `\`${keys[name]}\`` : '',
    ],
  );
  return markdownTable(['variable', 'meaning', '`npm start`', 'deployed', 'key in `infra/stages/`'], rows);
}

/** Returns the keys of infra/stages/ that set a variable, by variable. */
function stageKeys(): Record<string, string> {
  const text = readFileSync(join(root, 'serverless.yml'), 'utf8');
  const found = [...text.matchAll(/^ +([A-Z_]+): \$\{param:(\w+)\}$/gm)];
  return Object.fromEntries(found.map(([, name = '', key = '']) => [name, key]));
}

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'object') return 'from `serverless.yml`';
  return value === '' ? 'empty' : `\`${value}\``;
}

function shownDeployed(staging: unknown, production: unknown): string {
  const [one, other] = [shown(staging), shown(production)];
  if (one === other) return one;
  if (one.replaceAll('staging', 'production') === other) return one.replaceAll('staging', '<stage>');
  return `staging ${one}, production ${other}`;
}
