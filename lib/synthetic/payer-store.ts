// Stores the client of the synthetic payment, once per stage. Its credentials are encrypted, like all stored secrets, and
// nobody sees them.

import * as z from 'zod';
import { change } from '../platform/expression.ts';
import { readMarker } from '../platform/marker-store.ts';
import { makeSealer } from '../platform/secrets.ts';
import { type Database, putIfAbsent } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';

const payer = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  hmac_secret: z.string(),
  source_account_branch_identifier: z.string(),
  source_account_number: z.string(),
  /** The PIX key that is paid, or asked about. */
  key: z.string(),
  /** Whether a cashout is paid. Otherwise it is only foretold, by a preflight. */
  pays: z.boolean(),
});
/** The client with its account, and what it does. */
export type SyntheticPayer = z.output<typeof payer>;

export type WithSynthetic = { synthetic: ReturnType<typeof makeSynthetic> };

/** Id of the row. No notice of the network can have it, because ids of notices contain a #. */
const id = 'synthetic';

export function makeSynthetic(db: Database) {
  const sealer = makeSealer(db.config);
  const seal = (one: SyntheticPayer) => ({
    ...{ id, clientId: one.client_id },
    sealed: sealer.seal(JSON.stringify(one), id),
  });

  async function find(): Promise<SyntheticPayer | undefined> {
    const row = await readMarker(db, id);
    return row && payer.parse(JSON.parse(sealer.open(String(row.sealed), id)));
  }

  return {
    find,

    /** Stores the payer, unless one is stored already. Returns the stored one. */
    async keep(one: SyntheticPayer): Promise<SyntheticPayer> {
      await putIfAbsent(db, db.config.MARKERS_TABLE, seal(one), 'id');
      return (await find()) ?? one;
    },

    /** Replaces the payer, if it is still `before`. Returns whether it was replaced. */
    async replace(one: SyntheticPayer, before: SyntheticPayer | undefined): Promise<boolean> {
      const update = change({
        set: { sealed: seal(one).sealed, clientId: one.client_id },
        when: before ? '#clientId = :before' : 'attribute_not_exists(id)',
        values: before ? { before: before.client_id } : {},
      });
      return (await updateRow(db, db.config.MARKERS_TABLE, { id }, update)).done;
    },
  };
}
