// Opens the client of the synthetic payment for one of the institution's own accounts. Nobody sees its secrets. A client
// that it had before is closed.

import type { WithAccess } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSynthetic } from '../synthetic/payer-store.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import { closeOne } from './close-client.ts';
import type { WithOperating } from './deps.ts';
import { openClient } from './open-client.ts';

type Deps = Base & WithAccess & WithAccounts & WithWebhooks & WithOperating & WithQueues & WithSynthetic;

/** @param pays whether 0.01 is paid to the key at each run; otherwise a preflight only asks about it */
export async function startSynthetic(
  deps: Deps,
  { account, key, pays }: { account: AccountRef; key: string; pays: boolean },
) {
  const { companyId } = (await deps.accounts.get(account)) ?? refuse('account_not_found');
  const before = await deps.synthetic.find();
  const { credentials } = await openClient(deps, {
    ...{ companyId, accounts: [account], name: 'Synthetic payment', audience: 'api', roams: true },
    ...{ permissions: ['CREATE', 'APPROVE'], without: ['REFUND', 'WEBHOOK'] },
  });
  const { client_id, client_secret, hmac_secret, user_id } = credentials;
  const payer = {
    ...{ client_id, client_secret, hmac_secret, key, pays },
    source_account_branch_identifier: account.branch,
    source_account_number: account.number,
  };
  const isOurs = await deps.synthetic.replace(payer, before);
  // Of two starts at once, the later one closes its own client and stops.
  if (!isOurs) await closeOne(deps, client_id);
  if (!isOurs) refuse('values_changed');
  if (before) await closeIfOpen(deps, before.client_id);
  return {
    client_id,
    user_id,
    account: accountIdOf(account),
    key,
    pays,
    message: 'Synthetic payment started',
  };
}

/** Closes a client, unless somebody has closed it meanwhile. */
async function closeIfOpen(deps: Deps, clientId: string): Promise<void> {
  if ((await deps.clients.get(clientId))?.active) await closeOne(deps, clientId);
}
