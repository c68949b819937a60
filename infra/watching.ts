// Checks the settings with which a stage watches itself: the targets of its objectives, and the synthetic payment.

import { refuse } from './refuse.ts';

/** The targets, in percent (infra/code/objectives.yml). */
const targets = [
  'creationsAnswered',
  'decisionsAnswered',
  'tokensAnswered',
  'finalInTime',
  'deliveredInTime',
] as const;

/**
 * Refuses targets at which a page needs more bad events than there are, or one alone, and a synthetic payment that
 * cannot reach the address.
 * @param text returns a setting, empty if it is not given
 * @param isMutual whether callers need a certificate of their own
 */
export function refuseWatching(text: (name: string) => string, isMutual: boolean): void {
  for (const name of targets) {
    const percent = Number(text(name) || 99);
    if (!(percent >= 94 && percent <= 99.99)) refuse(name, `${percent} is not between 94 and 99.99 percent`);
  }
  if (text('syntheticPayment') === 'true' && isMutual)
    refuse('syntheticPayment', 'mutual TLS refuses it, because it has no certificate. Set it to false');
}
