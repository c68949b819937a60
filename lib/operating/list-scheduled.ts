// Lists the approved cashouts that wait for their scheduled start, soonest start first. The list contains only ids,
// amounts, times and users, no names or keys.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { cents, toDecimalText } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isApprovedAhead, waitsUntil } from '../cashout/schedule.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';
import { findFrozen } from './find-frozen.ts';

/** Maximum number of cashouts that are read of each account: the newest. */
const most = 1_000;
const range = { start: '', end: '~', direction: 'next', limit: most } as const;

/**
 * Lists the cashouts.
 * @param target if it is a client, the cashouts that the client's user created or approved are listed
 */
export async function listScheduled(
  deps: Base & WithAccess & WithUsers & WithAccounts & WithOperating & WithLists,
  target: FreezeTarget,
) {
  const { userId, listAccounts } = await findFrozen(deps, target);
  const rows: Cashout[] = [];
  for (const account of await listAccounts()) {
    const listed = await deps.cashoutLists.listStanding(account, 'SCHEDULED', range);
    rows.push(...(await deps.cashoutLists.getAll(listed)).filter(isApprovedAhead));
  }
  const wanted = rows.filter(
    (row) => userId === undefined || [row.createdBy, ...approversOf(row)].includes(userId),
  );
  return {
    scheduled: wanted.map(present).sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1)),
    scheduled_count: wanted.length,
    scheduled_sum: toDecimalText(cents(wanted.reduce((sum, row) => sum + row.request.amountCents, 0))),
  };
}

const approversOf = ({ approvals, approvedBy }: Cashout) => approvals?.map(({ by }) => by) ?? [approvedBy];

const present = (row: Cashout) => ({
  id: row.id,
  account: accountIdOf(row.account),
  amount: toDecimalText(row.request.amountCents),
  starts_at: waitsUntil(row) ?? '',
  created_by: row.createdBy,
  approved_by: approversOf(row),
});
