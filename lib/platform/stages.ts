// Where the sandbox stands in for the PIX network. The settings (config.ts) and the template (infra/without-sandbox.ts)
// go by the same rule.

/** Stages that may have a sandbox. Any other needs a real network. */
export const sandboxStages: readonly string[] = ['local', 'staging'];

/** The settings that say which networks a stage has. */
export type Networks = { STAGE: string; PAYOUT_NETWORK: string; REFUND_NETWORK: string };

/**
 * Whether money may be made up: never where a PSP would pay it out, except on a machine of one's own, against a PSP of
 * one's own.
 */
export function hasSandbox({ STAGE, PAYOUT_NETWORK, REFUND_NETWORK }: Networks): boolean {
  const isRehearsal = PAYOUT_NETWORK === 'sandbox' && REFUND_NETWORK === 'sandbox';
  return STAGE === 'local' || (isRehearsal && sandboxStages.includes(STAGE));
}
