// Rules from the PIX network's own rule book, for the simulated network.

/** How long the network accepts an end-to-end id after the minute that it names. */
export const endToEndMs = 12 * 3_600_000;

/** @returns milliseconds since 1970 of the minute that an end-to-end id names */
export function mintedAt(endToEndId: string): number {
  const [, year, month, day, hour, minute] = /^E\d{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** Its directory: every key has an account, except those that begin with nobody. */
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
