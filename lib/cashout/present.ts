// Shows a cashout in the contract's form: field names (with the contract's spelling errors), decimals, and rules about
// which fields are filled.

import { toDecimal } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { AccountType, Recipient } from '../network/port.ts';
import type { Approval } from '../rules/approvals.ts';
import { asOf } from './as-of.ts';
import type { Cashout } from './cashout.ts';
import { askedDigest } from './content-digest.ts';
import { waitTexts } from './failures.ts';
import { approvalsOf } from './judge.ts';
import { payeesIds } from './receipt.ts';
import { shownOf } from './request-fields.ts';
import { isApprovedAhead, stateOf } from './schedule.ts';

/** The call that is answered. The contract's rules for empty fields and account types differ between these calls. */
export type CashoutView = 'create' | 'replay' | 'approve' | 'lookup';

const keyTransferAccountTypes: Record<AccountType, string> = {
  CURRENT_ACCOUNT: 'CONTA_CORRENTE',
  SAVING_ACCOUNT: 'CONTA_POUPANCA',
  PAYMENT_ACCOUNT: 'CONTA_PAGAMENTO',
};

const manualTransferAccountTypes: Record<AccountType, string> = {
  CURRENT_ACCOUNT: 'Current Account',
  SAVING_ACCOUNT: 'Savings Account',
  PAYMENT_ACCOUNT: 'Payment Account',
};

/**
 * Returns the cashout's fields (spec: Cashout transaction), with the contract's rules about which fields are filled.
 */
export function presentCashout(cashout: Cashout, view: CashoutView) {
  const isCreate = view === 'create' || view === 'replay';
  const none = isCreate ? '' : null;
  const hasFailure = ['ERROR', 'CANCELLED', 'REFUNDED'].includes(cashout.status);
  const paid = ['SUCCESS', 'REFUNDED'].includes(cashout.status) ? cashout : undefined;
  return {
    worked: true,
    id: cashout.id,
    transaction_id: cashout.id,
    code_transaction: paid?.codeTransaction ?? null,
    status: cashout.status,
    amount: toDecimal(cashout.request.amountCents),
    fee: 0,
    key: cashout.request.pixKey ?? null,
    tag: cashout.request.tag || none,
    from_accout: cashout.account.number,
    ...presentRecipient(cashout, paid !== undefined, view),
    operationUuid: paid?.operationId ?? null,
    idempotency_key: cashout.keyAsGiven ?? cashout.idempotencyKey ?? null,
    erro_descriptor: (hasFailure ? cashout.failureText : waitTextOf(cashout)) || none,
    new_erro_descriptor: (hasFailure && cashout.failureCode) || none,
    ...shownOf(cashout.request),
    ...presentApprovals(cashout),
    ...presentSchedule(cashout),
    ...(cashout.possibleDuplicateOf === undefined
      ? {}
      : { possible_duplicate_of: cashout.possibleDuplicateOf }),
    // The payee's own reference is an extension, so the calls that create and approve do not show it; their answers
    // have only the contract's fields.
    ...(view === 'lookup' && cashout.request.txid ? { txid: cashout.request.txid } : {}),
  };
}

const waitTextOf = (cashout: Cashout) =>
  cashout.status === 'NEW' && cashout.waitsFor && !isApprovedAhead(cashout)
    ? waitTexts[cashout.waitsFor]
    : undefined;

/**
 * Shows the approvals, only if the account has rules (an extension: docs/decisions/product/rules.md). Otherwise the
 * answer is the contract's.
 */
function presentApprovals(cashout: Cashout) {
  if (!cashout.requires) return {};
  return {
    content_digest: askedDigest(cashout),
    approvals_needed: cashout.requires.needed,
    approvals: presentGiven(cashout),
  };
}

export const presentGiven = (cashout: Cashout) =>
  (isDecided(cashout) ? approvalsOf(cashout) : (cashout.approvals ?? [])).map(presentApproval);

export const presentApproval = ({ by, name, at }: Approval) => ({ user: by, name: name ?? null, at });

const isDecided = ({ status, startsAt }: Cashout) => status !== 'NEW' || startsAt !== undefined;

/** Shows the schedule, only for a scheduled cashout (an extension: docs/decisions/product/schedules.md). */
function presentSchedule(cashout: Cashout) {
  const { request, startsAt, retriesAt } = cashout;
  if (!startsAt) return {};
  return {
    scheduled_for: request.scheduledFor ?? startsAt,
    schedule_state: stateOf(cashout),
    starts_at: retriesAt ?? startsAt,
  };
}

/**
 * Shows the recipient by rules 1 to 4 of the contract. Data from the directory is shown once the transfer has
 * succeeded. Data that the caller sent is shown in every answer except that to a replay, which shows it only after
 * success.
 */
export function presentRecipient(
  { request, recipient }: Pick<Cashout, 'request'> & { recipient?: Recipient | undefined },
  isPaid: boolean,
  view: CashoutView,
) {
  const institutionName = (isPaid && recipient?.institutionName) || null;
  const given = request.recipient;
  if (given && (isPaid || view !== 'replay')) {
    // If the recipient's account is in this institution, the holder's own data is shown after the payment.
    const holder = isPaid && recipient?.ownAccount ? recipient : undefined;
    return {
      recipient_instution: given.ispb,
      recipient_instution_name: institutionName,
      recipient_account_id: `${given.accountNumber}-${given.accountDigit}`,
      recipient_branch_id: given.branch,
      recipient_legal_id: holder?.legalId ? maskTaxId(holder.legalId) : given.legalId,
      recipient_name: holder?.name ?? given.name,
      recipient_account_type:
        view === 'replay' ? given.accountType : manualTransferAccountTypes[given.accountType],
    };
  }
  const found = isPaid ? recipient : undefined;
  return {
    recipient_instution: found?.ispb ?? null,
    recipient_instution_name: institutionName,
    recipient_account_id: found?.accountNumber ?? null,
    recipient_branch_id: found?.branch ?? null,
    recipient_legal_id: found?.legalId ? maskTaxId(found.legalId) : null,
    recipient_name: found?.name ?? null,
    recipient_account_type: found?.accountType ? renderAccountType(found.accountType, view) : null,
  };
}

function renderAccountType(type: AccountType, view: CashoutView): string {
  return view === 'replay' ? type : keyTransferAccountTypes[type];
}

/** Returns the answer to the call that created or approved the cashout, as it was right after that call's write. */
export function presentWinner(cashout: Cashout, view: 'create' | 'approve') {
  const approved = cashout.startsAt ? 'scheduled' : 'approved';
  return presentCashout(asOf(cashout, view === 'create' ? 'created' : approved), view);
}

/**
 * Shows a transfer within this institution to its payee: the data of the payee's statement, without the payer's own
 * fields.
 */
export function presentCashIn(cashout: Cashout) {
  const { request, recipient, endToEndId } = cashout;
  const { transactionId, codeTransaction, qrCodeId } = payeesIds(cashout);
  return {
    transaction_id: transactionId,
    code_transaction: codeTransaction ?? null,
    end_to_end_id: endToEndId ?? null,
    amount: toDecimal(request.amountCents),
    account_branch_identifier: recipient?.ownAccount?.branch ?? null,
    account_number: recipient?.ownAccount?.number ?? null,
    qr_code_id: qrCodeId ?? null,
  };
}
