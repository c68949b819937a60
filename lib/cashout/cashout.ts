// A cashout and its states (spec: States and transitions). The table below is the only code that decides a
// status; the store writes it only if the row still has the status that was read.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { AccountType, Recipient } from '../network/port.ts';
import type { Approval, Requirement } from '../rules/approvals.ts';
import type { EventName } from '../webhook/event-types.ts';
import type { Looks } from './looks.ts';
import type { Scheduling } from './schedule.ts';

export type CashoutStatus = 'NEW' | 'PROCESSING' | 'SUCCESS' | 'ERROR' | 'CANCELLED' | 'REFUNDED';
export type CashoutCommand =
  | 'approve'
  | 'reject'
  | 'expire'
  | 'start'
  | 'succeed'
  | 'fail'
  | 'cancel'
  | 'refund';

type ChangeOf<Name> = Name extends `cashout.${infer Change}` ? Change : never;

/**
 * A change of a cashout, recorded once as an event. `internal_approved`: the recipient of an approved
 * transfer has an account of this institution. `scheduled`: approved ahead of its start.
 */
export type CashoutChange = Exclude<ChangeOf<EventName>, 'partially_refunded'>;

export const transitions = {
  NEW: { approve: 'PROCESSING', reject: 'CANCELLED', expire: 'CANCELLED', start: 'PROCESSING' },
  PROCESSING: { succeed: 'SUCCESS', fail: 'ERROR', cancel: 'CANCELLED' },
  SUCCESS: { refund: 'REFUNDED' },
  ERROR: {},
  CANCELLED: {},
  REFUNDED: {},
} as const satisfies Record<CashoutStatus, Partial<Record<CashoutCommand, CashoutStatus>>>;

/** The status after a command; undefined when the command is not allowed in that status. */
export function nextStatus(status: CashoutStatus, command: CashoutCommand): CashoutStatus | undefined {
  const allowed: Partial<Record<CashoutCommand, CashoutStatus>> = transitions[status];
  return allowed[command];
}

/** `code`: the number of the credit in the payee's statement. `qrCodeId`: the payee's code that the payment paid. */
export type Receipt = { transactionId: number; code: number; qrCodeId?: number };

/** `creditCode`, `debitCode`: the numbers of its entries in the payer's statement, and in that of a payee of ours. */
export type LastReturn = { amountCents: Cents; creditCode: number; debitCode?: number };

/** One return of money, for the timeline. `code`: its reason at the network. `at`: ISO, UTC. */
export type Returned = { at: string; amountCents: Cents; code: string };

export type CashoutEndpoint =
  | 'create-cashout'
  | 'create-cashout-self-approve'
  | 'create-cashout-manual'
  | 'create-cashoutmanual-self-approve'
  | 'create-copy-and-paste-transfer'
  | 'create-manual-transfer';

/** A recipient by bank details, as submitted. */
export type ManualRecipient = {
  branch: string;
  /** Empty where the bank has none. */
  branchDigit: string;
  accountNumber: string;
  accountDigit: string;
  accountType: AccountType;
  name: string;
  /** CPF or CNPJ, digits only. */
  legalId: string;
  ispb: string;
};

/**
 * The caller's request, with either a PIX key or a recipient by bank details. It never changes: a replayed
 * idempotency key is compared with it.
 */
export type CashoutRequest = {
  endpoint: CashoutEndpoint;
  amountCents: Cents;
  tag: string;
  /** Given, or taken from the code when the cashout was created. */
  pixKey?: string;
  /** CPF or CNPJ that the owner of the key must have. */
  ownerLegalId?: string;
  recipient?: ManualRecipient;
  copyAndPaste?: string;
  /** The receiver's own reference, from the code. */
  txid?: string;
  /** When to start, as it was asked: a day in São Paulo (YYYY-MM-DD), or an instant (ISO, UTC). */
  scheduledFor?: string;
  /** One line, at most 140 characters. */
  messageToPayee?: string;
};

/** A request as received: a copy-and-paste code may supply the amount. */
export type AskedCashout = Omit<CashoutRequest, 'amountCents'> & { amountCents?: Cents };

