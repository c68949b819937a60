// Decides about a company's defence in a MED case: whether it may be given, and what an answer or a report of the PSP
// makes of it. A case has one defence for ever.

import { type RefusalCode, wordsOf } from '../base/errors.ts';
import type { DefenceOutcome } from '../network/defence.ts';
import { askedUntil } from './deadlines.ts';
import type { MedCase, MedDefence, MedReport } from './med-case.ts';

type Asked = Pick<MedDefence, 'position' | 'text'>;

/**
 * Age in milliseconds at which a defence without an answer is sent again. The first request has ended by then, so only
 * the first request can be the first one that the PSP sees.
 */
const resendAfterMs = 120_000;

export const isSameDefence = (one: Asked, other: Asked): boolean =>
  one.position === other.position && one.text === other.text;

/** Returns why a case without a defence of the company takes none now, or undefined if it does. */
export function whyNotDefended(
  medCase: Pick<MedCase, 'report'>,
  now: Date,
): Extract<RefusalCode, `med_${string}`> | undefined {
  const { status, defendedAt } = medCase.report;
  // Somebody has given one at the PSP itself.
  if (defendedAt !== undefined) return 'med_defence_differs';
  if (status === 'CLOSED' || status === 'CANCELLED') return 'med_is_over';
  return askedUntil(medCase) < now.toISOString() ? 'med_defence_late' : undefined;
}

/** Returns whether the case takes a first defence now. */
export const takesDefence = (medCase: Pick<MedCase, 'report' | 'defence'>, now: Date): boolean =>
  !medCase.defence && whyNotDefended(medCase, now) === undefined;

/** Age in milliseconds at which a defence without an answer needs a person. */
const waitMs = 3_600_000;

/** Returns why operators must know of a defence that the PSP has not clearly answered; undefined if they need not. */
export function whyToTell({ at }: MedDefence, outcome: DefenceOutcome, now: Date): string | undefined {
  if (outcome.kind !== 'unknown') return undefined;
  const isLong = now.getTime() - Date.parse(at) > waitMs;
  return outcome.ownFault ?? outcome.undocumented ?? (isLong ? 'no clear answer for an hour' : undefined);
}

/**
 * Returns the defence after an answer of the PSP; undefined if the answer decides nothing.
 * @param isAgain whether it was sent before. Then a defence that the PSP has already is this one
 */
export function afterAnswer(
  defence: MedDefence,
  outcome: DefenceOutcome,
  isAgain: boolean,
): MedDefence | undefined {
  if (outcome.kind === 'unknown') return undefined;
  if (outcome.kind === 'sent' || (outcome.isKnown && isAgain)) return { ...defence, state: 'SENT' };
  return { ...defence, state: 'REFUSED', refusal: outcome.text };
}

/**
 * Returns what follows from a report of the PSP: the defence as it is then, `send` if the PSP must get it again, or
 * undefined if nothing follows.
 * @param told the report as the PSP shows it now; the case may have a newer one
 */
export function afterReport(
  { defence, report }: Pick<MedCase, 'defence' | 'report'>,
  told: Pick<MedReport, 'defendedAt' | 'defence'>,
  now: Date,
): MedDefence | 'send' | undefined {
  if (!defence || defence.state === 'SENT') return undefined;
  const shown = told.defendedAt === undefined ? report : told;
  const isShown = shown.defendedAt !== undefined;
  // After a refusal, only its own text shows that the PSP has it all the same.
  if (isShown && (defence.state !== 'REFUSED' || shown.defence === defence.text)) {
    const { refusal: _refusal, ...rest } = defence;
    return { ...rest, state: 'SENT' };
  }
  if (defence.state !== 'PENDING') return undefined;
  if (report.status === 'CLOSED' || report.status === 'CANCELLED')
    return { ...defence, state: 'REFUSED', refusal: wordsOf('med_is_over') };
  return now.getTime() - Date.parse(defence.at) >= resendAfterMs ? 'send' : undefined;
}
