// Lists our accounts at PSPs, by configuration, each with a client that has the credentials of that account only.

import { OwnFault } from '../network/own-fault.ts';
import type { CallPsp, ReadSecrets } from '../network/psp-client.ts';
import type { PspRows } from '../network/psp-row-store.ts';
import { clientOf, identities } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import type { PspEntry } from '../platform/psp-list.ts';

export type PspAccount = PspEntry & { call: CallPsp };
export type AccountOptions = {
  config: Pick<Config, 'PSPS'>;
  readSecrets: ReadSecrets;
  now: () => Date;
  /** If given, no account is called unless it is still the account that was first called under its name. */
  pspRows?: PspRows;
};

/**
 * Makes the check of a secret before it is used. Throws an OwnFault if it is of another account.
 * @param identity asks the PSP for the name of the account
 * @param identify returns the name that was told first
 */
export const makeConfirm =
  (
    identity: (ask: CallPsp) => Promise<string | undefined>,
    identify: (told: string | undefined) => Promise<string | undefined>,
  ) =>
  async (ask: CallPsp): Promise<void> => {
    const told = await identity(ask).catch(unlessForbidden);
    const known = await identify(told);
    if (known !== undefined && known !== told)
      throw new OwnFault(`another account: ${told ?? 'unnamed'}, not ${known}`);
  };

/** Returns no name if we lack the permission for the PSP's call that names our account. */
function unlessForbidden(error: unknown): undefined {
  if (!(error instanceof OwnFault && error.word.startsWith('403'))) throw error;
}

export function pspAccounts({ config, readSecrets, now, pspRows }: AccountOptions): PspAccount[] {
  return config.PSPS.map((entry) => {
    const { name, psp, url, key } = entry;
    const confirm = makeConfirm(
      (ask) => identities[psp](ask, key),
      async (told) => pspRows?.identify(name, told),
    );
    const readSecret = async () => {
      const { [name]: own } = await readSecrets();
      if (!own) throw new OwnFault(`the secret has no part ${name}`);
      return own;
    };
    return { ...entry, call: clientOf(psp)({ url, readSecret, now, ...(pspRows ? { confirm } : {}) }) };
  });
}
