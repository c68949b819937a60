// Which stages may have the sandbox instead of the PIX network. The settings (config.ts) and the template
// (infra/without-sandbox.ts) use the same rule.

/** Stages that may have a sandbox. All others need a real network. */
export const sandboxStages: readonly string[] = ['local', 'staging'];

/** The ISPB of the sandbox, which no participant has. */
export const sandboxIspb = '99999010';

/** The settings that define a stage's networks. */
export type Networks = { STAGE: string; PAYOUT_NETWORK: string; REFUND_NETWORK: string };

/**
 * Whether a stage has a sandbox, which creates fictitious money. Never together with a PSP, except a simulated one in
 * `local`.
 */
export function hasSandbox({ STAGE, PAYOUT_NETWORK, REFUND_NETWORK }: Networks): boolean {
  const isRehearsal = PAYOUT_NETWORK === 'sandbox' && REFUND_NETWORK === 'sandbox';
  return STAGE === 'local' || (isRehearsal && sandboxStages.includes(STAGE));
}
