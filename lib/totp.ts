// Second factor: time-based one-time codes (RFC 6238, six digits, thirty seconds). A code of the step before is
// taken as well, one of the future is not, and none of a step that was used before.

import { verifySync } from 'otplib';

const stepSeconds = 30;

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/**
 * The time step a code belongs to, to be spent with what it allows; undefined when the code is wrong or used.
 * @param secret base32
 * @param code six digits
 * @param lastStep the last step that was spent, if any
 */
export function matchCode(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | undefined,
): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const used = lastStep === undefined ? {} : { afterTimeStep: lastStep };
  const result = verifySync({ secret, token: code, epoch, epochTolerance: [stepSeconds, 0], ...used });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
