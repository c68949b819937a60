// What the PIX network's own book of rules says, for the network of a simulation.

/** So long the network takes an end-to-end id after the minute that is in it. */
export const endToEndMs = 12 * 3_600_000;

/** @returns milliseconds since 1970 of the minute that an end-to-end id names */
export function mintedAt(endToEndId: string): number {
  const [, year, month, day, hour, minute] = /^E\d{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/.exec(endToEndId) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** Its directory: everybody has an account, but for those who are nobody. */
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
