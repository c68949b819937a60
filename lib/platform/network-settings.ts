// Checks the settings of a stage's networks, and the secrets that others share with us.

import { type PspEntry, parsePsps, pspNamed } from './psp-list.ts';
import { pspTraits } from './psp-names.ts';
import { hasSandbox, type Networks, sandboxStages } from './stages.ts';

type Settings = Networks &
  Readonly<Record<string, unknown>> & { PSPS: readonly PspEntry[]; BR_CODE_ISSUERS: readonly string[] };

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
  const { STAGE, PSPS, PAYOUT_NETWORK: payouts, REFUND_NETWORK: refunds } = settings;
  const faults: [string, string][] = [];
  if (!sandboxStages.includes(STAGE))
    for (const name of ['PAYOUT_NETWORK', 'REFUND_NETWORK'] as const)
      if (settings[name] === 'sandbox') faults.push([name, 'the sandbox cannot pay in this stage']);
  // Either both networks are the sandbox, or neither is. Otherwise received fictitious money could be paid out or
  // refunded as real money.
  if ((payouts === 'sandbox') !== (refunds === 'sandbox') && STAGE !== 'local')
    faults.push(['REFUND_NETWORK', 'both networks must be the sandbox, or neither']);
  const traitsOf = (name: string) => {
    const entry = pspNamed(PSPS, name);
    return entry && pspTraits[entry.psp];
  };
  if (payouts !== 'sandbox' && !traitsOf(payouts)?.pays)
    faults.push(['PAYOUT_NETWORK', 'must name an account of the list at a PSP that pays']);
  if (refunds !== 'sandbox' && !traitsOf(refunds)?.pixApi)
    faults.push(['REFUND_NETWORK', 'must name an account of the list at a PSP with the Pix API']);
  if (settings.DYNAMIC_CODES === 'pay' && payouts !== 'sandbox' && !settings.BR_CODE_ISSUERS[0])
    faults.push(['BR_CODE_ISSUERS', 'is required to verify the charges of dynamic codes']);
  const needed = [
    ...(PSPS.length > 0 ? ['PSP_SECRET_ID'] : []),
    ...(hasSandbox(settings) ? ['SANDBOX_NETWORK_TABLE', 'SANDBOX_SLOW_SECONDS'] : []),
  ];
  for (const name of needed)
    if ((settings[name] ?? '') === '') faults.push([name, 'is required by the configured network']);
  return faults;
}

/** Returns the faults of the network in the variables of a stage, before they are read as settings. */
export function variableFaults(variables: Readonly<Record<string, unknown>>): string[] {
  const [STAGE, PAYOUT_NETWORK, REFUND_NETWORK, list] = [
    'STAGE',
    'PAYOUT_NETWORK',
    'REFUND_NETWORK',
    'PSPS',
  ].map((name) => String(variables[name] ?? '')) as [string, string, string, string];
  const PSPS = parsePsps(list);
  if (typeof PSPS === 'string') return [PSPS];
  const networks = { STAGE, PAYOUT_NETWORK, REFUND_NETWORK, PSPS, BR_CODE_ISSUERS: ['any'] };
  return networkFaults({ ...variables, ...networks }).map(([name, message]) => `${name} ${message}`);
}
