// Contains rules from the rule book of the PIX network, for the simulated network.

/** How long the network accepts an end-to-end id after the minute that the id names, in milliseconds. */
export const endToEndMs = 12 * 3_600_000;

/** @returns the minute that an end-to-end id names, in milliseconds since 1970 */
export function mintedAt(endToEndId: string): number {
  const [, year, month, day, hour, minute] = /^E\d{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** Looks up a key in the network's directory. Every key has an account, except keys that begin with "nobody". */
export function lookUpKey(key: string) {
  if (key.startsWith('nobody')) return { kind: 'not_found' } as const;
  const recipient = {
    name: key,
    legalId: '52998224725',
    ispb: '60701190',
    branch: '0001',
    accountNumber: '12345678',
    accountType: 'CURRENT_ACCOUNT',
  } as const;
  return { kind: 'found', recipient } as const;
}

/** Returns the id that the second network assigns to a payment. No letter of it is upper case. */
export const ownIdOf = ({ reference, endToEndId }: { reference: string; endToEndId: string }): string =>
  `E54811417${endToEndId.slice(9, 21)}${Number(reference).toString(36).padStart(11, '0')}`;