/** What a self-approved cashout waits for: more approvals, one by another user, or one since it may be a duplicate. */
export type WaitReason = 'approvals' | 'other_user' | 'duplicate';

/** Why a transfer ended without success; `code` is the network's reason code where it gave one. */
export type CashoutFailure = { command: 'fail' | 'cancel'; text: string; code?: string };

export type Cashout = Scheduling &
  Looks & {
    id: number;
    companyId: string;
    account: AccountRef;
    status: CashoutStatus;
    request: CashoutRequest;
    /** In lower case; `keyAsGiven` is the caller's spelling, if it is another. */
    idempotencyKey?: string;
    keyAsGiven?: string;
    createdAt: string;
    createdBy: string;
    createAttempt: string;
    approvedAt?: string;
    approvedBy?: string;
    /** How that user was called then. Under rules only. */
    approvedName?: string;
    approveAttempt?: string;
    /** When a NEW cashout ends, if it was not approved by then; fixed at its creation by the account's rule. */
    expiresAt?: string;
    rejectedBy?: string;
    rejectAttempt?: string;
    /** Fixed at its creation by the account's rules; absent if there were none. The rules may ask for more since. */
    requires?: Requirement;
    /** An earlier one with the same payee and amount, if the account's rules look for it. */
    possibleDuplicateOf?: number;
    /** Who has approved it so far, if it needs more than one. */
    approvals?: readonly Approval[];
    /** Why a self-approved cashout is NEW. */
    waitsFor?: WaitReason;
    /** Generated with the approval, before the first call to the network. */
    endToEndId?: string;
    /** Present once money is held and the recipient is fixed; from then on the payment may have been sent. */
    reservedAt?: string;
    reserveAttempt?: string;
    /** Where it may have been sent, and nowhere else. Rows of version 0.1.0 have none. */
    sentTo?: string;
    /** Where the account's limits have counted it with the hold (lib/rules/limits.ts). */
    countedIn?: readonly string[];
    recipient?: Recipient;
    /** How often the network was asked without a final answer. */
    tries: number;
    /** The questions to the network, at most twenty (asked-words.ts). */
    asked?: readonly string[];
    endedAt?: string;
    codeTransaction?: string;
    /** The number of its debit in the payer's statement. */
    debitCode?: number;
    /** The payee's ids of the payment, if its account is in this institution. */
    receipt?: Receipt;
    operationId?: string;
    /** The amount that the receiver has returned so far. */
    returnedCents?: Cents;
    refundedAt?: string;
    /** The first ten returns, and the last ten. */
    returns?: readonly Returned[];
    /** The return that made it REFUNDED; absent if the payee's chargeback did. */
    lastReturn?: LastReturn;
    failureText?: string;
    failureCode?: string;
    /** State changes not yet recorded as events. */
    pendingEvents: CashoutChange[];
    /** The numbers that its recorded events have in the account's feed, of those that webhooks get. */
    feed?: Partial<Record<CashoutChange, number>>;
    /** Partition of the sparse index `open` (open-partition.ts); absent when the row is not in it. */
    openAccount?: string;
    /** When the row is next sent again; its place in that index. */
    dueAt?: string;
    /** How often `resume-stalled` has sent this row again. */
    resumes: number;
    /** Seen PROCESSING more than two minutes after the approval, and counted as late (lib/payout/lateness.ts). */
    late?: true;
    /** Places in the account's lists (list-place.ts). Rows of version 0.1.0 have none. */
    listedIn?: string;
    listedAt?: string;
    standing?: string;
    /** When the payee was blanked (ISO, UTC; docs/personal-data.md). */
    blankedAt?: string;
  };

const selfApproving: readonly CashoutEndpoint[] = [
  'create-cashout-self-approve',
  'create-cashoutmanual-self-approve',
  'create-copy-and-paste-transfer',
  'create-manual-transfer',
];

export function isSelfApproved(request: Pick<CashoutRequest, 'endpoint'>): boolean {
  return selfApproving.includes(request.endpoint);
}
