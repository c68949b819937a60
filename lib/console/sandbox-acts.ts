// Lists the actions of the sandbox that a person can request, and the keys that change the outcome of a payment.

export const acts = ['money', 'med', 'return'] as const;
export type Act = (typeof acts)[number];

/** The names of the reserved keys, before `@sandbox.pix`. */
export const reservedKeys = ['ac03', 'ds04', 'timeout', 'slow', 'unknown'] as const;
export type ReservedKey = (typeof reservedKeys)[number];
export const keyOf = (name: ReservedKey): string => `${name}@sandbox.pix`;
