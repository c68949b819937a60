// What a checker is given of a run at rest, and how it reads it.

import { type StoredEntry, storedEntries } from '../support/stored-entries.ts';
import type { Callers, Party } from './callers.ts';
import type { Dump } from './engine.ts';
import type { World } from './world.ts';

export type Case = {
  world: World;
  callers: Callers;
  parties: readonly Party[];
  stored: Dump;
  fail: (invariant: string, what: string) => void;
};

/** Rows of a table, as the type that the service gives them. */
export const rowsOf = <Row>(stored: Dump, table: string): Row[] => (stored[table] ?? []) as Row[];

/** Every entry of every statement. */
export const entriesIn = (stored: Dump): StoredEntry[] => storedEntries(stored.StatementTable ?? []);

/** Whether a person has been told, under this id. */
export const hasIncident = (stored: Dump, id: string): boolean =>
  rowsOf<{ id: string }>(stored, 'IncidentsTable').some((incident) => incident.id === id);

/** Whether a notice has moved its money: a payment that a person has assigned has an incident besides. */
export const isCredited = (stored: Dump, id: string): boolean =>
  rowsOf<{ id: string; incident?: string; payment?: object }>(stored, 'MarkersTable').some(
    (marker) => marker.id === id && (marker.incident === undefined || marker.payment !== undefined),
  );

export function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
}
