// Which stages have the sandbox in place of the PIX network. The settings (config.ts) and the template
// (infra/without-sandbox.ts) use the same rule.

/** Stages that may have a sandbox. Any other needs a real network. */
export const sandboxStages: readonly string[] = ['local', 'staging'];

/** The institution that the sandbox plays, which no participant has. */
export const sandboxIspb = '99999010';

/** The settings that say which networks a stage has. */
export type Networks = { STAGE: string; PAYOUT_NETWORK: string; REFUND_NETWORK: string };

/**
 * Whether a stage has a sandbox, which makes up money: never with a PSP, except with a fake one in `local`.
 */
export function hasSandbox({ STAGE, PAYOUT_NETWORK, REFUND_NETWORK }: Networks): boolean {
  const isRehearsal = PAYOUT_NETWORK === 'sandbox' && REFUND_NETWORK === 'sandbox';
  return STAGE === 'local' || (isRehearsal && sandboxStages.includes(STAGE));
}
