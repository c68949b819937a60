// Stores the canary's own company once, in the table of the sandbox's payments. Its credentials are encrypted, like all
// stored secrets.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { makeSealer } from '../platform/secrets.ts';
import { type Database, putIfAbsent } from '../platform/table.ts';

export const canaryCompany = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  hmac_secret: z.string(),
  accounts: z
    .array(z.object({ source_account_branch_identifier: z.string(), source_account_number: z.string() }))
    .min(1),
});
export type CanaryCompany = z.output<typeof canaryCompany>;

/** The company of the canary. It exists only in stages with a sandbox. */
export type WithCanary = { canaries: ReturnType<typeof makeCanaries> };

/** Reference of the company's row. No payment can have this reference, because references of payments are numbers. */
const reference = 'canary';

export function makeCanaries(db: Database) {
  const table = db.config.SANDBOX_NETWORK_TABLE;
  const sealer = makeSealer(db.config);

  async function find(): Promise<CanaryCompany | undefined> {
    const { Item } = await db.client.send(
      new GetCommand({ TableName: table, Key: { reference }, ConsistentRead: true }),
    );
    return Item && canaryCompany.parse(JSON.parse(sealer.open(Item.sealed, reference)));
  }

  return {
    find,

    /**
     * Stores the canary's company, unless a company is already stored.
     * @returns the stored company
     */
    async keep(company: CanaryCompany): Promise<CanaryCompany> {
      const sealed = sealer.seal(JSON.stringify(company), reference);
      await putIfAbsent(db, table, { reference, sealed }, 'reference');
      return (await find()) ?? company;
    },
  };
}
