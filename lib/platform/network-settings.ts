// Checks the settings of a stage's networks, and the secrets that others share with us.

import { payoutTraits } from './psp-names.ts';
import { hasSandbox, type Networks, sandboxStages } from './stages.ts';

type Settings = Networks & Readonly<Record<string, unknown>> & { BR_CODE_ISSUERS: readonly string[] };

/** Minimum number of characters of a secret. A shorter secret can be guessed. */
export const secretMin = 32;

/** Returns the faults of secrets that are too short. In the stage `local`, secrets may be short. */
export function secretFaults(settings: Settings): [name: string, message: string][] {
  if (settings.STAGE === 'local') return [];
  return ['SANDBOX_KEY', 'NETWORK_CALLBACK_SECRETS'].flatMap((name) => {
    const secrets = [settings[name] ?? []].flat() as string[];
    const isLong = secrets.every(({ length }) => length >= secretMin);
    return isLong ? [] : [[name, `must have at least ${secretMin} characters`]];
  });
}

/** Returns all faults of the network settings, each with the name of its setting. */
export function networkFaults(settings: Settings): [name: string, message: string][] {
  const { STAGE, PAYOUT_NETWORK: payouts, REFUND_NETWORK: refunds, REFUND_PSP_URL: refundUrl } = settings;
  const faults: [string, string][] = [];
  if (!sandboxStages.includes(STAGE))
    for (const name of ['PAYOUT_NETWORK', 'REFUND_NETWORK'])
      if (settings[name] === 'sandbox') faults.push([name, 'the sandbox cannot pay in this stage']);
  // Either both networks are the sandbox, or neither is. Otherwise received fictitious money could be paid out or
  // refunded as real money.
  if ((payouts === 'sandbox') !== (refunds === 'sandbox') && STAGE !== 'local')
    faults.push(['REFUND_NETWORK', 'both networks must be the sandbox, or neither']);
  if (!payoutTraits[payouts].pixApi && !refundUrl)
    faults.push(['REFUND_PSP_URL', `is required with ${payouts}, which has no API for received payments`]);
  if (settings.DYNAMIC_CODES === 'pay' && payouts !== 'sandbox' && !settings.BR_CODE_ISSUERS[0])
    faults.push(['BR_CODE_ISSUERS', 'is required to verify the charges of dynamic codes']);
  const needed = [
    ...(payouts === 'sandbox' ? [] : ['PSP_URL', 'PSP_PIX_KEY', 'PSP_SECRET_ID']),
    ...(refunds === 'sandbox' ? [] : ['PSP_URL', 'PSP_SECRET_ID']),
    // The address and the key are required together. Otherwise the address of one PSP would be combined with the key of
    // another.
    ...(refundUrl || settings.REFUND_PSP_PIX_KEY ? ['REFUND_PSP_URL', 'REFUND_PSP_PIX_KEY'] : []),
    ...(settings.FORMER_PAYOUT_NETWORK || settings.FORMER_PSP_URL || settings.FORMER_PSP_PIX_KEY
      ? ['FORMER_PAYOUT_NETWORK', 'FORMER_PSP_URL', 'FORMER_PSP_PIX_KEY']
      : []),
    ...(hasSandbox(settings) ? ['SANDBOX_NETWORK_TABLE', 'SANDBOX_SLOW_SECONDS'] : []),
  ];
  for (const name of needed)
    if ((settings[name] ?? '') === '') faults.push([name, 'is required by the configured network']);
  return faults;
}
