// Judges the lines of a batch in order, before the approval. A line is checked against the account's rules and for
// duplicates. Each limit also counts the earlier lines. Pure: no calls. The directory is not asked, so if a key's owner
// is not known, only the hold checks the owner. The hold judges each line again.

import type { Account } from '../account/account.ts';
import { wordsOf } from '../base/errors.ts';
import { isTaxId } from '../base/tax-id.ts';
import { accountOf } from '../cashout/bank-account.ts';
import { payeeAsked } from '../cashout/duplicate.ts';
import { ownFailures } from '../cashout/failures.ts';
import { countsOfOne, type HoldRefusal, type Judged, judge } from '../cashout/judge.ts';
import type { Recipient } from '../network/port.ts';
import type { Count } from '../rules/limits.ts';
import type { Batch } from './batch.ts';
import type { Line } from './line-pages.ts';
import type { BatchLine } from './read-lines.ts';

export type LineFacts = {
  account: Account;
  /** Returns the cents that are left in a limit before the batch. */
  remainingOf: (one: Count) => number;
  /**
   * Returns whether a payee is in the account's list.
   * @param payee in the form of `payeeId`
   */
  isListed: (payee: string) => boolean;
  /** The earlier cashout that a line may repeat, by the number of the line (`record`). */
  earlier: ReadonlyMap<number, number>;
};

/** Reasons that do not make a batch wrong. A frozen account or missing funds pause the batch while it is paid. */
const onlyWhilePaying: readonly HoldRefusal[] = ['frozen', 'insufficient_funds'];

/**
 * Judges the lines.
 * @param at time at which the limits are judged: the start of the batch, or now (ISO, UTC)
 */
export function judgeLines(
  { createdBy }: Pick<Batch, 'createdBy'>,
  lines: readonly Line[],
  { account, remainingOf, isListed, earlier }: LineFacts,
  at: string,
): Line[] {
  const spent = new Map<string, number>();
  const firstOf = new Map<string, string>();
  const isStrict = account.rules?.duplicates?.action === 'refuse';
  return lines.map((line) => {
    const one = judgedLine(createdBy, line, at);
    const { legalId } = one.reservation.recipient;
    const { refusals } = judge('preflight', one, {
      balance: account,
      rules: account.rules,
      isListed: (payee) => legalId === undefined || isListed(payee),
      remainingOf: (count) => remainingOf(count) - (spent.get(count.sk) ?? 0),
    });
    const payout = `${payeeAsked(line.request)}#${line.request.amountCents}`;
    const sameAsLine = firstOf.get(payout);
    if (sameAsLine === undefined) firstOf.set(payout, line.lineId);
    const possibleDuplicateOf = earlier.get(line.record);
    const isRepeated = sameAsLine !== undefined || possibleDuplicateOf !== undefined;
    const reasons = [
      ...refusals.filter((name) => !onlyWhilePaying.includes(name)).map((name) => ownFailures[name].text),
      ...(isStrict && isRepeated ? [wordsOf('possible_duplicate')] : []),
    ];
    if (reasons.length === 0)
      for (const { sk, cents } of countsOfOne(one, account.rules))
        spent.set(sk, (spent.get(sk) ?? 0) + cents);
    const progress = {
      ...line.progress,
      ...(reasons.length > 0 ? { reasons } : {}),
      ...(sameAsLine === undefined ? {} : { sameAsLine }),
      ...(possibleDuplicateOf === undefined ? {} : { possibleDuplicateOf }),
    };
    return { ...line, progress };
  });
}

/**
 * Returns a line in the form that `judge` expects. The owner of a key is known only if the line itself names the owner.
 */
export function judgedLine(
  createdBy: string,
  { request }: Pick<BatchLine, 'request'>,
  at: string,
): Judged & { reservation: { recipient: Recipient } } {
  const { pixKey, ownerLegalId, recipient } = request;
  const named = pixKey !== undefined && isTaxId(pixKey, true) ? pixKey : ownerLegalId;
  const legalId = recipient?.legalId ?? named;
  return {
    cashout: { request: { endpoint: 'v3/batches', ...request }, createdBy },
    reservation: {
      recipient: { ...(recipient ? accountOf(recipient) : {}), ...(legalId ? { legalId } : {}) },
      reservedAt: at,
    },
  };
}
