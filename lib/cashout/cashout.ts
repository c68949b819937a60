// A cashout and its states (spec: States and transitions). Only the table below decides a status. The store writes the
// new status only if the row still has the status that was read.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { AccountType, Recipient } from '../network/port.ts';
import type { Approval, Requirement } from '../rules/approvals.ts';
import type { EventName } from '../webhook/event-types.ts';
import type { Looks } from './looks.ts';
import type { EndedByPeople } from './peoples-end.ts';
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
 * A change of a cashout. Each change is recorded once, as an event. `internal_approved`: an approved transfer whose
 * recipient has an account in this institution. `scheduled`: approved before its start.
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

/** Returns the status after a command, or undefined if the command is not allowed in that status. */
export function nextStatus(status: CashoutStatus, command: CashoutCommand): CashoutStatus | undefined {
  const allowed: Partial<Record<CashoutCommand, CashoutStatus>> = transitions[status];
  return allowed[command];
}

/** `code`: the number of the credit in the payee's statement. `qrCodeId`: the payee's QR code that was paid. */
export type Receipt = { transactionId: number; code: number; qrCodeId?: number };

/** Numbers of entries. `creditCode`: in the payer's statement. `debitCode`: in that of a payee in this institution. */
export type LastReturn = { amountCents: Cents; creditCode: number; debitCode?: number };

/** One return of money, for the timeline. `code`: the network's reason code. `at`: ISO, UTC. */
export type Returned = { at: string; amountCents: Cents; code: string };

export type CashoutEndpoint =
  | 'create-cashout'
  | 'create-cashout-self-approve'
  | 'create-cashout-manual'
  | 'create-cashoutmanual-self-approve'
  | 'create-copy-and-paste-transfer'
  | 'create-manual-transfer'
  | 'v3/batches';

/** A recipient by bank details, as the caller sent them. */
export type ManualRecipient = {
  branch: string;
  /** Empty if the bank uses no check digit for branches. */
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
 * The caller's request, with either a PIX key or a recipient by bank details. The stored request never changes: a
 * replay is compared with it.
 */
export type CashoutRequest = {
  endpoint: CashoutEndpoint;
  amountCents: Cents;
  tag: string;
  /** Sent by the caller, or read from the QR code at creation. */
  pixKey?: string;
  /** CPF or CNPJ that the key's owner must have. */
  ownerLegalId?: string;
  recipient?: ManualRecipient;
  copyAndPaste?: string;
  /** The receiver's own reference, from the QR code. */
  txid?: string;
  /** The requested start: a day in São Paulo (YYYY-MM-DD) or an instant (ISO, UTC). */
  scheduledFor?: string;
  /** A text on one line with at most 140 characters. */
  messageToPayee?: string;
};

/** A request as received. The amount may be absent if the copy-and-paste code contains it. */
export type AskedCashout = Omit<CashoutRequest, 'amountCents'> & { amountCents?: Cents };

/** Why a self-approved cashout waits: for more approvals, for another user's approval, or as a possible duplicate. */
export type WaitReason = 'approvals' | 'other_user' | 'duplicate';

export type Cashout = Scheduling &
  Looks &
  EndedByPeople & {
    id: number;
    companyId: string;
    account: AccountRef;
    status: CashoutStatus;
    request: CashoutRequest;
    batchId?: string;
    /** The idempotency key in lower case. `keyAsGiven`: the key in the caller's spelling, if that differs. */
    idempotencyKey?: string;
    keyAsGiven?: string;
    createdAt: string;
    createdBy: string;
    createAttempt: string;
    approvedAt?: string;
    approvedBy?: string;
    /** The name of the user `approvedBy` at the time of the approval. Stored only if the account has rules. */
    approvedName?: string;
    approveAttempt?: string;
    /** Time at which a NEW cashout expires without an approval: by the account's rule, or at the start if scheduled. */
    expiresAt?: string;
    rejectedBy?: string;
    rejectAttempt?: string;
    /** The approvals required by the rules at creation; absent without rules. Later rules may require more. */
    requires?: Requirement;
    /** An earlier cashout with the same payee and amount, if the account has a rule about duplicates. */
    possibleDuplicateOf?: number;
    /** The approvals so far, if more than one is needed. */
    approvals?: readonly Approval[];
    waitsFor?: WaitReason;
    /** Generated with the approval, before the first call to the network. */
    endToEndId?: string;
    /** Present once the money is held and the recipient is fixed. From then on the payment may have been sent. */
    reservedAt?: string;
    reserveAttempt?: string;
    /** The only network to which the payment may have been sent. Rows of 0.1.0 do not have this field. */
    sentTo?: string;
    /** The PSP has said that it has the payment (ISO, UTC). From then on the payment is never sent again. */
    acceptedAt?: string;
    /** The counters of the account's limits that have included this cashout since its hold (lib/rules/limits.ts). */
    countedIn?: readonly string[];
    recipient?: Recipient;
    /** Number of requests to the network without a final answer. */
    tries: number;
    /** The requests to the network, at most twenty (asked-words.ts). */
    asked?: readonly string[];
    endedAt?: string;
    codeTransaction?: string;
    /** The number of the cashout's debit in the payer's statement. */
    debitCode?: number;
    /** The payee's ids of the payment, if the payee's account is in this institution. */
    receipt?: Receipt;
    operationId?: string;
    /** The amount that the receiver has returned so far. */
    returnedCents?: Cents;
    refundedAt?: string;
    /** The first ten returns and the last ten. */
    returns?: readonly Returned[];
    /** The return that made the cashout REFUNDED. Absent if a chargeback by the payee made it REFUNDED. */
    lastReturn?: LastReturn;
    failureText?: string;
    failureCode?: string;
    /** State changes not yet recorded as events. */
    pendingEvents: CashoutChange[];
    /** The numbers of the cashout's recorded events in the account's feed. Only events for webhooks are included. */
    feed?: Partial<Record<CashoutChange, number>>;
    /** Partition of the sparse index `open` (open-partition.ts); absent when the row is not in it. */
    openAccount?: string;
    /** The time at which `resume-stalled` sends the row again. Sort key of the index `open`. */
    dueAt?: string;
    /** Number of times `resume-stalled` has sent this row again. */
    resumes: number;
    /** Present if the cashout was PROCESSING two minutes after its approval, and so late (lib/payout/lateness.ts). */
    late?: true;
    /** Sort key in the account's lists (list-keys.ts). Rows of version 0.1.0 do not have this field. */
    listedIn?: string;
    listedAt?: string;
    standing?: string;
    /** The time at which the payee's personal data was blanked (ISO, UTC; docs/personal-data.md). */
    blankedAt?: string;
  };

const selfApproving: readonly CashoutEndpoint[] = [
  'create-cashout-self-approve',
  'create-cashoutmanual-self-approve',
  'create-copy-and-paste-transfer',
  'create-manual-transfer',
  'v3/batches',
];

export function isSelfApproved(request: Pick<CashoutRequest, 'endpoint'>): boolean {
  return selfApproving.includes(request.endpoint);
}
