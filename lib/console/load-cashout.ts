// Loads one payment with what its page shows: its approvals, its history, the payment that it may repeat, and its recovery.

import type { WithUsers } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { hasPermissions } from '../account/policy.ts';
import { mayWithdraw } from '../approval/reject-cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { ownFailures } from '../cashout/failures.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { presentGiven } from '../cashout/present.ts';
import { codeKeyOf, receiptCode } from '../cashout/receipt-code.ts';
import { judgeWaiting } from '../cashout-list/judge-waiting.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import { hasReceipt } from '../receipt/receipt.ts';
import { nameSteps } from '../timeline/show-timeline.ts';
import { ifSeen } from './if-seen.ts';
import { shownRecovery } from './recovery-part.ts';

export async function loadCashout(
  deps: Base & WithUsers & WithAccounts & WithCashouts & WithPspRows & WithRecoveries,
  caller: Identity,
  id: number,
) {
  const { cashout, policy } = await findCashout(deps, caller, id);
  const mayApprove = hasPermissions(policy, ['APPROVE']);
  const given = presentGiven(cashout);
  const known = mayApprove ? await deps.recoveries.get(id) : undefined;
  const people = [cashout.createdBy, ...given.map(({ user }) => user), ...(known ? [known.requestedBy] : [])];
  const nameOf = await deps.users.namesOf(people);
  const recovery = mayApprove
    ? { ...shownRecovery(cashout, known, deps.now()), requester: known && nameOf(known.requestedBy) }
    : { mayRequest: false };
  // Only approvers may know that the payee was looked up. A request to the network is shown only if it has a reason
  // code.
  const steps = (await nameSteps(deps, cashout)).filter(
    ({ what, code }) => (mayApprove || what !== 'payee_shown') && (code || what !== 'asked'),
  );
  const { possibleDuplicateOf } = cashout;
  const twin =
    possibleDuplicateOf === undefined
      ? undefined
      : await ifSeen(findCashout(deps, caller, possibleDuplicateOf).then((found) => found.cashout));
  const account = cashout.status === 'NEW' && mayApprove && (await deps.accounts.get(cashout.account));
  const judged = account ? await judgeWaiting(deps, [account], [cashout]) : undefined;
  const reasons = (judged?.get(id)?.refusals ?? []).map((name) => ownFailures[name].text);
  const { BASE_URL } = deps.config;
  const receiptNumber = hasReceipt(cashout) ? receiptCode(cashout.id, codeKeyOf(deps.config)) : undefined;
  const receipt = receiptNumber && `${BASE_URL}/receipts/${receiptNumber}`;
  const isOwn = !mayApprove && mayWithdraw(caller, policy, cashout);
  return {
    cashout,
    isOwn,
    mayCreate: hasPermissions(policy, ['CREATE']),
    given,
    nameOf,
    mayApprove,
    steps,
    receipt,
    receiptNumber,
    twin,
    reasons,
    recovery,
  };
}

export type Loaded = Awaited<ReturnType<typeof loadCashout>>;
