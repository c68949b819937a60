// Defines which stages may have the sandbox instead of the PIX network. The settings (config.ts) and the template
// (infra/without-sandbox.ts) use the same rule.

/** Stages that may have a sandbox. All other stages need a real network. */
export const sandboxStages: readonly string[] = ['local', 'staging'];

/** The sandbox's ISPB, which no real participant of PIX has. */
export const sandboxIspb = '99999010';

/** The settings that define which networks a stage uses. */
export type Networks = { STAGE: string; PAYOUT_NETWORK: string; REFUND_NETWORK: string };

/**
 * Returns whether a stage has a sandbox. A sandbox creates fictitious money, so it is never combined with a PSP, except
 * with a simulated PSP in `local`.
 */
export function hasSandbox({ STAGE, PAYOUT_NETWORK, REFUND_NETWORK }: Networks): boolean {
  const isRehearsal = PAYOUT_NETWORK === 'sandbox' && REFUND_NETWORK === 'sandbox';
  return STAGE === 'local' || (isRehearsal && sandboxStages.includes(STAGE));
}
