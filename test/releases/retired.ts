// Accepted differences from the last release, with their reasons.

/**
 * Fields that the last release writes but never needs, as "KIND: field". Remove each entry from this list after the
 * next release.
 */
export const retired: Readonly<Record<string, string>> = {};

/** Kinds of rows that only some runs of the scene create, because they depend on whether workers collide. */
export const byChance: Readonly<Record<string, string>> = {
  'ACCOUNTS_TABLE ACCOUNT LOCK': 'Two workers have met at one account.',
  'WEBHOOKS_TABLE ATTEMPTS ATTEMPTS': 'A receiver was slow.',
};
