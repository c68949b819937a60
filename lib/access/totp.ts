// Second factor: time-based one-time codes (RFC 6238, six digits, thirty seconds). A code of the previous step is
// accepted too, a future one is not.

import { verifySync } from 'otplib';

const stepSeconds = 30;

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/**
 * The time step of a code; undefined if the code is wrong. The caller must check that the step is unused.
 * @param secret base32
 * @param code six digits
 */
export function matchCode(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: [stepSeconds, 0] });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
