// Decides at which PSP an entry's money moved, and which movements the books of a PSP cover.

import type { EntryType } from '../ledger/entry.ts';
import type { PspBooks } from '../network/psp-books.ts';
import type { Config } from '../platform/config.ts';
import { type BorderEntry, centsOf, type MovementKind, type OurMovement } from './psp-movements.ts';

const receivingTypes: readonly EntryType[] = [
  'PIX_CASHIN',
  'PIX_CASHIN_TAX',
  'PIX_CHARGEBACK',
  'PIX_CHARGEBACK_REFUND',
];

/**
 * Returns the name of our account at the PSP where the entry's money moved. Entries without a name are older, or not
 * about a payment: they count at the account that now pays, or receives and refunds.
 */
export function placeOf(
  { place, type }: Pick<BorderEntry, 'place' | 'type'>,
  { PAYOUT_NETWORK, REFUND_NETWORK }: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK'>,
): string {
  return place ?? (receivingTypes.includes(type) ? REFUND_NETWORK : PAYOUT_NETWORK);
}

/** Movements of ours that a PSP's books do not cover. `cents`: their sum, positive for incoming money. */
export type NotCompared = { what: 'payments sent' | 'payments received'; count: number; cents: number };

const isOfReceived = ({ kind }: { kind: MovementKind }) =>
  kind === 'received' || kind === 'return sent' || kind === 'return undone';

/** Returns whether the PSP's books cover movements of this kind. */
export const isCovered = ({ received, paid }: PspBooks, movement: { kind: MovementKind }): boolean =>
  isOfReceived(movement) ? received !== undefined : paid !== undefined;

/** Adds up the day's movements, by what is not covered. */
export function sumNotCompared(movements: readonly OurMovement[]): NotCompared[] {
  const ofDay = movements.filter(({ isOfDay }) => isOfDay);
  return (['payments sent', 'payments received'] as const).flatMap((what) => {
    const all = ofDay.filter((one) => isOfReceived(one) === (what === 'payments received'));
    return all.length === 0
      ? []
      : { what, count: all.length, cents: all.reduce((sum, one) => sum + centsOf(one), 0) };
  });
}
