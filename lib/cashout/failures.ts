// Lists the failures that are decided without the network: `failed` ends a cashout as ERROR, `refused` as CANCELLED.
// The text is sent in erro_descriptor; new_erro_descriptor is empty. For each text there is advice in
// lib/openapi/advice.ts.

import type { LookupOutcome } from '../access/lookup-budget.ts';
import { wordsOf } from '../base/errors.ts';
import { shortText, stoppedText } from '../network/own-fault.ts';
import { isAboutPayee, type RejectName } from '../network/reject-codes.ts';
import type { WaitReason } from './cashout.ts';

/** The reason why a transfer ended without success. `code`: the network's reason code, if it gave one. */
export type CashoutFailure = { command: 'fail' | 'cancel'; text: string; code?: string };

type Ends = 'failed' | 'refused';

export const ownFailures = {
  insufficient_funds: { ends: 'failed', text: 'Insufficient funds' },
  key_not_found: { ends: 'failed', text: 'Pix key not found' },
  owner_unknown: { ends: 'refused', text: 'Owner of the Pix key cannot be verified' },
  /** The creator has looked up too many payees that do not exist or have another owner. */
  too_many_lookups: { ends: 'failed', text: wordsOf('too_many_lookups') },
  same_account: { ends: 'refused', text: 'Source and recipient are the same account' },
  account_closed: { ends: 'refused', text: 'Account is closed' },
  /** The balance at the PSP does not cover the payment (docs/psp.md). */
  psp_short: { ends: 'refused', text: shortText },
  /** The PSP refuses this institution (docs/psp.md), so payouts wait. */
  psp_stopped: { ends: 'refused', text: stoppedText },
  no_answer: { ends: 'refused', text: 'Pix directory gave no answer' },
  frozen: { ends: 'refused', text: 'Operation blocked' },
  /** The cashout was not approved within the time of the account's rule. */
  expired: { ends: 'refused', text: 'Not approved in time' },
  /**
   * For all failures `rule_…`: the account's rules refused the cashout when its money was about to be held (lib/rules).
   */
  rule_approvals: { ends: 'refused', text: 'Rule: not enough approvals' },
  rule_per_transfer: { ends: 'refused', text: 'Rule: limit per transfer' },
  rule_per_day: { ends: 'refused', text: 'Rule: limit per day' },
  rule_per_night: { ends: 'refused', text: 'Rule: limit per night' },
  rule_new_payee: { ends: 'refused', text: 'Rule: limit for a new payee' },
  rule_payees: { ends: 'refused', text: 'Rule: payee is not on the list' },
  /** The stage's settings no longer allow this dynamic QR code. They were changed after the cashout was created. */
  dynamic_code_refused: { ends: 'refused', text: wordsOf('dynamic_code_refused') },
  dynamic_code_above_max: { ends: 'refused', text: wordsOf('dynamic_code_above_max') },
} as const satisfies Record<string, { ends: Ends; text: string }>;

export type OwnFailure = keyof typeof ownFailures;
type OwnWords = (typeof ownFailures)[OwnFailure]['text'];

/** A failure. Its text is one of those above, or belongs to a reason code of the network. */
export type Failure = { kind: Ends; text: OwnWords } | { kind: Ends; text: string; code: RejectName };

export function ownFailure(name: OwnFailure): Failure {
  const { ends, text } = ownFailures[name];
  return { kind: ends, text };
}

/** Returns what the end of an unpaid cashout reveals about its payee. */
export function toldBy({ text, code }: { text: string; code?: string | undefined }): LookupOutcome {
  if (text === ownFailures.key_not_found.text) return 'missed';
  if (afterFinding.some((name) => text === ownFailures[name].text)) return 'answered';
  return code !== undefined && isAboutPayee(code) ? 'missed' : 'unanswered';
}

/** Failures that are only decided after the payee was found. */
const afterFinding = [
  'owner_unknown',
  'psp_short',
  'rule_payees',
  'rule_new_payee',
] as const satisfies OwnFailure[];

/** Returns the text of a rejection, with the reason that the caller gave. */
export const rejectedText = (reason: string) => `Rejected: ${reason}`;

/** Texts for cashouts that stay NEW although their creator approved them. */
export const waitTexts = {
  approvals: 'Rule: more approvals are needed',
  other_user: 'Rule: another user must approve it',
  duplicate: 'Rule: possible duplicate',
} as const satisfies Record<WaitReason, string>;
