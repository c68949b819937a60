// Reads the other party of each entry from the row of its cashout, its payment or its account. The statement itself
// contains no names, so that a person's data can be blanked in those rows.

import type { Entry, Party, ShownEntry } from '../ledger/entry.ts';
import type { Config } from '../platform/config.ts';
import { balanceKey, cashInMarker, holderAttributes } from '../platform/keys.ts';
import { makeReadTogether } from '../platform/read-together.ts';
import type { Database, Row, Wanted } from '../platform/table.ts';
import { type Holder, type Known, ourParty, partyOf, payeeOf } from './party.ts';

type Place = { wanted: Wanted; partyIn: (row: Row) => Party };

/**
 * Age of an entry, in milliseconds, from which the rows about it are on every replica. For older entries, an
 * eventually consistent read at half the price is enough.
 */
const settledMs = 60_000;

export function makeParties(db: Database) {
  const read = makeReadTogether(db);

  async function nameOne(entry: Entry): Promise<ShownEntry> {
    const place = placeOf(entry, db.config);
    if (!place) return entry;
    const mayLag = Date.parse(entry.time) < db.now().getTime() - settledMs;
    const [row] = await read([{ ...place.wanted, mayLag }]);
    const party = row && place.partyIn(row);
    return party && isKnown(party) ? { ...entry, counterparty: party } : entry;
  }

  return {
    /** Returns the entries with their counterparties. One call reads the rows of at most a hundred entries. */
    name: (entries: readonly Entry[]): Promise<ShownEntry[]> => Promise.all(entries.map(nameOne)),
  };
}

const isKnown = (party: Party) => Object.values(party).some((value) => value !== null);

/** Returns the row that names the other party of an entry, or undefined if there is no such row. */
function placeOf(entry: Entry, config: Config): Place | undefined {
  const { type, otherAccount, transactionId, identification, returnOf } = entry;
  if (otherAccount)
    return {
      wanted: { table: config.ACCOUNTS_TABLE, key: balanceKey(otherAccount), only: holderAttributes },
      partyIn: (row) => ourParty(row as Partial<Holder>, config.OUR_ISPB),
    };
  if (type === 'PIX_CASHOUT' || type === 'PIX_CASHOUT_REFUND')
    return transactionId === undefined ? undefined : inCashout(transactionId, config);
  const payment = type === 'PIX_CASHIN' ? identification : returnOf;
  return payment === undefined ? undefined : inPayment(payment, config);
}

const inCashout = (id: number, { CASHOUTS_TABLE: table }: Config): Place => ({
  wanted: { table, key: { id }, only: ['id', 'recipient', 'request'] },
  partyIn: ({ recipient, request }) =>
    payeeOf(recipient as Known | undefined, (request as { recipient?: Known }).recipient),
});

const inPayment = (endToEndId: string, { MARKERS_TABLE: table }: Config): Place => ({
  wanted: { table, key: { id: cashInMarker(endToEndId) }, only: ['id', 'payment'] },
  partyIn: ({ payment }) => partyOf((payment as { payer?: Known } | undefined)?.payer ?? {}),
});
