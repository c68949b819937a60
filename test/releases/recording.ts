// What a release has stored and sent, as a file, and the shapes of it: which fields each kind of row and message has, of
// which types.

import { type EntryItem, entriesOf } from '../../lib/ledger/entry-item.ts';
import { type FeedPage, unpackPage } from '../../lib/webhook/feed-page.ts';
import type { Tenant } from '../support/api.ts';

export type Message = { queue: string; body: Record<string, unknown> };
type Row = Record<string, unknown>;
/** A page of a list, by the address that callers have of it. */
export type Page = { path: string; shown: number[] };
export type Recording = {
  /** The release, as git knows it: its tag, or a commit from before there was one. */
  release: string;
  at: string;
  tenants: Tenant[];
  pages: Page[];
  rows: Record<string, Row[]>;
  messages: Message[];
};

/** Bytes as base64, since JSON has none. A row or a message is a line, so that a change of one shows. */
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

/** By kind of row or message: of each field, by its path, whether all of that kind have it, and its types. */
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

/** Keys begin with the kind of their row, up to what names one of its kind. */
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

/** Entries and events are stored as bytes, and their fields count like those of a row. */
function unpacked(row: Row): Row {
  if (row.entries instanceof Uint8Array)
    return { ...row, entries: entriesOf(row as unknown as EntryItem).map(({ entry }) => entry) };
  if (row.packed instanceof Uint8Array) return { ...row, packed: unpackPage(row as unknown as FeedPage) };
  return row;
}

/** Every field with its type; of a list, those of its members together; names of a map that are ids count as one. */
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
 * What code that reads `before` may miss in `now`: a kind, a field that all of a kind had, or one that some had, and a type that
 * it does not know. More fields, and more kinds, are no fault: nobody reads them yet.
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
