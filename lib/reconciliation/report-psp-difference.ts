// Reports a difference from the PSP's books: one incident, and a permanent row for its day.

import type { AccountRef } from '../base/account-ref.ts';
import type { Incident } from '../incident/incident-store.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithBooks } from './deps.ts';
import type { PlaceDay } from './place-day.ts';
import { type PspDifference, pspDifferenceId } from './psp-reconciliation.ts';

const accountOf = (key: string): AccountRef => {
  const [branch = '', number = ''] = key.split('#');
  return { branch, number };
};

/**
 * Reports the difference: writes the incident, then the row of the difference. If the run stops between the two writes,
 * the next run repeats both.
 */
export async function reportPspDifference(
  deps: Base & WithMoney & WithBooks,
  of: PlaceDay,
  difference: PspDifference,
): Promise<void> {
  const { key, found, ours, theirs, details } = difference;
  const { kind, id } = theirs ?? ours ?? { kind: 'sent', id: '' };
  const at = deps.now().toISOString();
  const incidentId = pspDifferenceId(of.place, key);
  deps.log.error("the PSP's books differ from ours", { incidentId, ...of, difference: found }, undefined);
  const cashoutId = kind === 'sent' ? ours?.transactionId : undefined;
  await deps.incidents.insert({
    ...incidentOf(incidentId, at, `${of.place}: ${found}, ${kind} ${id}: ${details}`),
    ...(ours ? { account: accountOf(ours.account) } : {}),
    ...(cashoutId === undefined ? {} : { cashoutId }),
  });
  await deps.books.openDifference(of, difference, at);
}

/** Reports a fault that affects a whole day. */
export async function reportPspDay(
  deps: Base & WithMoney,
  of: PlaceDay,
  what: string,
  details: string,
): Promise<void> {
  const incidentId = `psp-${what}-${of.day}-${of.place}`;
  deps.log.error("the PSP's books differ from ours", { incidentId, ...of, difference: what }, undefined);
  await deps.incidents.insert(incidentOf(incidentId, deps.now().toISOString(), `${of.place}: ${details}`));
}

const incidentOf = (id: string, at: string, details: string): Incident => ({
  id,
  at,
  kind: 'psp_difference',
  details,
});
