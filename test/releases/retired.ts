// Differences from the last release that it does not mind, and why.

/** Fields that it writes and never needs, as "KIND: field". Each goes out of this list with the next release. */
export const retired: Readonly<Record<string, string>> = {};

/** Kinds of rows that only some runs of the scene have, because workers meet or do not. */
export const byChance: Readonly<Record<string, string>> = {
  'ACCOUNTS_TABLE ACCOUNT LOCK': 'Two workers have met at one account.',
  'WEBHOOKS_TABLE ATTEMPTS ATTEMPTS': 'A receiver was slow.',
};
