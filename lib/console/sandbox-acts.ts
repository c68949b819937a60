// What a person can make the sandbox do: its acts, and the keys that change the outcome of a payment.

export const acts = ['money', 'med', 'return'] as const;
export type Act = (typeof acts)[number];

/** The keys at the domain sandbox.pix. */
export const reservedKeys = ['ac03', 'ds04', 'timeout', 'slow', 'unknown'] as const;
export type ReservedKey = (typeof reservedKeys)[number];
export const keyOf = (name: ReservedKey): string => `${name}@sandbox.pix`;
