// Checks the second factor: time-based one-time codes (RFC 6238, six digits, thirty seconds). A code of the previous
// time step is accepted too, a code of a future step is not.

import { verifySync } from 'otplib';

const stepSeconds = 30;

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/**
 * Returns the time step of a code, or undefined if the code is wrong. The caller must check that the step was not used
 * before.
 * @param secret base32
 * @param code six digits
 */
export function matchCode(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: [stepSeconds, 0] });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
