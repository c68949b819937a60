// Defines the data that checkers get after a run has come to rest, and helpers to read it.

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

/** Returns the rows of a table with the type that the service uses for them. */
export const rowsOf = <Row>(stored: Dump, table: string): Row[] => (stored[table] ?? []) as Row[];

/** Returns every entry of every statement. */
export const entriesIn = (stored: Dump): StoredEntry[] => storedEntries(stored.StatementTable ?? []);

/** Returns whether an incident with this id informs a person. */
export const hasIncident = (stored: Dump, id: string): boolean =>
  rowsOf<{ id: string }>(stored, 'IncidentsTable').some((incident) => incident.id === id);

/**
 * Returns whether a payment waits for a person, because the network does not know it, and it is too old to be sent or
 * was removed there. Some networks report that explicitly, others do not.
 * @param told ids of the incidents
 */
export function isForPerson(
  { rail }: Pick<World, 'rail'>,
  told: (id: string) => boolean,
  id: number,
): boolean {
  if (told(`cashout-${id}-unresolved`)) return true;
  const isKnown = [...rail.payments.values()].some(({ order }) => order.reference === String(id));
  return !isKnown && (told(`cashout-${id}-overdue`) || told(`cashout-${id}-removed`));
}

/**
 * Returns whether a notice has moved its money. A marker with an incident counts only if a person has assigned the
 * payment.
 */
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
