// A recording of what a release has stored and sent, as a file, and its schema: the fields of each kind of row and
// message, with their types.

import { type EntryItem, entriesOf } from '../../lib/ledger/entry-item.ts';
import { type FeedPage, unpackPage } from '../../lib/webhook/feed-page.ts';
import type { Tenant } from '../support/api.ts';

export type Message = { queue: string; body: Record<string, unknown> };
type Row = Record<string, unknown>;
/** A page of a list, by the path that callers know. */
export type Page = { path: string; shown: number[] };
export type Recording = {
  /** The release's name in git: its tag, or a commit from before the first tag. */
  release: string;
  at: string;
  tenants: Tenant[];
  pages: Page[];
  rows: Record<string, Row[]>;
  messages: Message[];
};

/** Writes bytes as base64, because JSON has none. Each row or message is one line, so that diffs are readable. */
export function toText({ rows, messages, ...rest }: Recording): string {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, one) =>
      one instanceof Uint8Array
        ? { $bytes: Buffer.from(one).toString('base64') }
        : one instanceof Set
          ? { $set: [...one].sort() }
          : one,
    );
  const lines = (some: readonly unknown[]) =>
    some.length > 0 ? `[\n${some.map(text).join(',\n')}\n]` : '[]';
  const tables = Object.entries(rows).map(([table, some]) => `${text(table)}: ${lines(some)}`);
  return `${text(rest).slice(0, -1)},\n"rows": {\n${tables.join(',\n')}\n},\n"messages": ${lines(messages)}}\n`;
}

export const fromText = (text: string): Recording =>
  JSON.parse(text, (_, value) =>
    typeof value?.$bytes === 'string'
      ? new Uint8Array(Buffer.from(value.$bytes, 'base64'))
      : Array.isArray(value?.$set)
        ? new Set(value.$set)
        : value,
  );

/**
 * The schema of each kind of row or message: for each field path, whether all rows of that kind have the field, and its
 * types.
 */
export type Shapes = Record<string, Record<string, { always: boolean; types: string[] }>>;

export function shapesOf({ rows, messages }: Pick<Recording, 'rows' | 'messages'>): Shapes {
  const all = [
    ...Object.entries(rows).flatMap(([table, items]) =>
      items.map((item) => [kindOf(table, item), item] as const),
    ),
    ...messages.map(({ queue, body }) => [kindOfMessage(queue, body), body] as const),
  ];
  const kinds = Map.groupBy(all, ([kind]) => kind);
  return Object.fromEntries(
    [...kinds]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([kind, some]) => [kind, fieldsOf(some.map(([, value]) => pathsOf(unpacked(value))))]),
  );
}

/** Returns the kind of a row: the constant parts of its keys, without ids, and its status. */
function kindOf(table: string, row: Row): string {
  const keys = ['pk', 'sk', 'position', 'id'].flatMap((name) => {
    const value = row[name];
    return typeof value === 'string' && /^([A-Z]+$|[A-Za-z]+#)/.test(value) ? [value.split('#')[0]] : [];
  });
  const status = typeof row.status === 'string' ? [row.status] : [];
  const more = 'refundOf' in row ? ['refund'] : [];
  return [table, ...keys, ...status, ...more].join(' ');
}

function kindOfMessage(queue: string, body: Row): string {
  const names = ['kind', 'shard'].flatMap((name) => (typeof body[name] === 'string' ? [body[name]] : []));
  const about = ['ids', 'event', 'page'].filter((name) => name in body);
  return [queue, ...names, ...about].join(' ');
}

/** Unpacks entries and events, which are stored as bytes, so that their fields are part of the schema. */
function unpacked(row: Row): Row {
  if (row.entries instanceof Uint8Array)
    return { ...row, entries: entriesOf(row as unknown as EntryItem).map(({ entry }) => entry) };
  if (row.packed instanceof Uint8Array) return { ...row, packed: unpackPage(row as unknown as FeedPage) };
  return row;
}

/**
 * Returns every field with its type. The items of a list count as one, and so do the fields of a map whose names are
 * ids.
 */
function pathsOf(value: unknown, path = ''): [path: string, type: string][] {
  if (Array.isArray(value)) return [[path, 'list'], ...value.flatMap((one) => pathsOf(one, `${path}[]`))];
  if (value instanceof Uint8Array) return [[path, 'bytes']];
  if (value instanceof Set) return [[path, 'set']];
  if (typeof value !== 'object' || value === null) return [[path, value === null ? 'null' : typeof value]];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    pathsOf(one, `${path}${path && '.'}${/\d|#/.test(name) ? '*' : name}`),
  );
  return path === '' ? inner : [[path, 'map'], ...inner];
}

function fieldsOf(items: readonly [string, string][][]): Shapes[string] {
  const paths = [...new Set(items.flatMap((item) => item.map(([path]) => path)))].sort();
  return Object.fromEntries(
    paths.map((path) => {
      const having = items.filter((item) => item.some(([other]) => other === path));
      const types = new Set(
        having
          .flat()
          .filter(([other]) => other === path)
          .map(([, type]) => type),
      );
      return [path, { always: having.length === items.length, types: [...types].sort() }];
    }),
  );
}

/**
 * Returns the differences that break code which expects `before`: a missing kind, a missing field, a field that only
 * some rows still have, and a new type of a field. New fields and new kinds are ignored, because older code does not
 * read them.
 */
export function missesOf(before: Shapes, now: Shapes, retired: Readonly<Record<string, string>>): string[] {
  return Object.entries(before).flatMap(([kind, fields]) => {
    const today = now[kind];
    if (!today) return [`${kind}: there is none any more`];
    return Object.entries(fields).flatMap(([path, { always, types }]) => {
      if (`${kind}: ${path}` in retired) return [];
      const field = today[path];
      if (!field) return [`${kind}: ${path} is gone`];
      if (always && !field.always) return [`${kind}: ${path} is not in each of them any more`];
      const strange = field.types.filter((type) => !types.includes(type));
      return strange.map((type) => `${kind}: ${path} was ${types.join(' or ')}, and is ${type} now`);
    });
  });
}
