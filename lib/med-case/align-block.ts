// Changes the block of a reported payment to the amount that its cases ask for: more when a report arrives, less when it
// is decided. At most the available balance is blocked. Each further reading of the report blocks what has arrived since.

import type { WithAccounts } from '../account/deps.ts';
import { invariant } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents, WithQueues } from '../webhook/deps.ts';
import { wantedBlock } from './block.ts';
import type { WithMedCases } from './deps.ts';
import { tieCases } from './tie-cases.ts';

/** Maximum number of tries. A try fails if another write changed the account or the payment first. */
const triesMax = 20;

/**
 * Changes the block, and then shows it on the cases. May be repeated without harm.
 * @param endToEndId of the received payment
 */
export async function alignBlock(
  deps: Base & WithAccounts & WithEvents & WithMedCases & WithQueues,
  endToEndId: string,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    invariant(tries <= triesMax, 'a block is changed within some tries');
    const reported = await deps.medCases.getPayment(endToEndId);
    const { block, returns, caseIds } = reported;
    const cases = (await Promise.all(caseIds.map((id) => deps.medCases.get(id)))).flatMap((one) => one ?? []);
    const [first] = cases;
    if (!first) return;
    const account = await deps.accounts.get(first.account);
    const { cents, until } = wantedBlock(cases, returns, first.payment.amountCents, deps.now());
    const before = block?.cents ?? 0;
    // The money of a closed account cannot leave it, except by a return.
    const isRuled = account?.status === 'ACTIVE' && account.rules?.blocksReported === true;
    const isMore = cents > before && isRuled;
    const available = Math.max(0, account?.availableCents ?? 0);
    const to = isMore ? before + Math.min(cents - before, available) : Math.min(before, cents);
    const isChanged = to !== before || (to > 0 && until !== block?.until);
    if (!isChanged) return void (block && (await tieCases(deps, endToEndId)));
    if (!(await deps.medCases.setBlock(reported, first.account, { cents: to, until }))) continue;
    deps.log.info('block of a reported payment changed', { outcome: to > before ? 'more' : 'less' });
    return tieCases(deps, endToEndId);
  }
}
