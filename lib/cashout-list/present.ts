// Shows the rows of a list of cashouts in the API's form (an extension: docs/decisions/product/lists.md).

import type { WithUsers } from '../access/deps.ts';
import type { NameOf } from '../access/user-store.ts';
import { toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { askedDigest, contentDigest } from '../cashout/content-digest.ts';
import { ownFailures } from '../cashout/failures.ts';
import { presentCashout, presentRecipient } from '../cashout/present.ts';
import type { Base } from '../platform/deps.ts';
import type { Waiting } from './judge-waiting.ts';
import type { CashoutPage, Queue } from './list-cashouts.ts';

/** Shows a page with its rows and, for a queue, the number and the sum of the queue's cashouts. */
export async function presentPage({ users }: Base & WithUsers, page: CashoutPage | Queue) {
  const { rows, judged } = page;
  const nameOf = await users.namesOf(rows.flatMap(({ createdBy, approvedBy }) => [createdBy, approvedBy]));
  const results = rows.map((row) =>
    judged ? presentInQueue(row, nameOf, judged.get(row.id)) : presentListed(row, nameOf),
  );
  if (!('count' in page)) return { results };
  const { count, sumCents, isWhole } = page;
  return { count, sum: toDecimal(sumCents), complete: isWhole, results };
}

/**
 * Shows a cashout in a list: the fields of a look-up, and fields that only lists have (an extension:
 * docs/decisions/product/lists.md).
 */
function presentListed(cashout: Cashout, nameOf: NameOf) {
  const { worked: _, ...shown } = presentCashout(cashout, 'lookup');
  return {
    ...shown,
    content_digest: askedDigest(cashout),
    source_account_branch_identifier: cashout.account.branch,
    created_at: cashout.createdAt,
    created_by: cashout.createdBy,
    created_by_name: nameOf(cashout.createdBy),
    approved_at: cashout.approvedAt ?? null,
    approved_by: cashout.approvedBy ?? null,
    approved_by_name: cashout.approvedBy ? nameOf(cashout.approvedBy) : null,
  };
}

/** Shows a cashout to users who may approve it, with the reasons against it that do not depend on the payee. */
export function presentInQueue(cashout: Cashout, nameOf: NameOf, judgement: Waiting | undefined) {
  const { payeeShown, request } = cashout;
  return {
    ...presentListed(cashout, nameOf),
    content_digest: contentDigest(cashout),
    payee: payeeShown ? presentRecipient({ request, recipient: payeeShown.recipient }, true, 'lookup') : null,
    reasons: (judgement?.refusals ?? []).map((name) => ownFailures[name].text),
  };
}
